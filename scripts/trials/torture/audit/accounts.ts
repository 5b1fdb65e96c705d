/**
 * The account of every payment: what the service says about it, what the till's sale says, what people decided, and
 * what the attention list shows. Computed only from the events and the service's books, independently of the product's
 * projections.
 */

import type { AttentionItem } from '../../../../shared/page/index.ts'
import type { AttentionCause, Resolution } from '../../../../shared/sale/attention.ts'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { type Books, heldAtService, inTugriks, type ServicePayment } from './books.ts'
import type { SaleRows } from './journal-file.ts'
import type { Find } from './story.ts'

export type AccountsParts = {
  readonly attention: readonly AttentionItem[]
  /** Payments that were refunded outside the till. */
  readonly elsewhere: ReadonlySet<string>
}

export function auditAccounts(
  rows: SaleRows,
  books: Books,
  { attention, elsewhere }: AccountsParts,
  find: Find,
): readonly Account[] {
  for (const payment of books.payments) auditKnown(rows.sale, payment, find)
  const accounts = accountsOf(rows, books)
  for (const account of accounts) auditAccount(account, elsewhere, find)
  auditShown(rows.sale, accounts, attention, find)
  auditForeign(rows, books, attention, find)
  auditPrice(rows, accounts, find)
  return accounts
}

/** Checks that every payment at the service is in its sale, with what came and what went back. */
function auditKnown(sale: Sale, payment: ServicePayment, find: Find): void {
  const { payment_id, status, currency } = payment
  const { came, held } = heldAtService(payment)
  const known = sale.payments.find(({ paymentId }) => paymentId === payment_id)
  const words = `payment ${payment_id} of ${came} ${currency}, ${held} of it left (${status})`
  if (known === undefined) {
    // The till cannot know of money that went back before its first check.
    if (held > 0) find('lost_payments', `${words} is unknown to its sale`)
    return
  }
  if (!inTugriks(payment)) {
    if (known.currency !== currency || known.came !== 0)
      find('wrong_amounts', `${words} is known as ${known.came} ${known.currency ?? 'MNT'}`)
    return
  }
  const here = known.came - known.wentBack
  const account = `${known.came} came, ${known.wentBack} went back`
  if (here < held) find('hidden', `${words}; the sale says: ${account}`)
  if (here > held) find('wrong_amounts', `${words}; the sale says: ${account}`)
  // A part may have gone back before the first check: then the sale knows of less than came.
  if (known.came > came) find('wrong_amounts', `${words}; the sale says: ${account}`)
}

/** Amounts in hundredths of a tugrik. */
function accountsOf({ sale, events }: SaleRows, books: Books) {
  const counted = countedBy(events)
  const decided = (paymentId: string, resolutions: readonly Resolution[]): number =>
    sum(
      events.flatMap((event) =>
        event.kind === 'attention-settled' && resolutions.includes(event.resolution)
          ? event.shares.filter((share) => share.paymentId === paymentId)
          : [],
      ),
    )
  return books.payments.filter(inTugriks).map((payment) => {
    const paymentId = payment.payment_id
    const parts = sale.returns
      .filter(({ state }) => state !== 'cancelled')
      .flatMap((one) => one.parts.filter((part) => part.paymentId === paymentId))
    const refunded = sum(parts.filter(({ step }) => step.name === 'refunded'))
    const repaid = sum(parts.filter(({ step }) => step.name === 'repaid'))
    const handedBack = decided(paymentId, ['repaid-cash', 'repaid-transfer'])
    const kept = decided(paymentId, ['kept'])
    const cameBack = sale.returns
      .filter(({ state }) => state !== 'cancelled')
      .flatMap(({ goodsForLost = [] }) => goodsForLost.filter((share) => share.paymentId === paymentId))
    const settled: readonly Resolution[] = ['collected-again', 'written-off', 'own-transfer']
    const writtenOff = decided(paymentId, settled) + sum(cameBack)
    const { came, held } = heldAtService(payment)
    const count = counted.get(paymentId) ?? 0
    return {
      paymentId,
      /** All the money the service ever reported for this payment. */
      came,
      /** The part the service still holds. */
      held,
      /** The part the shop paid back itself, for a return or by a decision. */
      handedBack: repaid + handedBack,
      /** The part that paid for the sale. */
      counted: count,
      /** Money refunded for returned goods. */
      given: refunded + repaid,
      /** Positive: owed to the payer. Negative: missing from the shop. */
      balance: held + refunded - handedBack - kept - count + writtenOff,
    }
  })
}

