/**
 * How a sale stands, derived from its parts and stored nowhere.
 *
 *     parked ◀──▶ open ───────── discard ──────────▶ cancelled (never had an invoice)
 *       charge │  │ tenders for all of it ──────────────────────┐
 *              ▼  └─────────────────────┐                       │
 *     invoicing ──▶ awaiting-payment ──▶ partly-paid            │
 *       │             │      │              │  tenders for the  │
 *       │ withdrawn   │      └──────┬───────┘  rest of it       │
 *       ▼             │ cancel      ▼ payments add up to what is due
 *     open            ▼           receipting ──▶ completed ◀────┘
 *                cancelling         │ ▲ try again
 *                     │             ▼ │
 *                     ▼           receipt-owed
 *                cancelled ──▶ (watched on, money comes) ──▶ paid-late
 */
import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { type Money, money, NO_MONEY, sumMoney } from './money.ts'
import { paymentSchema, takenTenderSchema } from './payment.ts'
import { isPerhapsDone, openReturn, type ReturnVoid } from './return.ts'
import {
  type EReceipt,
  ereceiptSchema,
  type IssuedEReceipt,
  invoiceSchema,
  type Paper,
  type Sale,
  type SaleInvoice,
} from './sale.ts'
import { cameFor, keptTenders, owedToPayers, receivedFor, sumOf, tenderSum } from './sale-account.ts'
import { idSchema, moneySchema, timeSchema, type Wire } from './wire.ts'

/** What the paper of a sale comes to, as the screens show it. */
const printStatusSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('not yet') }),
  z.strictObject({ step: z.literal('queued'), jobId: idSchema, failure: z.nullable(failureSchema) }),
  z.strictObject({ step: z.literal('printed'), jobId: idSchema, at: timeSchema }),
  z.strictObject({ step: z.literal('given-up') }),
  /** All of the goods came back before it was printed: none is wanted. */
  z.strictObject({ step: z.literal('none') }),
])
export type PrintStatus = Wire<typeof printStatusSchema>

/** Where the making of an invoice stands. */
const invoicingStepSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('requested'), failure: z.null() }),
  z.strictObject({ name: z.enum(['unknown', 'waiting']), failure: failureSchema }),
])

const chargedShape = {
  total: moneySchema,
  /** What the invoice is made for: the total less the tenders that were taken before. */
  due: moneySchema,
  tenders: z.array(takenTenderSchema),
}
const shownShape = {
  invoice: invoiceSchema,
  shownAt: timeSchema,
  payments: z.array(paymentSchema),
  /** What came of it by the service. */
  paid: moneySchema,
}
const endedShape = {
  total: moneySchema,
  tenders: z.array(takenTenderSchema),
  payments: z.array(paymentSchema),
  /** Of the last charge; null where there never was one. */
  invoice: z.nullable(invoiceSchema),
  watchUntil: z.nullable(timeSchema),
}

const soldStatusSchema = z.strictObject(endedShape).extend({
  name: z.enum(['receipting', 'receipt-owed', 'completed']),
  /** All that came in for it. What a return of ours gave back of it came in all the same: that is told by the return. */
  paid: moneySchema,
  /** What of it is owed to payers still. */
  surplus: moneySchema,
  paidAt: timeSchema,
  ereceipts: z.array(ereceiptSchema),
  print: printStatusSchema,
  /** An invoice that the sale did not need: whether it is on its way out, or can still be paid. */
  unneeded: z.enum(['none', 'cancelling', 'cancelled', 'left-open']),
  /** Why an e-receipt is owed; null but for `receipt-owed`. */
  failure: z.nullable(failureSchema),
})
export type SoldStatus = Wire<typeof soldStatusSchema>

