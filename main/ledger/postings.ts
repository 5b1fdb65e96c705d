/**
 * What happened, in the books: the difference that an event makes to a sale's balances and counts. The postings of one event add
 * up to nothing. They are dated by the event, not by the sale: a day that is over does not change.
 */
import type { Account } from '../../shared/ledger-accounts.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import { balancesOf, type Figures, NOTHING } from './accounts.ts'
import { type Count, type Counted, count, countsOf, STANDS } from './counts.ts'

/** Debits stand above nothing, credits below. Of what is only counted there is neither. */
export type Posting = Figures & {
  readonly account: Account | Counted
  readonly key: string
  /** Its code, where it is about goods. */
  readonly product?: string
}

/** Of an event of a sale, or of several that were committed together. */
export function postingsOf(
  before: Sale | null,
  after: Sale,
  events: readonly SaleEvent[],
): readonly Posting[] {
  return [
    ...difference(before ? stateOf(before) : [], stateOf(after)).flatMap(issuedOrVoided),
    ...removed(before, events),
  ]
}

const stateOf = (sale: Sale): readonly Posting[] => [...balancesOf(sale), ...countsOf(sale)]

const FIGURES = ['times', 'lines', 'quantity', 'amount', 'vat', 'cityTax'] as const

function difference(before: readonly Posting[], after: readonly Posting[]): readonly Posting[] {
  const sums = new Map<string, Posting>()
  addTo(sums, before, -1)
  addTo(sums, after, 1)
  return [...sums.values()].filter((one) => FIGURES.some((figure) => one[figure] !== 0))
}

function addTo(sums: Map<string, Posting>, rows: readonly Posting[], sign: 1 | -1): void {
  for (const row of rows) {
    const name = `${row.account}\n${row.key}\n${row.product ?? ''}`
    const had = sums.get(name) ?? { ...row, ...NOTHING }
    const figures = Object.fromEntries(FIGURES.map((figure) => [figure, had[figure] + sign * row[figure]]))
    sums.set(name, { ...had, ...figures })
  }
}

/** An e-receipt that stands was issued; one that stands no more was voided. Both are told, and neither undoes the other. */
function issuedOrVoided(one: Posting): readonly Posting[] {
  if (one.account !== 'e-receipt' || !one.key.startsWith(STANDS)) return [one]
  if (one.times >= 0) return [{ ...one, key: 'issued' }]
  const figures = Object.fromEntries(FIGURES.map((figure) => [figure, -one[figure]]))
  return [{ ...one, ...figures, key: 'voided' }]
}

/** Lines that were taken out of a cart again. */
const removed = (before: Sale | null, events: readonly SaleEvent[]): readonly Count[] =>
  events.flatMap((event) => {
    if (event.kind !== 'line-removed') return []
    const line = before?.lines.find(({ id }) => id === event.lineId)
    return line ? [count('removed', '', { lines: 1, quantity: line.quantity, amount: line.amount })] : []
  })
