import type { Failure } from '../failure.ts'
import { invoiceNo } from './answers.ts'
import { openReturn } from './return.ts'
import type { QueuedWork, Sale } from './sale.ts'
import { chargeOf, currentPaper, isAwaited, isMaking, statusOf } from './status.ts'
import { type Step, unheld, workOf } from './steps.ts'

export type Queued = { readonly work: QueuedWork; readonly failure: Failure | null }

/** Work that waits for the service or the printer and continues by itself, one of each kind; not monitoring. */
export function queuedWork(sale: Sale): readonly Queued[] {
  const all = [...workOf(unheld(sale)).flatMap((step) => queuedBy(sale, step)), ...printOf(sale)]
  return all.filter(({ work }, index) => all.findIndex((one) => one.work === work) === index)
}

function queuedBy(sale: Sale, step: Step): readonly Queued[] {
  if ('no' in step) {
    const invoice = invoiceNo(sale, step.no)
    const isCharge = sale.soldAt === null && sale.endedAt === null && chargeOf(sale)?.no === step.no
    return [queued(isCharge && isMaking(invoice) ? 'invoice' : 'cancellation', invoice.step)]
  }
  switch (step.do) {
    case 'create e-receipt':
      return [
        queued(
          'e-receipt',
          sale.ereceipts.find(({ paymentId }) => paymentId === step.paymentId),
        ),
      ]
    case 'void e-receipt':
      return [
        queued('void', openReturn(sale)?.voids.find(({ paymentId }) => paymentId === step.paymentId)?.step),
      ]
    case 'refund payment':
    case 'find out about refund':
      return [queued('refund', openReturn(sale)?.parts.find(({ id }) => id === step.partId)?.step)]
    default:
      return []
  }
}

function printOf(sale: Sale): readonly Queued[] {
  const isPrint = statusOf(sale).name === 'fulfilling' && !sale.ereceipts.some(isAwaited)
  return isPrint ? [queued('print', currentPaper(sale)?.step)] : []
}

const queued = (work: QueuedWork, step: object | undefined): Queued => ({
  work,
  failure: step && 'failure' in step ? (step.failure as Failure | null) : null,
})
