import type { SaleStatus, SaleStatusName } from '../../../shared/sale/status.ts'

/** The statuses with these names. */
export type StatusOf<Name extends SaleStatusName> = Extract<SaleStatus, { readonly name: Name }>

export type PayingStatus = StatusOf<'invoicing' | 'awaiting-payment' | 'partly-paid' | 'cancelling'>
export type PaidStatus = StatusOf<'fulfilling' | 'receipt-owed' | 'completed'>
