import { type Failure, failure } from '../../../shared/failure.ts'
import type { ParkedSale } from '../../../shared/page/index.ts'
import { statusOf } from '../../../shared/sale/status.ts'
import type { Session } from './session.ts'

/**
 * What a restart would disturb now: a sale, a print, the count of the drawer, a request to the payment service, such as a
 * refund, whose outcome would be unknown, a reconciliation, a copy of the shop.
 */
export function underWay({
  journal,
  sale: { parking, runner },
  paper: { prints },
  books,
  copies,
}: Session): Failure | null {
  const counterId = journal.counter.saleId()
  const sale = counterId === null ? null : journal.sales.byId(counterId)
  if (parking.list().some(({ state }) => WITH_PAYER.includes(state))) return failure('UPDATE_NOT_NOW')
  if (sale !== null) {
    const { name } = statusOf(sale)
    // A paid sale is waited for until its e-receipt was tried once: a service that is off may stay off for days.
    const isPaid = name === 'fulfilling' && (runner.monitoring(sale.id)?.tries ?? 0) === 0
    if (WITH_PAYER.includes(name) || isPaid || (name === 'open' && sale.lines.length > 0))
      return failure('UPDATE_NOT_NOW')
  }
  const isPrinting = prints
    .list()
    .some(({ state, failure: why }) => state === 'printing' || (state === 'queued' && why === null))
  const shift = journal.shifts.open()
  const isCounting = shift !== null && journal.shifts.countDraft(shift.id) !== null
  if (isPrinting || isCounting) return failure('UPDATE_NOT_NOW')
  const isBusy = runner.isBusy() || books.reconciler.run().state === 'running' || copies.status().making
  return isBusy ? failure('BUSY') : null
}

const WITH_PAYER: readonly ParkedSale['state'][] = [
  'invoicing',
  'awaiting-payment',
  'partly-paid',
  'cancelling',
]
