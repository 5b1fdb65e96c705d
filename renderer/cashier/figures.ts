import type { SaleStatusName } from '../../shared/sale-status.ts'
import type { IconName, NoteTone } from '../kit/index.ts'

export { withSign } from '../texts/index.ts'

/** A status by its shape and colour; the word comes from the catalogue. */
export const STATUS_SHAPES: Readonly<
  Record<SaleStatusName, { readonly icon: IconName; readonly tone: NoteTone }>
> = {
  open: { icon: 'cart', tone: 'plain' },
  parked: { icon: 'clock', tone: 'plain' },
  invoicing: { icon: 'clock', tone: 'plain' },
  'awaiting-payment': { icon: 'clock', tone: 'plain' },
  'partly-paid': { icon: 'half', tone: 'warn' },
  cancelling: { icon: 'clock', tone: 'warn' },
  cancelled: { icon: 'cross', tone: 'plain' },
  'paid-late': { icon: 'warning', tone: 'bad' },
  receipting: { icon: 'check', tone: 'good' },
  'receipt-owed': { icon: 'receipt', tone: 'warn' },
  completed: { icon: 'check', tone: 'good' },
}
