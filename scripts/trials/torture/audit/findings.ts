/** What the auditor counts. Each of them must be 0. */
export const COUNTED = [
  'lost_sales',
  /** Money that the service has and no sale knows of. */
  'lost_payments',
  'doubled_invoices',
  'doubled_receipts',
  'doubled_refunds',
  'wrong_amounts',
  'unexplained',
  /** Money that the service has, and that neither the sale's account nor the attention list shows. */
  'hidden',
  /** The shop database differs from the journals, or its tills from each other. */
  'shop_database',
] as const
export type Counted = (typeof COUNTED)[number]

/** Records a finding. Every check of the auditor gets this function. */
export type Find = (kind: Counted, words: string) => void
