/** Applies events to the invoices of a sale: the charge and the invoices that the sale does not need, in one list. */
import { failure } from '../failure.ts'
import { unfit } from './refuse.ts'
import type { InvoiceStep, Sale, SaleEvent, SaleInvoice } from './sale.ts'
import { chargeOf, isCancelling } from './status.ts'

/** After this many whole lists without the number the invoice counts as never made: a lost request may arrive late. */
export const ABSENT_TIMES = 2

/** Receives the events that no other part of the sale takes. Throws where the event fits no invoice. */
export function applyToInvoices(sale: Sale, at: number, event: SaleEvent): Sale {
  switch (event.kind) {
    case 'invoice-requested':
      return requested(sale, event)
    case 'invoice-found':
      return { ...sale, invoices: [...sale.invoices, foundInvoice(sale, event)] }
    case 'sale-ended':
      return ended(unneeded(sale), at, event.monitorUntil)
    case 'invoice-refused':
      return {
        ...changed(sale, at, event),
        refusal: isCharge(sale, event) && invoiceOf(sale, event).wanted ? event.failure : sale.refusal,
      }
    case 'cancel-waiting': {
      const why = event.failure
      return { ...changed(sale, at, event), refusal: why.name === 'QR_MISSING' ? why : sale.refusal }
    }
    case 'invoice-cancelled':
      return isCharge(sale, event) && sale.soldAt === null && sale.endedAt === null
        ? ended(changed(sale, at, event), at, event.monitorUntil)
        : monitored(changed(sale, at, event), event.monitorUntil)
    case 'work-given-up':
      return event.work === 'cancellation' ? cancellationGivenUp(sale) : unfit(event.kind, 'not waiting')
    default:
      return changed(sale, at, event)
  }
}

function invoiceOf({ invoices }: Sale, event: SaleEvent): SaleInvoice {
  const found = 'no' in event ? invoices.find(({ no }) => no === event.no) : undefined
  return found ?? unfit(event.kind, 'without an invoice')
}

const isCharge = (sale: Sale, event: SaleEvent): boolean => chargeOf(sale)?.no === invoiceOf(sale, event).no

const withInvoice = (sale: Sale, invoice: SaleInvoice): Sale => ({
  ...sale,
  invoices: sale.invoices.map((one) => (one.no === invoice.no ? invoice : one)),
})

function requested(sale: Sale, event: Extract<SaleEvent, { kind: 'invoice-requested' }>): Sale {
  const terms = event.terms ?? sale.terms
  const step: InvoiceStep = { name: 'requested', attempt: event.attempt }
  const had = chargeOf(sale)
  if (had !== null) {
    if (had.step.name !== 'waiting' && had.step.name !== 'unknown') return unfit(event.kind, had.step.name)
    const mayAppear = had.mayAppear || had.step.name === 'unknown'
    return { ...withInvoice(sale, { ...had, step, mayAppear }), terms }
  }
  if (sale.soldAt !== null || sale.endedAt !== null || sale.parked) return unfit(event.kind, 'no open cart')
  const made: SaleInvoice = {
    no: sale.invoices.length + 1,
    number: event.number ?? sale.senderInvoiceNo,
    amount: event.due,
    step,
    wanted: true,
    extra: false,
    invoice: null,
    shownAt: null,
    refusals: 0,
    mayAppear: false,
  }
  return { ...sale, invoices: [...sale.invoices, made], refusal: null, terms }
}

const foundInvoice = (
  sale: Sale,
  { number, amount, invoice }: Extract<SaleEvent, { kind: 'invoice-found' }>,
): SaleInvoice => ({
  no: sale.invoices.length + 1,
  number,
  amount,
  step: { name: 'cancel-due', failure: null },
  wanted: false,
  extra: true,
  invoice,
  shownAt: null,
  refusals: 0,
  mayAppear: false,
})

const changed = (sale: Sale, at: number, event: SaleEvent): Sale =>
  withInvoice(sale, after(sale, invoiceOf(sale, event), at, event))

