/**
 * A till's side of the shop database: a method for each function of the schema till_1. Each is one statement, so it works
 * behind a pooler of transactions, and each may be repeated after an unknown outcome. All throw `ShopDatabaseError`.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Mode } from '../../../shared/shop/mode.ts'
import { askOnce } from '../../base/ask-once.ts'
import * as answer from './answers.ts'
import { refuseOtherBuild } from './build.ts'
import { type Connection, certificateEndOf, connectOnce, endSoon, openPool } from './connect.ts'
import { asFailure, ShopDatabaseError } from './failure.ts'
import type { Patch } from './patch.ts'
import { quarantinedRecord } from './quarantined-record.ts'

export type StreamKind = 'event' | 'audit'
export type ClaimKind = 'cart' | 'return'

/** What a till's events add up to: a newer version replaces the older. Only keys of sales are the shop's. */
export type CurrentRow = {
  readonly kind: 'sale' | 'shift' | 'sum' | 'return'
  readonly key: string
  readonly version: number
  readonly body: object
}

/** See `figures` in migrations/0001-shop-database.sql. */
export type FiguresAsked = {
  readonly sums: readonly {
    readonly book: 'day' | 'none'
    readonly accounts: readonly string[]
    readonly from: string
    readonly to: string
    readonly each: boolean
  }[]
  readonly shifts?: { readonly from: number; readonly before: number; readonly accounts: readonly string[] }
  readonly moved?: { readonly opened: number; readonly from: number; readonly before: number }
}

export type AuditPlace = { readonly at: number; readonly till: string; readonly seq: number }

export type Edit = {
  /** A random id. The same one is carried out once. */
  readonly id: string
  readonly kind: string
  readonly key: string
  /** The version that the person saw; 0 for a new row. */
  readonly base: number
  readonly patch: Patch
}

export type RegisterRowOfShop = {
  readonly kind: string
  readonly key: string
  readonly version: number
  readonly body: object | null
}

export type ShopDatabaseParts = Connection & { readonly mode: Mode }

const NOTHING = z.unknown().transform(() => undefined)
const DONE = z.boolean()

export type ShopDatabase = ReturnType<typeof openShopDatabase>

