/** The till's connection to the shop database, as the page shows it. */
import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { countSchema, timeSchema, type Wire } from './wire.ts'

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

/** What the settings show of the shop database. */
export const shopDatabaseSchema = z.strictObject({
  link: shopLinkSchema,
  /** Null where the till belongs to none. */
  member: z.nullable(
    z.strictObject({
      shop: z.string(),
      /** The terminal code that the shop gave this till. */
      code: z.string(),
      server: z.string(),
    }),
  ),
  /** Why something does not get on while the connection is good. */
  trouble: z.nullable(failureSchema),
  /** What the server does not have yet: how many events, and since when the oldest waits. */
  unsent: z.strictObject({ count: countSchema, oldestAt: z.nullable(timeSchema) }),
  /** When the server answered last. */
  heardAt: z.nullable(timeSchema),
  /** How many events of this till the server has that its journal lacks. */
  missing: countSchema,
})

export type ShopDatabaseView = Wire<typeof shopDatabaseSchema>

/**
 * How a till is, as it tells the shop database. A till of another version may tell more, or less, so that nothing here
 * is required.
 */
export const tillStatusSchema = z.object({
  version: z.nullable(z.string()).catch(null),
  unsent: countSchema.catch(0),
  /** How old the oldest unsent event was when the till told it, in ms. */
  oldestUnsentMs: z.nullable(countSchema).catch(null),
  printer: z.nullable(failureSchema).catch(null),
  shiftOpenedAt: z.nullable(timeSchema).catch(null),
  /** How far the till's clock is behind the server's, in ms. */
  clockOffMs: z.nullable(z.int()).catch(null),
  attention: countSchema.catch(0),
})
export type TillStatus = Wire<typeof tillStatusSchema>

/** A till of the shop, for the page of all tills. */
export const fleetTillSchema = z.strictObject({
  code: z.string(),
  state: z.enum(['pairing', 'active', 'retired']),
  isMe: z.boolean(),
  /** When the server heard of it last; null if never. */
  heardAt: z.nullable(timeSchema),
  status: tillStatusSchema,
  /** Its events that the server could not take, and that nobody has seen. */
  quarantine: countSchema,
})
export type FleetTill = Wire<typeof fleetTillSchema>
