/** Labels of goods: price tags for shelves, and barcodes for goods (docs/decisions/labels.md). */
import { z } from 'zod'
import { moneySchema } from '../money/schemas.ts'
import type { Wire } from '../wire.ts'

export const LABEL_KINDS = ['shelf', 'barcode'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** The most labels in one PDF or list. */
export const MOST_LABELS = 2000
/** The receipt printer cuts the paper after this many labels. */
export const LABELS_A_STRIP = 6
export const LABELS_A_SHEET = 24

/** A product or a pack that can get a label. */
export const labelSchema = z.strictObject({
  code: z.string(),
  name: z.string(),
  price: moneySchema,
  /** Whether its code can be drawn as bars that a scanner reads. */
  barcode: z.boolean(),
})
export type Label = Wire<typeof labelSchema>
