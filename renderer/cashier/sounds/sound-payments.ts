import type { TerminalView } from '../../../shared/ipc/index.ts'
import type { SaleStatusName } from '../../../shared/sale-status.ts'
import { page } from '../store.ts'
import { sound } from './sound.ts'

/** Plays a sound when the sale at the counter becomes paid, whichever room is open. */
export function soundPayments(): void {
  page.subscribe(({ view }, before) => {
    if (view !== before.view && paidBetween(before.view, view)) sound('paid')
  })
}

type Seen = Pick<TerminalView, 'counter'>

const PAID: ReadonlySet<SaleStatusName> = new Set<SaleStatusName>(['fulfilling', 'receipt-owed', 'completed'])

/**
 * Whether the sale at the counter became paid between two views. A sale that was paid when it appeared does not count.
 */
export function paidBetween(before: Seen | null, after: Seen | null): boolean {
  const [had, has] = [before?.counter, after?.counter]
  if (!had || !has || had.sale.id !== has.sale.id) return false
  return !PAID.has(had.status.name) && PAID.has(has.status.name)
}