/** Sent along with a sale, so that the page need not derive it at every drawing. */
export const saleStatusSchema = z.discriminatedUnion('name', [
  /** Tenders that were taken for a part of it lock the goods until they are given back or the sale is settled. */
  z.strictObject({
    name: z.literal('open'),
    failure: z.nullable(failureSchema),
    tenders: z.array(takenTenderSchema),
  }),
  z.strictObject({ name: z.literal('parked'), label: z.string(), at: timeSchema }),
  z.strictObject(chargedShape).extend({
    name: z.literal('invoicing'),
    step: invoicingStepSchema,
    /** The cashier has asked to withdraw the charge while its outcome was unknown. */
    withdrawing: z.boolean(),
  }),
  z
    .strictObject(chargedShape)
    .extend(shownShape)
    .extend({
      name: z.enum(['awaiting-payment', 'partly-paid']),
      /** Why the service did not cancel it. */
      refused: z.nullable(failureSchema),
    }),
  z
    .strictObject(chargedShape)
    .extend(shownShape)
    .extend({
      name: z.literal('cancelling'),
      /** `unknown`: the answer to the cancellation was lost; a check or a get says which it was. */
      step: z.enum(['requested', 'unknown', 'waiting']),
      failure: z.nullable(failureSchema),
    }),
  z.strictObject(endedShape).extend({ name: z.literal('cancelled'), at: timeSchema }),
  /** Money of an unsold sale: a person decides. */
  z.strictObject(endedShape).extend({
    name: z.literal('paid-late'),
    paid: moneySchema,
    owed: moneySchema,
    foundAt: timeSchema,
  }),
  soldStatusSchema,
])
export type SaleStatus = Wire<typeof saleStatusSchema>

export const SALE_STATUS_NAMES = [
  'open',
  'parked',
  'invoicing',
  'awaiting-payment',
  'partly-paid',
  'cancelling',
  'cancelled',
  'paid-late',
  'receipting',
  'receipt-owed',
  'completed',
] as const satisfies readonly SaleStatus['name'][]
export type SaleStatusName = SaleStatus['name']

export const isSold = ({ soldAt }: Pick<Sale, 'soldAt'>): boolean => soldAt !== null

export const totalOf = (lines: Sale['lines']): Money => sumMoney(lines.map((line) => line.amount))

/**
 * The invoice that the sale is charged by, or was last; null for a cart. One that was refused, or never made, gave the
 * cart back. `extra` ones were found under a number beside another, and are never it.
 */
export function chargeOf({ invoices }: Pick<Sale, 'invoices'>): SaleInvoice | null {
  const last = invoices.findLast(({ extra }) => !extra)
  return last && last.step.name !== 'refused' && last.step.name !== 'absent' ? last : null
}

/** Whether a charge of it came to an invoice. One that was refused, or never made, did not. */
export const hadInvoice = ({ invoices }: Pick<Sale, 'invoices'>): boolean =>
  invoices.some(({ invoice }) => invoice !== null)

/** The terms that a sale was sold under, or is charged under; null for a cart, also for one that a charge gave back. */
export const standingTerms = (sale: Sale): Sale['terms'] =>
  sale.soldAt !== null || chargeOf(sale) !== null ? sale.terms : null

/** The paper that ends the print: the last one that nothing took the place of. */
export const currentPaper = ({ papers }: Pick<Sale, 'papers'>): Paper | null =>
  papers.findLast(({ step }) => step.name !== 'superseded') ?? null

export const isMaking = ({ step: { name } }: SaleInvoice): boolean =>
  name === 'requested' || name === 'unknown' || name === 'waiting'

export const isCancelling = ({ step: { name } }: SaleInvoice): boolean =>
  name === 'cancel-due' || name === 'cancel-requested' || name === 'cancel-unknown'

export function statusOf(sale: Sale): SaleStatus {
  if (sale.soldAt !== null) return soldStatus(sale, sale.soldAt)
  if (sale.endedAt !== null) return endedStatus(sale, sale.endedAt)
  if (sale.parked) return { name: 'parked', ...sale.parked }
  const charge = chargeOf(sale)
  return charge === null
    ? { name: 'open', failure: sale.refusal, tenders: keptTenders(sale) }
    : chargedStatus(sale, charge)
}

function chargedStatus(sale: Sale, charge: SaleInvoice): SaleStatus {
  const total = totalOf(sale.lines)
  const due = charge.amount ?? total
  const charged = { total, due, tenders: keptTenders(sale) }
  const { step, invoice, shownAt } = charge
  if (step.name === 'requested' || step.name === 'unknown' || step.name === 'waiting' || invoice === null)
    return { name: 'invoicing', ...charged, step: makingOf(charge), withdrawing: !charge.wanted }
  // Before the sale, what was given back is not paid any more.
  const paid = money(receivedFor(sale) - tenderSum(sale))
  const shown = { ...charged, invoice, shownAt: shownAt ?? sale.openedAt, payments: sale.payments, paid }
  switch (step.name) {
    case 'cancel-requested':
      return { name: 'cancelling', ...shown, step: 'requested', failure: step.failure }
    case 'cancel-unknown':
      return { name: 'cancelling', ...shown, step: 'unknown', failure: step.failure }
    case 'cancel-due':
      return { name: 'cancelling', ...shown, step: 'waiting', failure: step.failure }
    default: {
      // One that is said to be paid is checked at once: its money has mostly come.
      const isComing = charge.refusals < 2 && sale.payments.length === 0
      const why = step.name === 'open' ? (step.refused ?? null) : null
      const refused = why?.name === 'INVOICE_PAID' && isComing ? null : why
      return { name: paid > NO_MONEY ? 'partly-paid' : 'awaiting-payment', ...shown, refused }
    }
  }
}

