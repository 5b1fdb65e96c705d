import type { SaleState, SaleStateName } from '../../shared/sale.ts'

/** A sale's state, known to be one of these. */
export type StateOf<Name extends SaleStateName> = Extract<SaleState, { readonly name: Name }>

export type PayingState = StateOf<'invoicing' | 'awaiting-payment' | 'partly-paid' | 'cancelling'>
export type PaidState = StateOf<'receipting' | 'receipt-owed' | 'completed'>
