/** The till's connection to the shop database, as the page shows it. */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { countSchema, timeSchema, type Wire } from '../wire.ts'

export const shopLinkSchema = z.discriminatedUnion('state', [
  /** No shop database is set up. */
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('connecting') }),
  z.strictObject({
    state: z.literal('connected'),
    since: timeSchema,
    /** When the server's certificate ends, if that is soon. No till connects afterwards. */
    certificateEnd: z.exactOptional(timeSchema),
  }),
  z.strictObject({ state: z.literal('disconnected'), since: timeSchema, failure: failureSchema }),
  /** Two processes are logged in as this till. A person decides which one stays connected. */
  z.strictObject({ state: z.literal('twice') }),
])
export type ShopLinkState = Wire<typeof shopLinkSchema>

/** What the settings show of the shop database. */
export const shopDatabaseSchema = z.strictObject({
  link: shopLinkSchema,
  /** Null if the till has not joined a shop. */
  member: z.nullable(
    z.strictObject({
      shop: z.string(),
      /** The terminal code that the shop gave this till. */
      code: z.string(),
      server: z.string(),
    }),
  ),
  /** Why something fails although the connection works. */
  trouble: z.nullable(failureSchema),
  /** The events that the server does not have yet, and the time of the oldest. */
  unsent: z.strictObject({ count: countSchema, oldestAt: z.nullable(timeSchema) }),
  /** When the server answered last. */
  heardAt: z.nullable(timeSchema),
  /** The number of this till's events that the server has and its journal lacks. */
  missing: countSchema,
})

export type ShopDatabaseView = Wire<typeof shopDatabaseSchema>

/**
 * The status that a till reports to the shop database. A till of another version may report other fields, so none is
 * required.
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
  /** The server was restored from a dump, and the till has not sent everything again. The server tells this. */
  behind: z.boolean().catch(false),
  /** Up to which time the restored server has the records of a till that is behind, in the server's time. Set by the server. */
  knownAt: z.nullable(timeSchema).catch(null),
  /** The number of its events that the server has and its journal lacks. */
  missing: countSchema.catch(0),
})
type TillStatus = Wire<typeof tillStatusSchema>
/** The part of the status that a till reports. The link and the server add the rest. */
export type OwnTillStatus = Omit<TillStatus, 'clockOffMs' | 'behind' | 'knownAt'>

/** A till of the shop, as the page of all tills shows it. */
export const fleetTillSchema = z.strictObject({
  code: z.string(),
  state: z.enum(['pairing', 'active', 'retired']),
  isMe: z.boolean(),
  /** When the till last contacted the server; null if never. */
  heardAt: z.nullable(timeSchema),
  status: tillStatusSchema,
  /** The number of its events that the server could not take and nobody has acknowledged. */
  quarantine: countSchema,
})
export type FleetTill = Wire<typeof fleetTillSchema>

/** A record that the shop database could not take from a till. The till's own records have it. */
export const quarantinedRecordSchema = z.strictObject({
  id: z.int(),
  /** When the server put it into quarantine. */
  at: timeSchema,
  /** An event of a sale or a shift, an entry of the activity log, or a row with figures. */
  source: z.enum(['event', 'audit', 'row']),
  /** Its number in the till's records; null for figures. */
  position: z.nullable(countSchema),
  /** The technical name of what it records; null where that could not be read. */
  kind: z.nullable(z.string()),
  /** Of the sale that it is about, if known. */
  number: z.nullable(z.string()),
  /**
   * `differs`: the server has another record under the same number. `sealed`: it has what only the paper may have. `large`:
   * too large. `unreadable`: damaged.
   */
  why: z.enum(['differs', 'sealed', 'large', 'unreadable']),
})
export type QuarantinedRecord = Wire<typeof quarantinedRecordSchema>