/** Whether the sale is ended by one more cancellation: its charge then goes its own way, and money that comes is the payer's. */
export function endsByCancelling(status: SaleStatus): boolean {
  switch (status.name) {
    case 'partly-paid':
      return true
    case 'awaiting-payment':
      return status.refused !== null
    case 'cancelling':
      return status.failure !== null
    case 'invoicing':
      return status.withdrawing && status.step.name === 'unknown'
    default:
      return false
  }
}

function makingOf({ step }: SaleInvoice): Wire<typeof invoicingStepSchema> {
  return step.name === 'unknown' || step.name === 'waiting'
    ? { name: step.name, failure: step.failure }
    : { name: 'requested', failure: null }
}

function endedStatus(sale: Sale, at: number): SaleStatus {
  const ended = endedOf(sale)
  const found = sale.payments.flatMap(({ cameAt }) => cameAt ?? [])
  if (found.length === 0) return { name: 'cancelled', ...ended, at }
  const owed = sumOf(owedToPayers(sale))
  const paid = money(cameFor(sale) - tenderSum(sale))
  return { name: 'paid-late', ...ended, paid, owed, foundAt: Math.max(...found) }
}

const endedOf = (sale: Sale): Pick<SoldStatus, keyof typeof endedShape> => ({
  total: totalOf(sale.lines),
  tenders: keptTenders(sale),
  payments: sale.payments,
  invoice: sale.invoices.findLast(({ extra, invoice }) => !extra && invoice !== null)?.invoice ?? null,
  watchUntil: sale.watchedUntil,
})

function soldStatus(sale: Sale, paidAt: number): SoldStatus {
  const print = printOf(sale)
  const owing = sale.ereceipts.some(isAwaited)
  const paperIsOut = print.step === 'printed' || print.step === 'given-up' || nothingLeft(sale)
  const refused = sale.ereceipts.find((one) => one.step === 'refused' && !isMoneyReturned(sale, one))
  const name = owing || !paperIsOut ? 'receipting' : refused ? 'receipt-owed' : 'completed'
  return {
    name,
    ...endedOf(sale),
    paid: cameFor(sale),
    surplus: sumOf(owedToPayers(sale)),
    paidAt,
    ereceipts: sale.ereceipts,
    print,
    unneeded: unneededOf(sale),
    failure: name === 'receipt-owed' && refused?.step === 'refused' ? refused.failure : null,
  }
}

/** All of its goods came back. */
export const nothingLeft = ({ returns }: Pick<Sale, 'returns'>): boolean =>
  returns.some(({ state, whole }) => state === 'completed' && whole)

/** A return that is over decided about it: no e-receipt is owed for its payment any more. */
const isMoneyReturned = ({ returns }: Sale, { paymentId }: EReceipt): boolean =>
  returns.some(
    ({ state, voids }) => state === 'completed' && voids.some((one) => one.paymentId === paymentId),
  )

function printOf(sale: Sale): PrintStatus {
  const paper = currentPaper(sale)
  if (paper === null && nothingLeft(sale)) return { step: 'none' }
  if (paper === null || paperStep(sale) === 'queue' || sale.ereceipts.some(isAwaited))
    return { step: 'not yet' }
  const { jobId, step } = paper
  if (jobId === null || step.name === 'given-up') return { step: 'given-up' }
  if (step.name === 'printed') return { step: 'printed', jobId, at: step.at }
  return { step: 'queued', jobId, failure: step.name === 'queued' ? step.failure : null }
}

export const isAwaited = ({ step }: EReceipt): boolean => step === 'due' || step === 'requested'

