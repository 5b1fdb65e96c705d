/**
 * Stores events with their envelope: the position in this journal (without gaps), an id, the subject and the number
 * within it, the time, the command and its person, and the version of the body.
 */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { RecordedEvent } from '../../../shared/sale/sale.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import { prepared, type Row, textOrNull } from '../sqlite/index.ts'
import { chainOf, hashBlob, withEvent, writeChain } from './chain.ts'

/**
 * The version of the bodies that are written. A stored event is never changed: from 1.0 on, a new form of a body gets the next
 * version, and is read from the older ones here.
 */
export const BODY_VERSION = 1

/** Whether a newer program wrote the event. */
export const isOfFuture = ({ version }: Row): boolean => Number(version) > BODY_VERSION

/** The command that events belong to, and who sent it. */
export type CommandStamp = { readonly id: string; readonly actor: Cashier | null }

/** An event with its envelope, as it is copied to another journal. */
export type StoredEvent = {
  readonly id: string
  readonly seq: number
  readonly at: number
  readonly kind: string
  readonly version: number
  /** JSON, as it was written. */
  readonly body: string
  readonly command: string | null
  /** JSON of a cashier. */
  readonly actor: string | null
  readonly shiftId: string | null
}

const INSERT = `INSERT INTO event (id, subject, seq, at, kind, version, body, command, actor, shift_id, position, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Appends events to the journal and to its chain. The caller holds the transaction. */
export function appendEvents(database: DatabaseSync, subject: string, events: readonly StoredEvent[]): void {
  if (events.length === 0) return
  let chain = chainOf(database)
  for (const event of events) {
    const { id, seq, at, kind, version, body, command, actor, shiftId } = event
    chain = withEvent(chain, chain.position + 1, { ...event, subject, shift_id: shiftId })
    const values = [id, subject, seq, at, kind, version, body, command, actor, shiftId]
    prepared(database, INSERT).run(...values, chain.position, hashBlob(chain))
  }
  writeChain(database, chain)
}

export type NewEvents = {
  readonly subject: string
  /** The number of the first event. */
  readonly from: number
  readonly at: number
  readonly events: readonly { readonly kind: string }[]
  readonly command: CommandStamp | null
  readonly shiftId: string | null
}

export function insertEvents(database: DatabaseSync, added: NewEvents): void {
  const { subject, from, at, command, shiftId } = added
  const actor = command?.actor ? JSON.stringify(command.actor) : null
  const stored = added.events.map((event, index) => ({
    id: newId(),
    seq: from + index,
    at,
    kind: event.kind,
    version: BODY_VERSION,
    body: JSON.stringify(event),
    command: command?.id ?? null,
    actor,
    shiftId,
  }))
  appendEvents(database, subject, stored)
}

const ID_BYTES = 12
/** Random bytes for the next ids. One call for many ids is much faster than a call for each. */
let drawn = Buffer.alloc(0)

function newId(): string {
  if (drawn.length === 0) drawn = randomBytes(ID_BYTES * 256)
  const id = drawn.toString('base64url', 0, ID_BYTES)
  drawn = drawn.subarray(ID_BYTES)
  return id
}

const COLUMNS = 'position, id, seq, at, kind, version, body, command, actor, shift_id'

/** The rows of one subject, in their order. */
export const eventRows = (database: DatabaseSync, subject: string): readonly Row[] =>
  prepared(database, `SELECT ${COLUMNS} FROM event WHERE subject = ? ORDER BY seq`).all(subject)

export const storedEvent = (row: Row): StoredEvent => ({
  id: String(row.id),
  seq: Number(row.seq),
  at: Number(row.at),
  kind: String(row.kind),
  version: Number(row.version),
  body: String(row.body),
  command: textOrNull(row.command),
  actor: textOrNull(row.actor),
  shiftId: textOrNull(row.shift_id),
})

export const eventIn = <Event>(row: Row): Event => JSON.parse(String(row.body)) as Event

/** An event of a sale. */
export const recordedEvent = (row: Row): RecordedEvent => ({
  seq: Number(row.seq),
  at: Number(row.at),
  command: textOrNull(row.command),
  event: eventIn(row),
})

/** Reads a sale's events. */
export const eventReader =
  (database: DatabaseSync) =>
  (saleId: string): RecordedEvent[] =>
    eventRows(database, saleId).flatMap(readableEvent)

/** An event whose body cannot be read is skipped, as if its row were missing. */
function readableEvent(row: Row): RecordedEvent[] {
  try {
    return [recordedEvent(row)]
  } catch {
    return []
  }
}

export const lastPosition = (database: DatabaseSync): number =>
  Number(prepared(database, 'SELECT max(position) AS last FROM event').get()?.last ?? 0)
