/**
 * Updates of the program, as the owner sees them.
 *
 *     newest ──▶ later (given to other tills first)
 *       │
 *       ▼
 *     loading ──▶ ready ──▶ installing ──▶ (the new version starts)
 */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { countSchema, timeSchema, type Wire } from '../wire.ts'

const stageSchema = z.discriminatedUnion('name', [
  /** No newer version is known. */
  z.strictObject({ name: z.literal('newest') }),
  z.strictObject({ name: z.literal('later'), version: z.string() }),
  z.strictObject({
    name: z.literal('loading'),
    version: z.string(),
    bytes: countSchema,
    of: countSchema,
  }),
  z.strictObject({
    name: z.literal('ready'),
    version: z.string(),
    /** The line that a person types; null where the till installs by itself. */
    command: z.nullable(z.string()),
  }),
  z.strictObject({ name: z.literal('installing'), version: z.string() }),
])
export type UpdateStage = Wire<typeof stageSchema>

export const updateStatusSchema = z.strictObject({
  /** The version that runs. */
  version: z.string(),
  /** Whether this program can take updates: it is packed, with the public key of its maker. */
  able: z.boolean(),
  checking: z.boolean(),
  /** The last check that was answered. */
  checkedAt: z.nullable(timeSchema),
  stage: stageSchema,
  /** The last failure, until something succeeds. */
  failed: z.nullable(z.strictObject({ at: timeSchema, failure: failureSchema })),
  /** Why it cannot be installed now; null where it can, or nothing is ready. */
  hindered: z.nullable(failureSchema),
  /** The last update that was installed. */
  installed: z.nullable(z.strictObject({ at: timeSchema, version: z.string() })),
})
export type UpdateStatus = Wire<typeof updateStatusSchema>
