/** What the auditor counts. Each of them must be 0. */
export const COUNTED = [
  'lost_sales',
  'lost_payments',
  'doubled_invoices',
  'doubled_receipts',
  'doubled_refunds',
  'wrong_amounts',
  'unexplained',
] as const
export type Counted = (typeof COUNTED)[number]

/** Put down by whoever finds something; each question of the auditor is asked with one of these. */
export type Find = (kind: Counted, words: string) => void
