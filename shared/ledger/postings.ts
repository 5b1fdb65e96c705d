/**
 * Computes the postings of an event: the difference that it makes to the balances and counts of its sale. The balances
 * among them add up to zero. A posting has the date of its event, so that the figures of a past day never change.
 */

import { SALE_TENDERS } from '../books/shift.ts'
import type { Sale, SaleEvent } from '../sale/sale.ts'
import { hadInvoice, statusOf, totalOf } from '../sale/status.ts'
import type { Account } from '../shop/ledger-accounts.ts'
import { balancesOf, type Move } from './accounts.ts'
import { type Count, type Counted, cashierKey, count, countsOf, type ReceiptState, STATES } from './counts.ts'
import { type Figures, isNothing, NOTHING, plus } from './figures.ts'

/** Debits are positive, credits negative. Counts are neither. */
export type Posting = Figures & {
  readonly account: Account | Counted
  readonly key: string
  /** The product's code, where the posting is about goods. */
  readonly product?: string
}

/** The postings of one event of a sale. */
export function postingsOf(before: Sale | null, after: Sale, event: SaleEvent): readonly Posting[] {
  const changed = difference(before ? stateOf(before) : [], stateOf(after))
  if (event.kind === 'told-by-shop') return after.origin ? [] : changed.filter(isRefundedElsewherePosting)
  return [
    ...ofEReceipts(changed, (before?.soldAt ?? null) !== null),
    ...ended(before, after),
    ...removed(before, event),
  ]
}

/**
 * What another till did with a sale is in that till's books. Only a refund that this till had taken for somebody else's
 * is no longer missing here.
 */
const isRefundedElsewherePosting = (one: Posting): boolean =>
  one.account === 'elsewhere' || (one.key === 'elsewhere' && one.account !== 'e-receipt')

function stateOf(sale: Sale): readonly Posting[] {
  const state = states.get(sale) ?? [...balancesOf(sale), ...countsOf(sale)]
  states.set(sale, state)
  return state
}

/** Computed once for each state, because the state after one event is the state before the next. */
const states = new WeakMap<Sale, readonly Posting[]>()

function difference(before: readonly Posting[], after: readonly Posting[]): readonly Posting[] {
  const [had, has] = [summedUp(before), summedUp(after)]
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((name) => {
    const [then, now] = [had.get(name) ?? NOTHING, has.get(name) ?? NOTHING]
    const row = (has.get(name) ?? had.get(name)) as Posting
    const change = { ...row, ...plus(now, then, -1) }
    return isNothing(change)
      ? []
      : [isMove(row) ? { ...change, times: timesMoved(change, then, now) } : change]
  })
}

function summedUp(rows: readonly Posting[]): ReadonlyMap<string, Posting> {
  const sums = new Map<string, Posting>()
  for (const row of rows) {
    const name = `${row.account}\n${row.key}\n${row.product ?? ''}`
    sums.set(name, { ...row, ...plus(sums.get(name) ?? NOTHING, row) })
  }
  return sums
}

const MOVES: readonly string[] = ['taken', 'back', 'repaid', 'elsewhere'] satisfies readonly Move[]
const isMove = ({ account, key }: Posting): boolean =>
  account === 'back' ||
  account === 'written-off' ||
  ((SALE_TENDERS as readonly string[]).includes(account) && MOVES.includes(key))

/** Counts each move of money once. A move that is taken back lowers the amount and not the count. */
const timesMoved = ({ times }: Figures, then: Figures, now: Figures): number =>
  Math.max(times, Math.abs(now.amount) > Math.abs(then.amount) ? 1 : 0)

/** The counts of a state of an e-receipt: as it begins, as the e-receipt is voided, and as only the state ends. */
const COUNTED: Readonly<Record<ReceiptState, { begun: string; voided: string; told: string }>> = {
  stands: { begun: 'issued', voided: 'voided', told: 'voided' },
  'taxes-unknown': { begun: 'taxes-unknown', voided: 'taxes-unknown-voided', told: 'taxes-told' },
  'vat-unknown': { begun: 'vat-unknown', voided: 'vat-unknown-voided', told: 'vat-told' },
  'city-tax-unknown': {
    begun: 'city-tax-unknown',
    voided: 'city-tax-unknown-voided',
    told: 'city-tax-told',
  },
}

/**
 * Issued and voided e-receipts are counted apart: a void does not undo an issue, nor a later issue that one was given up.
 * So are those among them whose taxes are unknown. No count is negative, and none hides another.
 */
function ofEReceipts(postings: readonly Posting[], wasSold: boolean): readonly Posting[] {
  const gone = new Set(postings.filter(({ times }) => times < 0).map(({ key }) => key))
  return postings.flatMap((one) => {
    const { account, key, times } = one
    if (account !== 'e-receipt') return [one]
    if (key === 'given-up' && times < 0) return []
    if (key === 'elsewhere' && wasSold) return [changedElsewhere(one)]
    const state = STATES.find((state) => key.startsWith(`${state} `))
    if (state === undefined) return [one]
    const { begun, voided, told } = COUNTED[state]
    if (times >= 0) return [{ ...one, key: begun }]
    const isVoid = gone.has(key.replace(state, 'stands'))
    return [{ ...one, ...plus(NOTHING, one, -1), key: isVoid ? voided : told }]
  })
}

/** What is to be issued elsewhere only grows; what came back, or is covered by us since, is counted apart. */
function changedElsewhere(one: Posting): Posting {
  const { amount } = one
  if (amount < 0) return { ...one, ...plus(NOTHING, one, -1), key: 'elsewhere-back', times: 1 }
  return { ...one, key: 'elsewhere-later', times: amount > 0 ? 1 : 0 }
}

/**
 * Counts a cart or charge that ended unsold. It stays counted even if money comes later. A cart that another till
 * continues is counted there.
 */
function ended(before: Sale | null, after: Sale): readonly Count[] {
  const { endedAt, lines } = after
  if (endedAt === null || before === null || before.endedAt !== null || lines.length === 0) return []
  if (statusOf(after).name === 'moved') return []
  const key = hadInvoice(after) ? 'charge' : 'cart'
  return [count('cancelled', key, { lines: lines.length, amount: totalOf(lines) })]
}

/** A line that was removed from a cart, by the cashier of the cart. */
function removed(before: Sale | null, event: SaleEvent): readonly Count[] {
  const line = event.kind === 'line-removed' ? before?.lines.find(({ id }) => id === event.lineId) : undefined
  const who = cashierKey(before?.cashier ?? null)
  return line ? [count('removed', who, { lines: 1, quantity: line.quantity, amount: line.amount })] : []
}
