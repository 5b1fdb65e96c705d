import type { SaleStatus, SaleStatusName } from '../../shared/sale-status.ts'

/** A sale's status, known to be one of these. */
export type StatusOf<Name extends SaleStatusName> = Extract<SaleStatus, { readonly name: Name }>

export type PayingStatus = StatusOf<'invoicing' | 'awaiting-payment' | 'partly-paid' | 'cancelling'>
export type PaidStatus = StatusOf<'receipting' | 'receipt-owed' | 'completed'>
