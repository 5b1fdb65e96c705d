/** Charging a cart by QR, and taking the charge back: what each comes to. Pure. */
import type { Sale, SaleEvent } from '../../shared/sale.ts'
import {
  chargeOf,
  endsByCancelling,
  isCancelling,
  isMaking,
  statusOf,
  totalOf,
} from '../../shared/sale-status.ts'
import { missingIn, type Policy, refuse } from '../sales/index.ts'

/** For what is still missing; `number` is of the invoice, and has never been used. */
export function chargeEvents(sale: Sale, { terms }: Policy, number: string): readonly SaleEvent[] {
  if (sale.lines.length === 0) return refuse('SALE_EMPTY')
  const total = totalOf(sale.lines)
  const due = missingIn(sale)
  if (due <= 0) return refuse('AMOUNT_ZERO')
  return [{ kind: 'invoice-requested', total, due, attempt: 1, number, terms }]
}

/**
 * Withdraws a charge that is being made, or cancels its QR. Ends a sale that was paid in part, or whose charge could not be
 * cancelled: what came, or comes, is then the payer's. None where it is under way already.
 */
export function cancelEvents(sale: Sale, { watchUntil }: Policy): readonly SaleEvent[] {
  const charge = chargeOf(sale)
  const status = statusOf(sale)
  if (status.name === 'cancelled' || status.name === 'paid-late') return []
  if (charge === null || sale.soldAt !== null) return refuse('SALE_NOT_CANCELLABLE')
  const { no } = charge
  if (endsByCancelling(status)) return [{ kind: 'sale-ended', watchUntil }]
  if (isCancelling(charge) || !charge.wanted) return []
  return [{ kind: isMaking(charge) ? 'charge-withdrawal-asked' : 'cancel-requested', no }]
}