export function openShopDatabase(parts: ShopDatabaseParts) {
  let closed = false
  const connections = askOnce(async () => {
    const pool = await openPool(parts)
    if (closed) await pool.end()
    return pool
  })
  /** Of this process: a second one of the same till is noticed by it. */
  const instance = randomUUID()
  let fence = 0
  let isOfThisBuild = false

  async function ask<T>(schemaOf: z.ZodType<T>, name: string, ...values: readonly unknown[]): Promise<T> {
    let found: unknown
    try {
      const pool = await connections.get()
      if (!isOfThisBuild) await refuseOtherBuild(pool)
      isOfThisBuild = true
      const places = values.map((_, index) => `$${index + 1}`).join(', ')
      const { rows } = await pool.query(`SELECT till_1.${name}(${places}) AS answer`, [...values])
      found = rows[0]?.answer
    } catch (error) {
      throw asFailure(error)
    }
    const parsed = schemaOf.safeParse(found)
    if (parsed.success) return parsed.data
    throw new ShopDatabaseError('unreadable', `the answer of ${name} cannot be read`, parsed.error)
  }

  const call = <T>(schemaOf: z.ZodType<T>, name: string, ...values: readonly unknown[]): Promise<T> =>
    ask(schemaOf, name, fence, ...values)

  return {
    /** Begins, and again after `superseded`. `takeOver` stops the other process; a person says so. */
    hello: async ({ takeOver = false } = {}): Promise<answer.Hello> => {
      isOfThisBuild = false
      const said = await ask(answer.hello, 'hello', instance, parts.mode, takeOver)
      if (!said.twice) fence = said.fence
      return said
    },
    /** Events from position `first` on, in the journal's order, with the rows that they change. */
    push: (
      kind: StreamKind,
      chain: string,
      first: number,
      events: readonly answer.PushedEvent[],
      rows: readonly CurrentRow[] = [],
    ) => call(answer.pushed, 'push', kind, chain, first, JSON.stringify(events), JSON.stringify(rows)),
    /** At most 500, in order. */
    ownEvents: (kind: StreamKind, chain: string, first: number) =>
      call(answer.ownEvents, 'own_events', kind, chain, first),
    /** The greatest Z number that the till sent; 0 where it sent none. */
    lastZ: () => call(answer.lastZ, 'last_z'),

    edit: (edits: readonly Edit[]) => {
      const ids = edits.map(({ id }) => id)
      return call(
        answer.edits,
        'edit',
        ids,
        JSON.stringify(edits.map(({ id: _, patch, ...edit }) => ({ ...edit, ...patch }))),
      )
    },
    pull: (epoch: string, cursor: number, most = 1000) => call(answer.pulled, 'pull', epoch, cursor, most),
    /** After a restore: gives back rows on which the till agreed in the epoch `from`. */
    refill: (from: string, epoch: string, rows: readonly RegisterRowOfShop[]) =>
      call(answer.refilled, 'refill', from, epoch, JSON.stringify(rows)),

    /** Which of at most 500 pictures of goods the server has, and which it wants. */
    pictures: (names: readonly string[]) => call(answer.pictures, 'pictures', [...names]),
    /** Null where the server does not have it. */
    picture: async (name: string): Promise<Buffer | null> => {
      const text = await call(answer.picture, 'picture', name)
      return text === null ? null : Buffer.from(text, 'base64')
    },
    /** False where no product of the shop uses it. */
    givePicture: (name: string, picture: Uint8Array) =>
      call(DONE, 'give_picture', name, Buffer.from(picture).toString('base64')),

    offer: (saleId: string, body: object) => call(answer.maybeClaim, 'offer', saleId, JSON.stringify(body)),
    /** `seen` is the fence of the claim as it was shown; 0 where there was none. It is won if it `isMine` and held. */
    claim: (kind: ClaimKind, key: string, seen: number) => call(answer.maybeClaim, 'claim', kind, key, seen),
    /** The claim with which a return begins. Refused with `tills-behind` while another till is behind after a restore. */
    claimReturn: (key: string, seen: number) => call(answer.maybeClaim, 'claim_return', key, seen),
    settle: (held: Pick<answer.Claim, 'kind' | 'key' | 'fence'>, state: 'open' | 'done', body: object) =>
      call(answer.maybeClaim, 'settle', held.kind, held.key, held.fence, state, JSON.stringify(body)),
    claims: (kind: ClaimKind) => call(answer.claims, 'claims', kind),

    beat: (status: object) => call(answer.beat, 'beat', JSON.stringify(status)),
    hint: (invoiceId: string) => call(NOTHING, 'hint', invoiceId),
    fleet: () => call(answer.fleet, 'fleet'),
    retire: (code: string) => call(DONE, 'retire', code),
    quarantined: () => call(answer.quarantined, 'quarantined'),
    /** Of one till, at most 500, oldest first. Null where the shop has no till with this code. */
    setApart: async (code: string, most: number) =>
      (await call(z.nullable(answer.setApart), 'set_apart_of', code, most))?.map(quarantinedRecord) ?? null,
    acknowledge: (id: number) => call(NOTHING, 'acknowledge', id),

    /** Newest first, opened in [from, before). `till` null for all. */
    sales: (till: string | null, from: number, before: number, most: number) =>
      call(answer.sales, 'sales', till, from, before, most),
    /** By id, or by a number that no other sale has. */
    sale: (name: string) => call(answer.maybeSale, 'sale', name),
    /** Several if a till's journal was set back and went on. */
    salesNumbered: (number: string) => call(answer.sales, 'sales_numbered', number),
    rows: (kind: 'shift' | 'sum' | 'return', prefix: string) => call(answer.rows, 'rows', kind, prefix),
    /** `till` null for all. */
    figures: (till: string | null, asked: FiguresAsked) =>
      call(answer.figures, 'figures', till, JSON.stringify(asked)),
    /** Newest first. `before` is the last row that the caller has; null for the first rows. */
    audit: (till: string | null, before: AuditPlace | null, most: number) =>
      call(answer.audit, 'audit', till, before && JSON.stringify([before.at, before.till, before.seq]), most),
    saleEvents: (id: string) => call(answer.saleEvents, 'sale_events', id),
    /** Sales whose last invoice was made in [from, before), in the order of their ids after `after`. */
    invoiced: (from: number, before: number, after: string, most: number) =>
      call(answer.invoiced, 'invoiced', from, before, after, [], most),
    /** Sales with these numbers or invoices, at most 500. */
    invoicedUnder: (names: readonly string[]) =>
      call(answer.invoiced, 'invoiced', 0, 0, '', [...names], names.length),

    /**
     * Calls `changed` when the shop changed. A hint that may never come: behind a pooler it does not. Resolves with
     * what ends it; `lost` is called once if the connection breaks.
     */
    listen: async (epoch: string, changed: () => void, lost: () => void): Promise<() => Promise<void>> => {
      try {
        const client = await connectOnce(parts)
        client.on('notification', changed)
        client.once('end', lost)
        await client.query(`LISTEN ${client.escapeIdentifier(`shop ${epoch}`)}`)
        return async () => {
          client.removeAllListeners('end')
          await client.end()
        }
      } catch (error) {
        throw asFailure(error)
      }
    },
    /** When the certificate that the server shows now ends. */
    certificateEnd: async (): Promise<number> => {
      try {
        const client = await connectOnce(parts)
        try {
          return certificateEndOf(client, parts.ca)
        } finally {
          endSoon(client)
        }
      } catch (error) {
        throw asFailure(error)
      }
    },
    /** Frees the till for the next process, if the server can be reached, and ends the connections. */
    close: async (): Promise<void> => {
      closed = true
      // One that could not be made has nothing to end.
      const pool = await connections.asked()?.catch(() => null)
      if (!pool || pool.ending) return
      if (fence > 0) await call(NOTHING, 'goodbye').catch(() => {})
      await pool.end()
    },
  }
}
