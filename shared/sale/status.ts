/**
 * The status of a sale, derived from its parts and stored nowhere.
 *
 *     moved ◀── parked, and resumed at another till of the shop
 *     parked ◀──▶ open ───────── discard ──────────▶ cancelled (never had an invoice)
 *       charge │  │ tenders for all of it ──────────────────────┐
 *              ▼  └─────────────────────┐                       │
 *     invoicing ──▶ awaiting-payment ──▶ partly-paid            │
 *       │             │      │              │  tenders for the  │
 *       │ withdrawn   │      └──────┬───────┘  missing amount   │
 *       ▼             │ cancel      ▼ payments cover the due    │
 *     open            ▼           fulfilling ──▶ completed ◀────┘
 *                cancelling         │ ▲ try again
 *                     │             ▼ │
 *                     ▼           receipt-owed
 *                cancelled ──▶ (monitored, late payment) ──▶ late-payment
 */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { type Money, money, NO_MONEY, sumMoney, sumOf } from '../money/money.ts'
import { moneySchema } from '../money/schemas.ts'
import { idSchema, timeSchema, type Wire } from '../wire.ts'
import { cameFor, keptTenders, owedToPayers, receivedFor, tenderSum } from './money-of-sale.ts'
import { paymentSchema, takenTenderSchema } from './payment.ts'
import { isVoidAlone, mayBeDone, openReturn, type ReturnVoid } from './return.ts'
import {
  type EReceipt,
  ereceiptSchema,
  type IssuedEReceipt,
  invoiceSchema,
  movedToSchema,
  type Paper,
  type Sale,
  type SaleInvoice,
} from './sale.ts'

/** State of the sale's paper, as the screens show it. */
const printStatusSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('not yet') }),
  z.strictObject({ step: z.literal('queued'), jobId: idSchema, failure: z.nullable(failureSchema) }),
  z.strictObject({ step: z.literal('printed'), jobId: idSchema, at: timeSchema }),
  z.strictObject({ step: z.literal('given-up') }),
  /** All goods came back before the paper was printed: it is not needed. */
  z.strictObject({ step: z.literal('none') }),
])
export type PrintStatus = Wire<typeof printStatusSchema>

/** State of a requested invoice. */
const invoicingStepSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('requested'), failure: z.null() }),
  z.strictObject({ name: z.enum(['unknown', 'waiting']), failure: failureSchema }),
])

const chargedShape = {
  total: moneySchema,
  /** The invoice's amount: the total less the tenders taken before. */
  due: moneySchema,
  tenders: z.array(takenTenderSchema),
}
const shownShape = {
  invoice: invoiceSchema,
  shownAt: timeSchema,
  payments: z.array(paymentSchema),
  /** The money that came through the service. */
  paid: moneySchema,
}
const endedShape = {
  total: moneySchema,
  tenders: z.array(takenTenderSchema),
  payments: z.array(paymentSchema),
  /** The invoice of the last charge; null if the sale was never charged. */
  invoice: z.nullable(invoiceSchema),
  monitorUntil: z.nullable(timeSchema),
}

const soldStatusSchema = z.strictObject(endedShape).extend({
  name: z.enum(['fulfilling', 'receipt-owed', 'completed']),
  /** All money that came in. Refunds of our own returns do not reduce it; the return records them. */
  paid: moneySchema,
  /** The amount that is still owed to payers. */
  surplus: moneySchema,
  paidAt: timeSchema,
  ereceipts: z.array(ereceiptSchema),
  print: printStatusSchema,
  /** An invoice that the sale does not need: being cancelled, cancelled, or left open and payable. */
  unneeded: z.enum(['none', 'cancelling', 'cancelled', 'left-open']),
  /** Why an e-receipt is owed; null in the other states. */
  failure: z.nullable(failureSchema),
})
export type SoldStatus = Wire<typeof soldStatusSchema>

