/** What the functions of the schema till_1 answer (migrations/0001-shop-database.sql). */
import { z } from 'zod'

/** A body of another till. PostgreSQL has checked that it is an object, and what a reader needs of it the reader checks. */
const fields = z.record(z.string(), z.custom<z.core.util.JSONType>())
const whole = z.int()

export const hello = z.discriminatedUnion('twice', [
  /** Another process of this till was heard of just now. */
  z.strictObject({ twice: z.literal(true) }),
  z.strictObject({
    twice: z.literal(false),
    fence: whole,
    code: z.string(),
    shop: z.string(),
    epoch: z.string(),
    /** Of the register. */
    position: whole,
    /**
     * What the server has of this till. `hash` is of the last event that was pushed; null where it could not be read. From
     * `rows` on it lacks the rows: all of them where another journal of the till has spoken since.
     */
    streams: z.array(
      z.strictObject({
        ...{ kind: z.string(), chain: z.string(), next: whole, hash: z.nullable(z.string()), rows: whole },
      }),
    ),
  }),
])
export type Hello = z.infer<typeof hello>
/** The answer of `hello` when no other process uses the till's login. */
export type Greeting = Extract<Hello, { twice: false }>

export const pushed = z.discriminatedUnion('gap', [
  z.strictObject({ gap: z.literal(true), next: whole }),
  z.strictObject({
    gap: z.literal(false),
    next: whole,
    taken: whole,
    /** Put into quarantine. */
    apart: whole,
  }),
])

/** An event with the journal's envelope, as it is pushed. */
const pushedEvent = z.strictObject({
  id: z.string(),
  subject: z.string(),
  seq: whole,
  at: whole,
  kind: z.string(),
  version: whole,
  body: z.string(),
  command: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  shiftId: z.nullable(z.string()),
  hash: z.string(),
})
export type PushedEvent = z.infer<typeof pushedEvent>

export const ownEvents = z.array(pushedEvent.extend({ position: whole }))

export const lastZ = whole.nonnegative()

const conflict = z.strictObject({
  /** Null where one side removed the row. */
  field: z.nullable(z.string()),
  theirs: z.nullable(z.json()),
  mine: z.nullable(z.json()),
})

const edited = z.strictObject({
  id: z.string(),
  /**
   * `conflict`: the other fields were taken, and a person decides about these. `unknown-version`: the server was
   * restored and has not this version yet. `refused`: it can never be stored.
   */
  outcome: z.enum(['done', 'conflict', 'unknown-version', 'refused']),
  version: whole,
  body: z.nullable(fields).optional(),
  conflicts: z.array(conflict).default([]),
  reason: z.string().optional(),
})
export const edits = z.array(edited)

export const pulled = z.strictObject({
  /** The cursor is from before a restore: first give back what the till knows (`refill`), then read from 0. */
  restored: z.boolean(),
  epoch: z.string(),
  position: whole,
  rows: z.array(
    z.strictObject({
      kind: z.string(),
      key: z.string(),
      version: whole,
      body: z.nullable(fields),
      position: whole,
    }),
  ),
})

export const refilled = z.strictObject({
  taken: whole,
  /** Another one than was named: the server was restored again, and took nothing. */
  epoch: z.string(),
  /** Of each row; null where the server has it so. */
  answers: z.array(z.nullable(edited.omit({ id: true }))),
})

const claim = z.strictObject({
  kind: z.string(),
  key: z.string(),
  state: z.enum(['open', 'held', 'done']),
  fence: whole,
  /** The terminal code of the till that holds it, or offered it. */
  holder: z.string(),
  isMine: z.boolean(),
  body: fields,
})
export const maybeClaim = z.nullable(claim)
export const claims = z.array(claim)
export type Claim = z.infer<typeof claim>

export const beat = z.strictObject({
  /** The server's clock, in ms. */
  now: whole,
  epoch: z.string(),
  position: whole,
  /** How many tills of the shop are active. */
  active: whole,
  /** This till's part of the merchant's requests in a minute. */
  budget: whole,
  /** Invoices to check at once: a callback came for them elsewhere. */
  hints: z.array(z.string()),
})

export const fleet = z.array(
  z.strictObject({
    code: z.string(),
    state: z.enum(['pairing', 'active', 'retired']),
    isMe: z.boolean(),
    /** Since its last contact; null before the first. */
    silentMs: z.nullable(whole),
    /** What it said of itself last. */
    status: fields,
    /** How many of its events are in quarantine and were not seen by a person. */
    quarantine: whole,
  }),
)

export const quarantined = z.array(
  z.strictObject({
    id: whole,
    till: z.string(),
    source: z.string(),
    reason: z.string(),
    content: z.nullable(z.string()),
  }),
)

/** What of a till is in quarantine, without the bodies. */
export const setApart = z.array(
  z.strictObject({
    id: whole,
    /** When the server put it there. */
    at: whole,
    source: z.enum(['event', 'audit', 'row']),
    /** In its stream; null for a row. */
    position: z.nullable(whole),
    /** Of the event, the entry or the row; null where it cannot be read, or must not be kept. */
    kind: z.nullable(z.string()),
    /** Of the sale. */
    number: z.nullable(z.string()),
    reason: z.string(),
  }),
)
export type SetApart = z.infer<typeof setApart>[number]

const saleOfShop = z.strictObject({ till: z.string(), id: z.string(), version: whole, body: fields })
export const sales = z.array(saleOfShop)
export const maybeSale = z.nullable(saleOfShop)

export const rows = z.array(
  z.strictObject({ till: z.string(), key: z.string(), version: whole, body: fields }),
)

export const figures = z.strictObject({
  tills: z.array(
    z.strictObject({
      code: z.string(),
      state: z.enum(['pairing', 'active', 'retired']),
      /** Whether it ever sent events. */
      sends: z.boolean(),
      status: fields,
      /** Since its last contact; null before the first. */
      silentMs: z.nullable(whole),
      /** How many of its rows are in quarantine. */
      apart: whole,
    }),
  ),
  /** Account, book, key, times, lines, quantity, amount, VAT, city tax. */
  sums: z.array(z.tuple([z.string(), z.string(), z.string(), whole, whole, whole, whole, whole, whole])),
  shifts: z.array(z.strictObject({ till: z.string(), body: fields })),
  moved: z.array(z.nullable(fields)),
})

export const audit = z.array(
  z.strictObject({
    till: z.string(),
    seq: whole,
    at: whole,
    body: z.string(),
    /** The number of the day of the sale that it is about. */
    sequence: z.nullable(whole),
  }),
)

export const saleEvents = z.array(
  pushedEvent.pick({ seq: true, at: true, kind: true, version: true, body: true, command: true }),
)

export const invoiced = z.array(
  saleOfShop.extend({
    /** The events that made its invoices. */
    made: z.array(pushedEvent.pick({ seq: true, at: true, version: true, body: true })),
  }),
)

export const pictures = z.strictObject({
  there: z.array(z.string()),
  /** Pictures that a product uses and the server does not have. */
  wanted: z.array(z.string()),
})
/** In base64. The till checks what it is. */
export const picture = z.nullable(z.string())
