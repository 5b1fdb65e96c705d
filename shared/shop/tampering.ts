import { z } from 'zod'
import { countSchema, type Wire } from '../wire.ts'

/** Signs that a file of the journal was changed outside the program. */
export const TAMPERING_KINDS = [
  'event-missing',
  'event-changed',
  'event-added',
  'events-cut-off',
  'head-changed',
  'z-changed',
  'audit-missing',
  'audit-changed',
  'audit-cut-off',
  'other-audit-changed',
  'unreadable',
] as const
export type TamperingKind = (typeof TAMPERING_KINDS)[number]

/** `number` is the position of the event, or the number of the audit row or Z; null where the kind names no place. */
export const tamperingSchema = z.strictObject({
  kind: z.enum(TAMPERING_KINDS),
  number: z.nullable(countSchema),
})
export type Tampering = Wire<typeof tamperingSchema>