/** Sent to the page with each sale, so that the page does not derive it at every rendering. */
export const saleStatusSchema = z.discriminatedUnion('name', [
  /** Tenders lock the goods until they are given back or the sale is settled. */
  z.strictObject({
    name: z.literal('open'),
    failure: z.nullable(failureSchema),
    tenders: z.array(takenTenderSchema),
  }),
  z.strictObject({ name: z.literal('parked'), label: z.string(), at: timeSchema }),
  z.strictObject(chargedShape).extend({
    name: z.literal('invoicing'),
    step: invoicingStepSchema,
    /** The cashier asked to withdraw the charge while its outcome was unknown. */
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
      /** `unknown`: the answer to the cancellation was lost; a check or a GET of the invoice tells the outcome. */
      step: z.enum(['requested', 'unknown', 'waiting']),
      failure: z.nullable(failureSchema),
    }),
  z.strictObject(endedShape).extend({ name: z.literal('cancelled'), at: timeSchema }),
  /** Another till of the shop continues the cart, and nothing is left of it here. */
  z.strictObject({ name: z.literal('moved'), at: timeSchema, to: movedToSchema }),
  /** Money came for an unsold sale: a person decides about it. */
  z.strictObject(endedShape).extend({
    name: z.literal('late-payment'),
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
  'moved',
  'late-payment',
  'fulfilling',
  'receipt-owed',
  'completed',
] as const satisfies readonly SaleStatus['name'][]
export type SaleStatusName = SaleStatus['name']

export const isSold = ({ soldAt }: Pick<Sale, 'soldAt'>): boolean => soldAt !== null

export const totalOf = (lines: Sale['lines']): Money => sumMoney(lines.map((line) => line.amount))

/**
 * The invoice of the sale's current or last charge; null for a cart. A refused or absent invoice gave the cart back.
 * `extra` invoices were found beside another and never count.
 */
export function chargeOf({ invoices }: Pick<Sale, 'invoices'>): SaleInvoice | null {
  const last = invoices.findLast(({ extra }) => !extra)
  return last && last.step.name !== 'refused' && last.step.name !== 'absent' ? last : null
}

/** Whether the receiver can still change: it goes out with the request of an e-receipt. */
export const mayChangeReceiver = ({
  soldAt,
  endedAt,
  ereceipts,
}: Pick<Sale, 'soldAt' | 'endedAt' | 'ereceipts'>): boolean =>
  endedAt === null &&
  (soldAt === null || ereceipts.length > 0) &&
  ereceipts.every(({ step, last, mayBeIssued }) => step === 'due' && last === undefined && !mayBeIssued)

/** Whether the service ever made an invoice for the sale. */
export const hadInvoice = ({ invoices }: Pick<Sale, 'invoices'>): boolean =>
  invoices.some(({ invoice }) => invoice !== null)

/** The terms of a sold or charged sale; null for a cart, even if an earlier charge stored terms. */
export const standingTerms = (sale: Sale): Sale['terms'] =>
  sale.soldAt !== null || chargeOf(sale) !== null ? sale.terms : null

/** The latest paper that was not superseded; its outcome is the sale's. */
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
  // Without the money that was already given back.
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
      // The service answered that the invoice is paid. The check that follows mostly finds the payment, so no refusal
      // is shown yet.
      const isComing = charge.refusals < 2 && sale.payments.length === 0
      const why = step.name === 'open' ? (step.refused ?? null) : null
      const refused = why?.name === 'INVOICE_PAID' && isComing ? null : why
      return { name: paid > NO_MONEY ? 'partly-paid' : 'awaiting-payment', ...shown, refused }
    }
  }
}

/**
 * Whether one more cancellation ends the sale. The invoice is then handled apart, and money that comes belongs to the
 * payer.
 */
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

const makingOf = ({ step }: SaleInvoice): Wire<typeof invoicingStepSchema> =>
  step.name === 'unknown' || step.name === 'waiting'
    ? { name: step.name, failure: step.failure }
    : { name: 'requested', failure: null }

function endedStatus(sale: Sale, at: number): SaleStatus {
  const ended = endedOf(sale)
  if (sale.movedTo && sale.invoices.length + keptTenders(sale).length === 0)
    return { name: 'moved', at, to: sale.movedTo }
  const found = sale.payments.flatMap(({ cameAt }) => cameAt ?? [])
  if (found.length === 0) return { name: 'cancelled', ...ended, at }
  const owed = sumOf(owedToPayers(sale))
  const paid = money(cameFor(sale) - tenderSum(sale))
  return { name: 'late-payment', ...ended, paid, owed, foundAt: Math.max(...found) }
}

const endedOf = (sale: Sale): Pick<SoldStatus, keyof typeof endedShape> => ({
  total: totalOf(sale.lines),
  tenders: keptTenders(sale),
  payments: sale.payments,
  invoice: sale.invoices.findLast(({ extra, invoice }) => !extra && invoice !== null)?.invoice ?? null,
  monitorUntil: sale.monitoredUntil,
})

