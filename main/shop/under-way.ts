import { type Failure, failure } from '../../shared/failure.ts'
import type { ParkedSale } from '../../shared/ipc/index.ts'
import { statusOf } from '../../shared/sale-status.ts'
import type { Shop } from './shop.ts'

/** What a restart would disturb now: a sale, a print, the count of the drawer, a reconciliation. */
export function underWay({ journal, parking, prints, reconciler, runner }: Shop): Failure | null {
  const counterId = journal.counter.saleId()
  const sale = counterId === null ? null : journal.sales.byId(counterId)
  if (parking.list().some(({ state }) => WITH_PAYER.includes(state))) return failure('UPDATE_SALE_OPEN')
  if (sale !== null) {
    const { name } = statusOf(sale)
    // A sale that is paid blocks until its e-receipt and paper were tried: a service or a printer that is off may stay so.
    const isPaid = name === 'fulfilling' && (runner.monitoring(sale.id)?.tries ?? 0) === 0
    if (WITH_PAYER.includes(name) || isPaid || (name === 'open' && sale.lines.length > 0))
      return failure('UPDATE_SALE_OPEN')
  }
  if (
    prints
      .list()
      .some(({ state, failure: why }) => state === 'printing' || (state === 'queued' && why === null))
  )
    return failure('UPDATE_PRINTING')
  const shift = journal.shifts.open()
  if (shift !== null && journal.shifts.countDraft(shift.id) !== null) return failure('UPDATE_COUNTING')
  return reconciler.run().state === 'running' ? failure('UPDATE_BUSY') : null
}

const WITH_PAYER: readonly ParkedSale['state'][] = [
  'invoicing',
  'awaiting-payment',
  'partly-paid',
  'cancelling',
]
