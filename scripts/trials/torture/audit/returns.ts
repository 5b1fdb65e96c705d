/** Checks that what came back was given back once, as the journal says, and that no more came back than was sold. */
import type { Return } from '../../../../shared/sale/return.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import type { SaleNote } from '../notes.ts'
import { type Books, heldAtService } from './books.ts'
import type { SaleRows } from './journal-file.ts'
import { returnedOf } from './returned.ts'
import type { Find } from './story.ts'

export function auditReturns({ sale }: SaleRows, books: Books, note: SaleNote, find: Find): void {
  const known = new Set(sale.returns.map(({ id }) => id))
  // A till learns of the others' returns of a sale of its own. A guest sale learns of them when goods come back again.
  for (const [id, till] of note.returns)
    if (!known.has(id) && (!note.isGuest || till === note.till))
      find('unexplained', `return ${id} was answered, and is not there`)
  for (const one of sale.returns)
    if (!note.returns.has(one.id) && !isOfDecision(sale, one))
      find('doubled_refunds', `return ${one.id} was begun by nobody`)
  const sold = sale.lines.reduce((sum, { amount }) => sum + amount, 0)
  const back = returnedOf(sale).total
  if (back > sold) find('doubled_refunds', `${back} went back of ${sold}`)
  const cash = sale.tenders.filter(({ kind, returnedAt }) => kind === 'cash' && returnedAt === null)
  const paid = cash.reduce((sum, { received, change }) => sum + received - change, 0)
  const given = sale.returns
    .filter(({ state }) => state !== 'cancelled')
    .flatMap(({ parts }) => parts)
    .filter(({ paymentId, tender = 'cash' }) => paymentId === null && tender === 'cash')
    .reduce((sum, { amount, rounding = 0 }) => sum + amount + rounding, 0)
  if (given > paid) find('doubled_refunds', `${given} of cash goes back of ${paid}`)
  for (const payment of books.payments) {
    const { came, held } = heldAtService(payment)
    const refunded = refundedOf(sale, payment.payment_id)
    if (refunded > came - held)
      find('wrong_amounts', `${refunded} of payment ${payment.payment_id} is said to be refunded, and stands`)
  }
}

/**
 * A resolution of the attention list begins a return without money: one that only voids an e-receipt, or "the goods
 * came back" for money that was refunded elsewhere.
 */
function isOfDecision({ decisions }: Sale, { id, lines, parts, openedAt }: Return): boolean {
  if (parts.length > 0) return false
  const [, no] = /^decision-(\d+)$/.exec(id) ?? []
  const decision = decisions[Number(no) - 1]
  return lines.length === 0 || (decision?.resolution === 'goods-returned' && decision.at === openedAt)
}

/** What the service gave back of a payment for returns, according to the journal. */
const refundedOf = ({ returns }: Sale, paymentId: string): number =>
  returns
    .flatMap(({ parts }) => parts)
    .filter((part) => part.paymentId === paymentId && part.step.name === 'refunded')
    .reduce((sum, { amount }) => sum + amount, 0)

/** The payments that the terminal ever asked the service to give back. */
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
