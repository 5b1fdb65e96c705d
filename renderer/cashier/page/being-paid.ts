/** The sale at the counter while its QR is made, shown or cancelled, and the way back from there to its cart. */
import type { SaleView } from '../../../shared/page/index.ts'
import { endsByCancelling, type SaleStatusName } from '../../../shared/sale/status.ts'
import { page } from './store.ts'

const BEING_PAID: ReadonlySet<SaleStatusName> = new Set([
  'invoicing',
  'awaiting-payment',
  'partly-paid',
  'cancelling',
])

/** Whether cancelling this charge leads back to its cart: no money came for it, and no tender is held. */
export const goesBackToCart = (counter: SaleView | null): boolean =>
  counter !== null &&
  (counter.status.name === 'invoicing' || counter.status.name === 'awaiting-payment') &&
  counter.status.tenders.length === 0 &&
  !endsByCancelling(counter.status)

/** The cart with the goods of this cancelled charge; null where it was paid meanwhile, or left. */
export const cartAfter = (saleId: string): Promise<string | null> =>
  new Promise((resolve) => {
    const look = (): void => {
      const { view } = page.getState()
      const counter = view?.counter ?? null
      if (counter?.sale.id === saleId && isBeingPaid(view)) return
      end()
      resolve(counter?.status.name === 'open' ? counter.sale.id : null)
    }
    const end = page.subscribe(look)
    look()
  })

export function isBeingPaid(view: ReturnType<typeof page.getState>['view']): boolean {
  const status = view?.counter?.status.name
  return status !== undefined && BEING_PAID.has(status)
}
