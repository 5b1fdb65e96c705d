/** The invoices of a sale: the one that it is charged by and those that it does not need, in one list. */
import { failure } from '../../shared/failure.ts'
import type { InvoiceStep, Sale, SaleEvent, SaleInvoice } from '../../shared/sale.ts'
import { chargeOf, isCancelling } from '../../shared/sale-status.ts'
import { unfit } from './refuse.ts'

/** How often, a while apart, a whole list must lack a number before the invoice counts as never made: the lost request may still arrive. */
export const ABSENT_TIMES = 2

/** Asked last: an event that belongs to no invoice either does not fit. */
export function applyToInvoices(sale: Sale, at: number, event: SaleEvent): Sale {
  switch (event.kind) {
    case 'invoice-requested':
      return requested(sale, event)
    case 'invoice-found':
      return { ...sale, invoices: [...sale.invoices, foundInvoice(sale, event)] }
    case 'sale-ended':
      return ended(unneeded(sale), at, event.watchUntil)
    case 'invoice-refused':
      return {
        ...changed(sale, at, event),
        refusal: isCharge(sale, event) && invoiceOf(sale, event).wanted ? event.failure : sale.refusal,
      }
    case 'invoice-cancelled':
      return isCharge(sale, event) && sale.soldAt === null && sale.endedAt === null
        ? ended(changed(sale, at, event), at, event.watchUntil)
        : monitored(changed(sale, at, event), event.watchUntil)
    case 'work-given-up':
      return event.work === 'cancellation' ? cancellationGivenUp(sale) : unfit(event.kind, 'not waiting')
    default:
      return changed(sale, at, event)
  }
}

/** The invoice that an event is about. Older journals had one at a time, the last. */
function invoiceOf({ invoices }: Sale, event: SaleEvent): SaleInvoice {
  const found =
    'no' in event && event.no !== undefined ? invoices.find(({ no }) => no === event.no) : invoices.at(-1)
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
    amount: event.due ?? event.total,
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
      // A number that may be used is listed again, and no other charge uses it.
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
 * The runner requests a charge again, or gives it back; an invoice that nobody needs is finished. Version 15 looked
 * for such an invoice without recording that its answer was lost, and once more after it was finished.
 */
function absentAgain(had: SaleInvoice, kind: string): SaleInvoice {
  const { step } = had
  if (step.name === 'absent') return had
  if (step.name !== 'unknown' && (step.name !== 'requested' || had.wanted)) return unfit(kind, step.name)
  const { absentTimes, ...unknown } =
    step.name === 'unknown'
      ? step
      : {
          name: 'unknown' as const,
          attempt: step.attempt,
          failure: failure('TERMINAL_RESTARTED'),
          absentTimes: 0,
        }
  return absentTimes + 1 >= ABSENT_TIMES && !had.wanted
    ? { ...had, step: { name: 'absent' }, mayAppear: true }
    : { ...had, step: { ...unknown, absentTimes: absentTimes + 1 } }
}

/** The invoice was not cancelled: its QR is shown again if the sale is still to be paid, else the invoice is unwanted. */
function standing(sale: Sale, had: SaleInvoice, why: ReturnType<typeof failure>): SaleInvoice {
  const isUp = !had.extra && sale.soldAt === null && sale.endedAt === null && chargeOf(sale)?.no === had.no
  return isUp
    ? { ...had, step: { name: 'open', refused: why }, wanted: true }
    : { ...had, step: { name: 'left-open', failure: why, seen: false } }
}

function cancellationGivenUp(sale: Sale): Sale {
  return {
    ...sale,
    invoices: sale.invoices.map((one) =>
      isCancelling(one) ? standing(sale, one, failure('GIVEN_UP')) : one,
    ),
  }
}

/** The sale does not use this charge any more: it is found out about, cancelled and monitored like any other invoice. */
export function unneeded(sale: Sale): Sale {
  const charge = chargeOf(sale)
  if (charge === null) return sale
  return withInvoice(sale, { ...charge, wanted: false, step: unneededStep(charge) })
}

function unneededStep({ step }: SaleInvoice): InvoiceStep {
  if (step.name === 'waiting') return { name: 'absent' }
  return step.name === 'open' ? { name: 'cancel-due', failure: null } : step
}

/** The invoice was paid: its cancellation came too late. */
export function settledByCharge(sale: Sale): Sale {
  const charge = chargeOf(sale)
  return charge === null ? sale : withInvoice(sale, { ...charge, wanted: true, step: { name: 'open' } })
}

const ended = (sale: Sale, at: number, watchUntil: number): Sale =>
  monitored({ ...sale, endedAt: at }, watchUntil)

/** Monitoring starts again for what is new, until a later time. */
const monitored = (sale: Sale, until: number): Sale => ({ ...sale, watchedUntil: until })