function soldStatus(sale: Sale, paidAt: number): SoldStatus {
  const print = printOf(sale)
  const owing = sale.ereceipts.some(isAwaited)
  const paperIsOut = print.step === 'printed' || print.step === 'given-up' || nothingLeft(sale)
  const refused = sale.ereceipts.find((one) => one.step === 'refused' && isOwed(sale, one))
  const name = owing || !paperIsOut ? 'fulfilling' : refused ? 'receipt-owed' : 'completed'
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

/** Whether all goods of the sale came back. */
export const nothingLeft = ({ returns }: Pick<Sale, 'returns'>): boolean =>
  returns.some(({ state, whole }) => state === 'completed' && whole)

/** Not once all goods came back, or a completed return of goods covered the payment. */
const isOwed = (sale: Sale, { paymentId }: EReceipt): boolean =>
  !nothingLeft(sale) &&
  !sale.returns.some(
    (one) =>
      one.state === 'completed' && !isVoidAlone(one) && one.voids.some((had) => had.paymentId === paymentId),
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
 * The next step for the sale's paper. The receipt is queued when no e-receipt is awaited any more; later e-receipts get
 * a slip. A waiting paper with outdated e-receipts is superseded or dropped.
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
 * Whether the waiting paper may be printed: not while a manager holds the sale, and not while one of its e-receipts is
 * being voided or requested again.
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

type Named = { readonly paymentId: string; readonly last?: { readonly no: number } }

/** Name of an e-receipt within the sale: its payment and its number. */
export const nameOf = ({ paymentId, last }: Named): string => `${paymentId} ${last?.no ?? 1}`

/** The printed id of an e-receipt that is known to be issued and not known to be void. */
export const issuedIdOf = (one: EReceipt): string | null =>
  one.step === 'issued' ? one.printedId : (one.last?.printedId ?? null)

/** Whether the e-receipt may be active at the service, even if it is not wanted any more. */
export const mayStand = ({ step, last, mayBeIssued }: EReceipt): boolean =>
  step === 'issued' || step === 'requested' || mayBeIssued === true || Boolean(last?.ids)

/** Whether the void concerns this e-receipt and not an earlier one of the same payment. */
export const isVoidOf = (
  had: ReturnVoid,
  { paymentId, last }: Pick<EReceipt, 'paymentId' | 'last'>,
): boolean => had.paymentId === paymentId && (had.no === undefined || had.no === last?.no)

/**
 * The active e-receipts, as far as is known. One whose void was skipped after a lost answer may be void and is not
 * printed.
 */
export const standingReceipts = ({
  ereceipts,
  returns,
}: Pick<Sale, 'ereceipts' | 'returns'>): readonly IssuedEReceipt[] =>
  ereceipts.filter(
    (one): one is IssuedEReceipt =>
      one.step === 'issued' &&
      !returns.some(
        ({ state, voids }) =>
          state !== 'cancelled' && voids.some((had) => mayBeDone(had) && isVoidOf(had, one)),
      ),
  )

/** The e-receipts on a paper that are still active. */
export const carriedBy = (sale: Sale, { carries }: Paper): readonly IssuedEReceipt[] =>
  standingReceipts(sale).filter((one) => carries.includes(nameOf(one)))

/** The active e-receipts that are on no paper yet: each is printed once. */
export function toBePrinted(sale: Pick<Sale, 'ereceipts' | 'returns' | 'papers'>): readonly IssuedEReceipt[] {
  const out = new Set(sale.papers.filter(isOut).flatMap(({ carries }) => carries))
  return standingReceipts(sale).filter((one) => !out.has(nameOf(one)))
}

/** Payments whose lottery number and QR are still to be printed. Only their seals are kept. */
export const sealedPayments = (sale: Sale): readonly string[] =>
  sale.soldAt === null || nothingLeft(sale) ? [] : toBePrinted(sale).map(({ paymentId }) => paymentId)

/** Whether the customer may have this paper: it was printed, or its printing was given up. */
export const isOut = ({ step }: Paper): boolean => step.name === 'printed' || step.name === 'given-up'

/** What became of the invoices that the sale does not need. */
export function unneededOf({ invoices }: Sale): SoldStatus['unneeded'] {
  const unneeded = invoices.filter(({ wanted }) => !wanted)
  if (unneeded.some((one) => isMaking(one) || isCancelling(one))) return 'cancelling'
  if (unneeded.some(({ step }) => step.name === 'left-open')) return 'left-open'
  return unneeded.some(({ step }) => step.name === 'cancelled') ? 'cancelled' : 'none'
}