function after(sale: Sale, had: SaleInvoice, at: number, event: SaleEvent): SaleInvoice {
  const { step } = had
  const to = (next: InvoiceStep): SaleInvoice => ({ ...had, step: next })
  const attempt = 'attempt' in step ? step.attempt : 1
  switch (event.kind) {
    case 'invoice-created':
      return {
        ...had,
        step: had.wanted ? { name: 'open' } : { name: 'cancel-due', failure: null },
        invoice: event.invoice,
        shownAt: at,
      }
    case 'invoice-unknown':
      return to({
        name: 'unknown',
        attempt,
        failure: event.failure,
        absentTimes: 0,
        ...(event.refused ? { refused: true } : {}),
      })
    case 'invoice-absent':
      return absentAgain(had, event.kind)
    case 'invoice-waiting':
      return to(had.wanted ? { name: 'waiting', attempt, failure: event.failure } : { name: 'absent' })
    case 'invoice-refused':
      // Where the service may have an invoice under this number, the number is listed again and never used for another
      // charge.
      return {
        ...to({ name: 'refused', failure: event.failure }),
        mayAppear: had.mayAppear || (step.name === 'unknown' && step.refused === true),
      }
    case 'charge-withdrawal-asked':
      return { ...had, wanted: false }
    case 'charge-withdrawn':
      return {
        ...had,
        step: { name: 'absent' },
        wanted: false,
        mayAppear: had.mayAppear || step.name === 'unknown',
      }
    case 'cancel-requested':
      return had.invoice === null
        ? unfit(event.kind, step.name)
        : to({
            name: 'cancel-requested',
            failure: isCancelling(had) && 'failure' in step ? step.failure : null,
          })
    case 'cancel-unknown':
      return to({ name: 'cancel-unknown', failure: event.failure })
    case 'cancel-waiting':
      return to({ name: 'cancel-due', failure: event.failure })
    case 'cancel-refused':
      return standing(sale, { ...had, refusals: had.refusals + 1 }, event.failure)
    case 'invoice-cancelled':
      return to({ name: 'cancelled', at })
    default:
      return unfit(event.kind, 'nothing that it is about')
  }
}

/**
 * Counts a whole list that lacks the number. After the last one a withdrawn invoice counts as absent; the runner
 * requests or withdraws a wanted one.
 */
function absentAgain(had: SaleInvoice, kind: string): SaleInvoice {
  const { step } = had
  if (step.name !== 'unknown') return unfit(kind, step.name)
  const absentTimes = step.absentTimes + 1
  return absentTimes >= ABSENT_TIMES && !had.wanted
    ? { ...had, step: { name: 'absent' }, mayAppear: true }
    : { ...had, step: { ...step, absentTimes } }
}

/** After a refused cancellation the QR is shown again if the sale still needs it, else the invoice is left open. */
function standing(sale: Sale, had: SaleInvoice, why: ReturnType<typeof failure>): SaleInvoice {
  const isUp = !had.extra && sale.soldAt === null && sale.endedAt === null && chargeOf(sale)?.no === had.no
  return isUp
    ? { ...had, step: { name: 'open', refused: why }, wanted: true }
    : { ...had, step: { name: 'left-open', failure: why, seen: false } }
}

const cancellationGivenUp = (sale: Sale): Sale => ({
  ...sale,
  invoices: sale.invoices.map((one) => (isCancelling(one) ? standing(sale, one, failure('GIVEN_UP')) : one)),
})

/** Marks the charge as no longer needed: like any other unwanted invoice it is looked up, cancelled and monitored. */
export function unneeded(sale: Sale): Sale {
  const charge = chargeOf(sale)
  if (charge === null) return sale
  return withInvoice(sale, { ...charge, wanted: false, step: unneededStep(charge) })
}

function unneededStep({ step }: SaleInvoice): InvoiceStep {
  if (step.name === 'waiting') return { name: 'absent' }
  return step.name === 'open' ? { name: 'cancel-due', failure: null } : step
}

/** Keeps the charge as the invoice that settled the sale, even where its cancellation was requested. */
export function settledByCharge(sale: Sale): Sale {
  const charge = chargeOf(sale)
  return charge === null ? sale : withInvoice(sale, { ...charge, wanted: true, step: { name: 'open' } })
}

const ended = (sale: Sale, at: number, monitorUntil: number): Sale =>
  monitored({ ...sale, endedAt: at }, monitorUntil)

/** A new end time makes the runner start the monitoring rounds again. */
const monitored = (sale: Sale, until: number): Sale => ({ ...sale, monitoredUntil: until })
