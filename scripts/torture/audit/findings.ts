/** What the auditor counts. Each of them must be 0. */
export const COUNTED = [
  'lost_sales',
  /** Money that the service has, of which a sale has never heard. */
  'lost_payments',
  'doubled_invoices',
  'doubled_receipts',
  'doubled_refunds',
  'wrong_amounts',
  'unexplained',
  /** Money that the service has, and neither the sale's account nor the attention list shows. */
  'hidden',
] as const
export type Counted = (typeof COUNTED)[number]

/** Put down by whoever finds something; each question of the auditor is asked with one of these. */
export type Find = (kind: Counted, words: string) => void
