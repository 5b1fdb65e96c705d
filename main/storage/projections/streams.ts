/**
 * What a till sends to the shop database: the events and the entries of the audit trail as they were written, each with
 * its own number, and the rows computed from them (docs/decisions/shop-database.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import { NOTHING } from '../../../shared/ledger/index.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { chainOf, eventIn, eventRows, type StoredEvent, storedEvent } from '../journal/index.ts'
import { prepared, type Row, textOrNull } from '../sqlite/index.ts'
import { type EventEntry, entriesOf, entriesOfShift, type SumRow, sumNames } from './ledger-sums.ts'
import { asRecord } from './shifts.ts'

export type Stream = 'event' | 'audit'

export type StreamedEvent = StoredEvent & {
  readonly subject: string
  /** Its hash in the journal's chain or in the audit trail, in hex. */
  readonly hash: string
}

/** The current state that events add up to: a sale, a shift, a sum; `return`: a guest sale, by its number. */
export type StreamedRow = {
  readonly kind: 'sale' | 'shift' | 'sum' | 'return'
  readonly key: string
  /** Rises with each change. */
  readonly version: number
  readonly body: object
}

export type StreamReader = ReturnType<typeof streamReader>

const EVENT = 'position, id, subject, seq, at, kind, version, body, command, actor, shift_id, hash'
const AUDIT = `seq AS position, seq, at, who, who_name, who_role, action, about, approved_by, approved_name, approved_role, hash`

export function streamReader(database: DatabaseSync) {
  const rowsFrom = (stream: Stream, first: number, most: number): readonly Row[] =>
    prepared(
      database,
      stream === 'event'
        ? `SELECT ${EVENT} FROM event WHERE position >= ? ORDER BY position LIMIT ?`
        : `SELECT ${AUDIT} FROM audit WHERE seq >= ? ORDER BY seq LIMIT ?`,
    ).all(first, most)
  const streamed = (stream: Stream, row: Row): StreamedEvent =>
    stream === 'event'
      ? { ...storedEvent(row), subject: String(row.subject), hash: hexOf(row.hash) }
      : auditEvent(row)
  return {
    /** The id of the journal's hash chain. */
    chain: (): string => chainOf(database).id,
    /** The number of the last event or entry. */
    last: (stream: Stream): number => chainOf(database)[stream === 'event' ? 'position' : 'entry'],
    /** The events or entries from that number on. A placeholder takes the number of one that a damaged journal lost. */
    from: (stream: Stream, first: number, most: number): readonly StreamedEvent[] => {
      const rows = rowsFrom(stream, first, most)
      const last = Math.min(Number(rows.at(-1)?.position ?? 0), first + most - 1)
      const found = new Map(rows.map((row) => [Number(row.position), row]))
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
        const row = found.get(first + index)
        return row ? streamed(stream, row) : lostEvent(`${stream} ${chainOf(database).id}`, first + index)
      })
    },
    /** The time of the first event or entry from that number on. */
    atOf: (stream: Stream, first: number): number | null => {
      const [row] = rowsFrom(stream, first, 1)
      return row === undefined ? null : Number(row.at)
    },
    /** The hash of that event or entry. An empty text if it is lost. */
    hashOf: (stream: Stream, position: number): string => {
      const [row] = rowsFrom(stream, position, 1)
      return Number(row?.position) === position ? hexOf(row?.hash) : ''
    },
    has: (subject: string, seq: number): boolean =>
      prepared(database, 'SELECT 1 FROM event WHERE subject = ? AND seq = ?').get(subject, seq) !== undefined,
    /** The rows that these events changed, as they are now. */
    rowsOf: (events: readonly StreamedEvent[]): readonly StreamedRow[] => {
      const subjects = new Map<string, Set<number>>()
      for (const { subject, at } of events)
        subjects.set(subject, (subjects.get(subject) ?? new Set()).add(at))
      const sums = new Map<string, Pick<SumRow, 'account' | 'book' | 'key'>>()
      const collect = (entries: readonly EventEntry[], times: ReadonlySet<number>): void => {
        const changed = entries.filter(({ at }) => times.has(at))
        for (const name of sumNames(changed)) sums.set(JSON.stringify(name), name)
      }
      const rows = [...subjects].flatMap(([subject, times]) => {
        const sale = saleRow(database, subject)
        if (sale !== null) {
          collect(entriesOf(database, subject), times)
          return [sale]
        }
        const shift = shiftRow(database, subject)
        if (shift === null) return []
        collect(entriesOfShift(database, subject), times)
        return [shift]
      })
      const version = chainOf(database).position
      return [...rows, ...[...sums.values()].map((name) => ({ ...sumRow(database, name), version }))]
    },
  }
}

