/** The till's connection to the shop database, as the page shows it. */
import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { timeSchema, type Wire } from './wire.ts'

export const shopLinkSchema = z.discriminatedUnion('state', [
  /** The till belongs to no shop database. */
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('connecting') }),
  z.strictObject({ state: z.literal('connected'), since: timeSchema }),
  z.strictObject({ state: z.literal('disconnected'), since: timeSchema, failure: failureSchema }),
  /** Another process speaks for this till. A person decides which one goes on. */
  z.strictObject({ state: z.literal('twice') }),
])
export type ShopLinkState = Wire<typeof shopLinkSchema>