export type Account = ReturnType<typeof accountsOf>[number]

/** The amount of each payment that its sale counted, from the `paid` event. */
function countedBy(events: readonly SaleEvent[]): ReadonlyMap<string, number> {
  const sold = events.find((event) => event.kind === 'paid')
  const counted = sold?.kind === 'paid' ? sold.counted : []
  return new Map(counted.map(({ paymentId, amount }) => [paymentId, amount]))
}

/** Checks that no more went out for goods than they were sold for, and no more in all than came. */
function auditAccount(
  { paymentId, came, held, handedBack, counted, given }: Account,
  elsewhere: ReadonlySet<string>,
  find: Find,
): void {
  const out = came - held + handedBack
  if (out > came && !elsewhere.has(paymentId))
    find('doubled_refunds', `${came} came of ${paymentId}, ${out} went back: ${handedBack} by hand`)
  if (given > counted)
    find('doubled_refunds', `of ${paymentId} ${counted} settled the sale, ${given} was given back for it`)
}

const OWED: readonly AttentionCause[] = ['late-money', 'surplus', 'paid-twice']

/** Checks that the attention list shows exactly what the accounts come to. */
function auditShown(
  sale: Sale,
  accounts: readonly Account[],
  attention: readonly AttentionItem[],
  find: Find,
): void {
  const shown = (causes: readonly AttentionCause[]): number =>
    attention.reduce((all, { cause, amount }) => all + (causes.includes(cause) ? (amount ?? 0) : 0), 0)
  const owed = accounts.reduce((all, { balance }) => all + Math.max(0, balance), 0)
  const short = accounts.reduce((all, { balance }) => all + Math.max(0, -balance), 0)
  const cash = sale.endedAt === null ? 0 : sum(sale.tenders.filter(({ returnedAt }) => returnedAt === null))
  const compare = (what: string, causes: readonly AttentionCause[], due: number): void => {
    const told = shown(causes)
    if (told < due) find('hidden', `${what}: ${due}; the attention list shows ${told}`)
    if (told > due) find('wrong_amounts', `${what}: ${due}; the attention list shows ${told}`)
  }
  compare('owed to payers', OWED, owed)
  compare('gone elsewhere', ['refunded-elsewhere'], short)
  compare('tenders of a sale that is over', ['cash-held'], cash)
}

/**
 * Checks that money in another currency counts for nothing, and that a person has seen it or has it in the attention
 * list.
 */
function auditForeign(
  { sale, events }: SaleRows,
  { payments }: Books,
  attention: readonly AttentionItem[],
  find: Find,
): void {
  const seen = new Set(
    events.flatMap((event) =>
      event.kind === 'attention-settled' && event.cause === 'payment-unclear'
        ? event.shares.map(({ paymentId }) => paymentId)
        : [],
    ),
  )
  const isShown = attention.some(({ cause }) => cause === 'payment-unclear')
  for (const payment of payments)
    if (!inTugriks(payment) && payment.status === 'PAID' && !seen.has(payment.payment_id) && !isShown)
      find('hidden', `${payment.first_amount} ${payment.currency} of ${sale.id} is not in the attention list`)
}

/** Checks that a sale was sold for the total of its lines: by the counted part of each payment, and by tenders. */
function auditPrice({ sale, events }: SaleRows, accounts: readonly Account[], find: Find): void {
  if (sale.soldAt === null) return
  const total = sum(sale.lines)
  const tenders = sum(sale.tenders.filter(({ returnedAt }) => returnedAt === null))
  const again = sum(
    events.flatMap((event) =>
      event.kind === 'attention-settled' && event.resolution === 'collected-again' ? event.shares : [],
    ),
  )
  const counted = accounts.reduce((all, account) => all + account.counted, 0)
  if (counted + tenders - again !== total)
    find(
      'wrong_amounts',
      `sold for ${total}: ${counted} of payments, ${tenders} of tenders, ${again} of them taken again`,
    )
}

const sum = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((all, { amount }) => all + amount, 0)