const hexOf = (hash: unknown): string =>
  typeof hash === 'string' ? hash : Buffer.from((hash ?? []) as Uint8Array).toString('hex')

/**
 * An entry of the audit trail in the envelope of an event. Its hash covers all entries before it, so it names the same
 * entry in every copy of the trail, and another one where a trail was set back and went on differently.
 */
function auditEvent(row: Row): StreamedEvent {
  const [seq, kind] = [Number(row.seq), String(row.action)]
  const who = someone(row.who, row.who_name, row.who_role)
  const approvedBy = someone(row.approved_by, row.approved_name, row.approved_role)
  return {
    id: `${seq}`,
    subject: `audit ${row.hash}`,
    seq,
    at: Number(row.at),
    kind,
    version: 1,
    // Put together as text: an unreadable entry goes into quarantine, and the others are taken.
    body: `{"kind":${JSON.stringify(kind)},"about":${row.about},"who":${JSON.stringify(who)},"approvedBy":${JSON.stringify(approvedBy)}}`,
    command: null,
    actor: who && JSON.stringify(who),
    shiftId: null,
    hash: String(row.hash),
  }
}

const someone = (id: unknown, name: unknown, role: unknown) =>
  typeof id === 'string' ? { id, name: String(name), role: String(role) } : null

const lostEvent = (of: string, position: number): StreamedEvent => ({
  id: `${position}`,
  subject: `lost ${of}`,
  seq: position,
  at: 0,
  kind: 'lost',
  version: 1,
  body: '{"kind":"lost"}',
  ...{ command: null, actor: null, shiftId: null, hash: '' },
})

function saleRow(database: DatabaseSync, id: string): StreamedRow | null {
  const row = prepared(
    database,
    'SELECT sender_invoice_no, opened_at, day, state, total, invoice_id, version, snapshot FROM sale WHERE id = ?',
  ).get(id)
  if (row === undefined) return null
  const sale = JSON.parse(String(row.snapshot)) as Sale
  const version = Number(row.version)
  if (sale.origin) return { kind: 'return', key: sale.senderInvoiceNo, version, body: { sale } }
  return {
    kind: 'sale',
    key: id,
    version,
    body: {
      number: String(row.sender_invoice_no),
      openedAt: Number(row.opened_at),
      day: String(row.day),
      state: String(row.state),
      total: Number(row.total),
      invoiceId: textOrNull(row.invoice_id),
      sale,
    },
  }
}

/** With the event that closed it, which has the figures of the Z. */
function shiftRow(database: DatabaseSync, id: string): StreamedRow | null {
  const row = prepared(database, 'SELECT * FROM shift WHERE id = ?').get(id)
  if (row === undefined) return null
  const { version, ...shift } = asRecord(row)
  const closed = eventRows(database, id).find(({ kind }) => kind === 'shift-closed')
  return { kind: 'shift', key: id, version, body: { ...shift, closed: closed ? eventIn(closed) : null } }
}

/** Zeros if the sum is not stored any more. The key begins with the book, so that the sums of a day have one prefix. */
function sumRow(
  database: DatabaseSync,
  { account, book, key }: Pick<SumRow, 'account' | 'book' | 'key'>,
): Omit<StreamedRow, 'version'> {
  const row = prepared(
    database,
    `SELECT times, lines, quantity, amount, vat, city_tax AS cityTax FROM ledger_sum
      WHERE account = ? AND book = ? AND key = ?`,
  ).get(account, book, key)
  return { kind: 'sum', key: `${book}\n${account}\n${key}`, body: { account, book, key, ...NOTHING, ...row } }
}
