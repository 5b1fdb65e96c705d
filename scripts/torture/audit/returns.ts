/** Whether what came back was given back once, as the journal says it was, and no more than was sold. */
import { returnedOf } from '../../../shared/return.ts'
import type { Sale } from '../../../shared/sale.ts'
import type { SaleNote } from '../notes.ts'
import type { Books } from './books.ts'
import type { Find } from './findings.ts'
import type { SaleRows } from './journal-file.ts'

export function auditReturns({ sale, events }: SaleRows, books: Books, note: SaleNote, find: Find): void {
  const known = new Set(sale.returns.map(({ id }) => id))
  for (const id of note.returns)
    if (!known.has(id)) find('unexplained', `return ${id} was answered, and is not there`)
  for (const id of known)
    if (!note.returns.has(id)) find('doubled_refunds', `return ${id} was begun by nobody`)
  const sold = sale.lines.reduce((sum, { amount }) => sum + amount, 0)
  const back = returnedOf(sale).total
  if (back > sold) find('doubled_refunds', `${back} went back of ${sold}`)
  const gone = new Set(books.payments.filter(({ status }) => status !== 'PAID').map((one) => one.payment_id))
  for (const paymentId of refundedBy(sale))
    if (!gone.has(paymentId)) find('wrong_amounts', `payment ${paymentId} is said to be refunded, and stands`)
  const voided = events.flatMap((event) => (event.kind === 'ereceipt-voided' ? [event.paymentId] : []))
  for (const receipt of 'ereceipts' in sale.state ? sale.state.ereceipts : []) {
    const stands = books.receipts.some(
      ({ payment_id, status }) => payment_id === receipt.paymentId && status === 'CREATED',
    )
    if (receipt.step === 'voided' && voided.includes(receipt.paymentId) && stands)
      find('doubled_receipts', `the e-receipt of ${receipt.paymentId} is void here, and stands there`)
  }
}

/** Payments that the journal says the service gave back for a return. */
export const refundedBy = ({ returns }: Sale): ReadonlySet<string> =>
  new Set(
    returns.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.by === 'refund' && part.step.name === 'refunded' ? [part.paymentId] : [],
      ),
    ),
  )

/** Payments that the terminal ever asked the service to give back. */
export function askedBack({ sale, events }: SaleRows): readonly string[] {
  const partsAsked = new Set(
    events.flatMap((event) =>
      event.kind === 'refund-requested' ? [`${event.returnId} ${event.partId}`] : [],
    ),
  )
  return sale.returns.flatMap(({ id, parts }) =>
    parts.flatMap((part) =>
      part.paymentId !== null && partsAsked.has(`${id} ${part.id}`) ? [part.paymentId] : [],
    ),
  )
}
