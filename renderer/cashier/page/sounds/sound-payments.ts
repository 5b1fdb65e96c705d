import type { SaleStatusName } from '../../../../shared/sale/status.ts'
import { type Page, page, shownIn } from '../store.ts'
import { sound } from './sound.ts'

/** Plays a sound when the sale at the counter becomes paid, whichever room is open. */
export function soundPayments(): void {
  page.subscribe((after, before) => {
    if (shownIn(after) !== shownIn(before) && paidBetween(seenIn(before), seenIn(after))) sound('paid')
  })
}

const PAID: ReadonlySet<SaleStatusName> = new Set<SaleStatusName>(['fulfilling', 'receipt-owed', 'completed'])

type Seen = { readonly saleId: string | null; readonly status: SaleStatusName | null }

/** The sale at the counter. While the till is locked, it is the one from before. */
const seenIn = ({ view, lock }: Pick<Page, 'view' | 'lock'>): Seen => ({
  saleId: view?.counter?.sale.id ?? null,
  status: lock === null ? (view?.counter?.status.name ?? null) : lock.sale,
})

/**
 * Whether the sale at the counter became paid between two views. A sale that was paid when it appeared does not count.
 */
export const paidBetween = (had: Seen, has: Seen): boolean =>
  had.saleId === has.saleId &&
  had.status !== null &&
  has.status !== null &&
  !PAID.has(had.status) &&
  PAID.has(has.status)
