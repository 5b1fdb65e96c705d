/**
 * Returns of a sale at several tills of a shop (docs/many-tills.md#returns-at-another-till). The till that made the sale
 * has the sale; a till that takes back its goods has it as a *guest sale* in its own journal. Each learns from the shop
 * database what the others did. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import { failure, refuse } from '../../../shared/failure.ts'
import { answersLost } from '../../../shared/sale/answers.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import { saleOfOtherTill } from '../../../shared/sale/of-other-till.ts'
import { openReturn, type Return } from '../../../shared/sale/return.ts'
import { voidSlips } from '../../../shared/sale/return-steps.ts'
import { type Sale, type SaleEvent, saleSchema, type ToldByShop } from '../../../shared/sale/sale.ts'
import { isAwaited, nameOf, statusOf } from '../../../shared/sale/status.ts'
import type { Wire } from '../../../shared/wire.ts'

/** What a till tells the others of a sale: all its returns, and what they changed. */
export const toldReturnsSchema = saleSchema.pick({
  returns: true,
  ereceipts: true,
  payments: true,
  papers: true,
  decisions: true,
})
export type ToldReturns = Wire<typeof toldReturnsSchema>

/**
 * Whether a return of the sale is over, with all that follows from it: the next till may have the sale. An e-receipt that
 * a guest sale got is out on paper first, because its lottery number never leaves the till.
 */
export const areReturnsOver = (sale: Sale): boolean =>
  openReturn(sale) === null &&
  !sale.ereceipts.some(isAwaited) &&
  voidSlips(sale).length === 0 &&
  (sale.origin === undefined || statusOf(sale).name !== 'fulfilling')

export const toldOf = ({ returns, ereceipts, payments, papers, decisions }: ToldReturns): ToldReturns => ({
  returns,
  ereceipts,
  payments,
  papers,
  decisions,
})

/**
 * The sale with the returns that it does not know yet, and with what they changed. An ended return replaces the same one
 * while it was open. The same twice changes nothing.
 */
export function withTold<Known extends ToldReturns>(sale: Known, told: ToldReturns): Known {
  const fresh = told.returns.filter((one) => isNews(sale, one))
  if (fresh.length === 0) return sale
  const ids = new Set(fresh.map(({ id }) => id))
  const touched = new Set(
    fresh.flatMap(({ voids, parts }) => [...voids, ...parts].map(({ paymentId }) => paymentId)),
  )
  const ofThem = <One extends { readonly paymentId: string }>(ones: readonly One[], theirs: readonly One[]) =>
    ones.map((one) =>
      touched.has(one.paymentId) ? (theirs.find(({ paymentId }) => paymentId === one.paymentId) ?? one) : one,
    )
  const statuses = ofThem(sale.payments, told.payments)
  const jobs = new Set(sale.papers.map(({ jobId }) => jobId))
  return {
    ...sale,
    returns: [...sale.returns.filter(({ id }) => !ids.has(id)), ...fresh].sort(
      (one, other) => one.openedAt - other.openedAt,
    ),
    // What a person has seen of goods that came back twice was not this.
    decisions: sale.decisions.filter(({ cause }) => cause !== 'returned-twice'),
    ereceipts: ofThem(sale.ereceipts, told.ereceipts),
    payments: sale.payments.map((one, index) => ({ ...one, status: statuses[index]?.status ?? one.status })),
    papers: [
      ...sale.papers,
      ...told.papers.filter(
        ({ jobId, step }) => jobId !== null && !jobs.has(jobId) && step.name !== 'queued',
      ),
    ],
  }
}

function isNews({ returns }: Pick<Sale, 'returns'>, one: Return): boolean {
  const had = returns.find(({ id }) => id === one.id)
  return had === undefined || (had.state === 'open' && one.state !== 'open')
}

/** Without returns of another sale. A till whose journal was set back may give a number, and so a claim, to two sales. */
export function ofThisSale<Known extends ToldReturns>(told: Known, { lines }: Pick<Sale, 'lines'>): Known {
  const ids = new Set(lines.map(({ id }) => id))
  return { ...told, returns: told.returns.filter((one) => one.lines.every(({ lineId }) => ids.has(lineId))) }
}

/** The sale without these returns. */
export const withoutReturns = <Known extends ToldReturns>(sale: Known, gone: readonly Return[]): Known => ({
  ...sale,
  returns: sale.returns.filter((one) => !gone.includes(one)),
})

/**
 * The events with which the sale knows what other tills did; empty where it knows it. A return that was open at a till
 * that is gone continues here: what that till had requested is found out.
 */
export function toldEvents(sale: Sale, told: ToldReturns, monitorUntil: number): readonly SaleEvent[] {
  const known = toldOf(told)
  if (isDeepStrictEqual(known, toldOf(sale))) return []
  const isRefunded = known.returns.some(
    (one) => isNews(sale, one) && one.parts.some(({ by }) => by === 'refund'),
  )
  // The till that has the invoice sees whether an accepted refund is really done.
  const monitored = isRefunded && sale.invoices.length > 0 ? { monitoredUntil: monitorUntil } : {}
  const event = { kind: 'told-by-shop', known: { ...known, ...monitored } } as const
  const after = applyAll(sale, sale.id, sale.openedAt, [event])
  return [event, ...answersLost(after, failure('TERMINAL_RESTARTED'))]
}

/** The events that bring another till's sale into this journal, as a guest sale. */
export function guestEvents(sale: Sale, till: string): readonly SaleEvent[] {
  const { terminal, day, sequence, senderInvoiceNo, cashier } = sale
  const { lines, discount, note, receiver, terms, tenders, soldAt } = sale
  const known: ToldByShop = {
    ...{ origin: till, lines, discount, note, receiver, terms, tenders, soldAt },
    ...toldOf(asGuest(sale)),
  }
  return [
    { kind: 'opened', terminal, day, sequence, senderInvoiceNo, cashier },
    { kind: 'told-by-shop', known },
  ]
}

/**
 * The sale as a guest sale has it: the papers of the till that made it are that till's matter, so here they are given
 * up. `own` are the papers that the guest sale printed.
 */
export const asGuest = <Known extends ToldReturns>(sale: Known, own: Sale['papers'] = []): Known => ({
  ...sale,
  papers: [
    { jobId: null, carries: sale.ereceipts.map(nameOf), step: { name: 'given-up' } },
    ...own.filter(({ jobId }) => jobId !== null),
  ],
})

/** The sale in a row of the shop database. Refuses one that cannot be read. */
export const saleInRow = (body: { readonly sale?: unknown }): Sale =>
  saleOfOtherTill.safeParse(body.sale).data ?? refuse('SHOP_DATABASE_REFUSED')
