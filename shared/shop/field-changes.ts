/** Changed fields, with the values before and after: of settings, and of goods. */
import { z } from 'zod'
import type { Wire } from '../wire.ts'

/** Values as stored; for the logo, whether there is one. */
const fieldChangeSchema = z.strictObject({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type FieldChange = Wire<typeof fieldChangeSchema>
export const fieldChangesSchema = z.array(fieldChangeSchema)

/** `valuesOf` gives the value of a field before and after. */
export const changesOf = <Field extends string>(
  fields: readonly Field[],
  valuesOf: (field: Field) => readonly [from: unknown, to: unknown],
): FieldChange[] =>
  fields.flatMap((field) => {
    const [from, to] = valuesOf(field)
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