/**
 * What is to be done about paper. The receipt is queued once its e-receipts are there or will not come, a slip for those that
 * came later. A paper that waits and carries others than are still to be printed has its place taken, or is dropped.
 */
export function paperStep(sale: Sale): 'queue' | 'drop' | null {
  const paper = currentPaper(sale)
  const waits = paper?.step.name === 'queued'
  if (nothingLeft(sale)) return waits ? 'drop' : null
  if (sale.soldAt === null || sale.ereceipts.some(isAwaited) || openReturn(sale)) return null
  const owed = toBePrinted(sale).map(nameOf)
  if (waits && paper.carries.length === owed.length && owed.every((name) => paper.carries.includes(name)))
    return null
  if (owed.length > 0 || !sale.papers.some(isOut)) return 'queue'
  return waits ? 'drop' : null
}

/**
 * Whether the paper that waits may be printed now: not while a manager holds the sale, nor while an e-receipt that it carries
 * is being voided or is asked for again.
 */
export function paperIsReady(sale: Sale): boolean {
  const paper = currentPaper(sale)
  if (paper?.step.name !== 'queued' || sale.held) return false
  const carried = carriedBy(sale, paper)
  const voids = openReturn(sale)?.voids ?? []
  const isBeingVoided = ({ paymentId }: EReceipt): boolean =>
    voids.some((one) => one.paymentId === paymentId && one.step.name !== 'skipped')
  return carried.length === paper.carries.length && !carried.some(isBeingVoided)
}

/** Which e-receipt of its payment it is. */
export const nameOf = ({ paymentId, last }: EReceipt): string => `${paymentId} ${last?.no ?? 1}`

/** Known to be issued, and not to be void: what it is printed as. */
export const issuedIdOf = (one: EReceipt): string | null =>
  one.step === 'issued' ? one.printedId : (one.last?.printedId ?? null)

/** What may be active at the service, whatever is wanted of it here. */
export const mayStand = ({ step, last, perhapsIssued }: EReceipt): boolean =>
  step === 'issued' || step === 'requested' || perhapsIssued === true || Boolean(last?.ids)

/** Not of an earlier one of the payment. */
export const isVoidOf = (
  had: ReturnVoid,
  { paymentId, last }: Pick<EReceipt, 'paymentId' | 'last'>,
): boolean => had.paymentId === paymentId && (had.no === undefined || had.no === last?.no)

/** E-receipts that stand, as far as is known: one whose void was left to be, and was perhaps done, is on no paper any more. */
export const standingReceipts = ({
  ereceipts,
  returns,
}: Pick<Sale, 'ereceipts' | 'returns'>): readonly IssuedEReceipt[] =>
  ereceipts.filter(
    (one): one is IssuedEReceipt =>
      one.step === 'issued' &&
      !returns.some(
        ({ state, voids }) =>
          state !== 'called-off' && voids.some((had) => isPerhapsDone(had) && isVoidOf(had, one)),
      ),
  )

/** Those of a paper that stand still. */
export const carriedBy = (sale: Sale, { carries }: Paper): readonly IssuedEReceipt[] =>
  standingReceipts(sale).filter((one) => carries.includes(nameOf(one)))

/** Each is printed once: those that are on no paper yet. */
export function toBePrinted(sale: Pick<Sale, 'ereceipts' | 'returns' | 'papers'>): readonly IssuedEReceipt[] {
  const out = new Set(sale.papers.filter(isOut).flatMap(({ carries }) => carries))
  return standingReceipts(sale).filter((one) => !out.has(nameOf(one)))
}

/** Payments whose lottery and QR are still to be put on paper: nothing else is kept sealed. */
export const sealedPayments = (sale: Sale): readonly string[] =>
  sale.soldAt === null || nothingLeft(sale) ? [] : toBePrinted(sale).map(({ paymentId }) => paymentId)

const isOut = ({ step }: Paper): boolean => step.name === 'printed' || step.name === 'given-up'

function unneededOf({ invoices }: Sale): SoldStatus['unneeded'] {
  const unneeded = invoices.filter(({ wanted }) => !wanted)
  if (unneeded.some((one) => isMaking(one) || isCancelling(one))) return 'cancelling'
  if (unneeded.some(({ step }) => step.name === 'left-open')) return 'left-open'
  return unneeded.some(({ step }) => step.name === 'cancelled') ? 'cancelled' : 'none'
}
