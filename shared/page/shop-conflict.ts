/** A field that two tills of a shop changed at the same time, as the page shows it. */
import { z } from 'zod'
import { timeSchema, type Wire } from '../wire.ts'

const SHARED_KINDS = ['product', 'person', 'setting', 'organisation'] as const

const ofConflict = {
  kind: z.enum(SHARED_KINDS),
  key: z.string().min(1).max(200),
  /** Null: one till removed the row, and the other changed it. Empty: a setting without fields. */
  field: z.nullable(z.string().max(200)),
}
export const shopConflictName = z.strictObject(ofConflict)

export const shopConflictSchema = z.strictObject(ofConflict).extend({
  /** Of the product or person; the key of a setting. */
  name: z.string(),
  at: timeSchema,
  /** The values as stored. A PIN is null. For a whole row: whether it exists. */
  ours: z.json(),
  theirs: z.json(),
})
export type ShopConflict = Wire<typeof shopConflictSchema>
