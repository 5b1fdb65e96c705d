/**
 * The postings of an event: the difference it makes to the balances and counts of its sale. They add up to zero, and have the
 * date of the event, not of the sale: a day that is over does not change.
 */
import type { Account } from '../../shared/ledger-accounts.ts'
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import { balancesOf } from './accounts.ts'
import { type Count, type Counted, count, countsOf, STANDS } from './counts.ts'
import { type Figures, isNothing, NOTHING, plus } from './figures.ts'

/** Debits are positive, credits negative. Counts are neither. */
export type Posting = Figures & {
  readonly account: Account | Counted
  readonly key: string
  /** The product's code, where the posting is about goods. */
  readonly product?: string
}

/** Of an event of a sale, or of several that were committed together. */
export function postingsOf(
  before: Sale | null,
  after: Sale,
  events: readonly SaleEvent[],
): readonly Posting[] {
  return [
    ...difference(before ? stateOf(before) : [], stateOf(after)).flatMap(whatHappened),
    ...removed(before, events),
  ]
}

function stateOf(sale: Sale): readonly Posting[] {
  const state = states.get(sale) ?? [...balancesOf(sale), ...countsOf(sale)]
  states.set(sale, state)
  return state
}

/** The state after one event is the state before the next: computed once. */
const states = new WeakMap<Sale, readonly Posting[]>()

function difference(before: readonly Posting[], after: readonly Posting[]): readonly Posting[] {
  const sums = new Map<string, Posting>()
  addTo(sums, before, -1)
  addTo(sums, after, 1)
  return [...sums.values()].filter((one) => !isNothing(one))
}

function addTo(sums: Map<string, Posting>, rows: readonly Posting[], sign: 1 | -1): void {
  for (const row of rows) {
    const name = `${row.account}\n${row.key}\n${row.product ?? ''}`
    sums.set(name, { ...row, ...plus(sums.get(name) ?? NOTHING, row, sign) })
  }
}

/**
 * Issued and voided e-receipts are counted apart: a void does not undo an issue. A cancelled charge stays counted as cancelled when
 * the sale is sold later for late money.
 */
function whatHappened(one: Posting): readonly Posting[] {
  if (one.account === 'cancelled') return one.times > 0 ? [one] : []
  if (one.account !== 'e-receipt' || !one.key.startsWith(STANDS)) return [one]
  return one.times >= 0 ? [{ ...one, key: 'issued' }] : [{ ...one, ...plus(NOTHING, one, -1), key: 'voided' }]
}

/** Lines that were removed from a cart. */
const removed = (before: Sale | null, events: readonly SaleEvent[]): readonly Count[] =>
  events.flatMap((event) => {
    if (event.kind !== 'line-removed') return []
    const line = before?.lines.find(({ id }) => id === event.lineId)
    return line ? [count('removed', '', { lines: 1, quantity: line.quantity, amount: line.amount })] : []
  })
