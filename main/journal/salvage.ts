/**
 * Reads the sales of a journal that may be damaged: never stops at the first page that cannot be read, but goes on
 * behind it, so that every readable row is got.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { RecordedEvent } from '../../shared/sale.ts'
import type { Row } from './row.ts'

export type SalvagedSale = {
  readonly id: string
  /** Null where only its events could be read. */
  readonly row: Row | null
  readonly events: readonly (RecordedEvent & {
    readonly kind: string
    readonly body: string
    /** Null too in a journal from before there were shifts. */
    readonly shiftId: string | null
  })[]
}

const BATCH = 200

/** Every sale that has a readable row. */
export function* salvagedSales(source: DatabaseSync): Generator<SalvagedSale> {
  const last = lastPlace(source)
  for (let place = 0; place < last; ) {
    const batch = rowsAfter(source, place)
    for (const row of batch.rows) {
      const id = String(row.id)
      yield { id, row, events: salvagedEvents(source, id, Number(row.version)) }
    }
    place = batch.next ?? last
  }
}

/** Sales of which nothing but events could be read. */
export function* salvagedOrphans(
  source: DatabaseSync,
  isKnown: (id: string) => boolean,
): Generator<SalvagedSale> {
  const next = prepared(source, 'SELECT sale_id FROM sale_event WHERE sale_id > ? ORDER BY sale_id LIMIT 1')
  if (next === null) return
  for (let after = ''; ; ) {
    const row = attempt(() => (next.get(after) as Row | undefined) ?? null)
    if (row === null) return
    if (row === UNREADABLE) {
      const beyond = nextPrefix(after)
      if (beyond === null) return
      after = beyond
      continue
    }
    after = String(row.sale_id)
    if (!isKnown(after)) yield { id: after, row: null, events: salvagedEvents(source, after, MOST_EVENTS) }
  }
}

/** How many sales the journal has ever had, where that can be read. */
export function salesEver(source: DatabaseSync): number | null {
  const row = attempt(() => source.prepare('SELECT max(rowid) AS last FROM sale').get() as Row)
  return row === UNREADABLE || row.last === null ? null : Number(row.last)
}

export const UNREADABLE = Symbol('unreadable')

/** What the work gives, or the sign that what it would have read cannot be read. */
export function attempt<Value>(work: () => Value): Value | typeof UNREADABLE {
  try {
    return work()
  } catch {
    return UNREADABLE
  }
}

/** No sale has more. */
const MOST_EVENTS = 5_000

const lastPlace = (source: DatabaseSync): number => salesEver(source) ?? PLACES_TRIED
/** Where the number of sales is unreadable itself, so many places are looked at one by one. */
const PLACES_TRIED = 200_000

function rowsAfter(source: DatabaseSync, place: number): { rows: Row[]; next: number | null } {
  const statement = prepared(
    source,
    'SELECT rowid AS place, * FROM sale WHERE rowid > ? ORDER BY rowid LIMIT ?',
  )
  if (statement === null) return { rows: [], next: null }
  const batch = attempt(() => statement.all(place, BATCH) as Row[])
  if (batch === UNREADABLE) return { rows: oneByOne(source, place), next: place + BATCH }
  const last = batch.at(-1)
  return { rows: batch, next: last ? Number(last.place) : null }
}

function oneByOne(source: DatabaseSync, place: number): Row[] {
  const statement = prepared(source, 'SELECT rowid AS place, * FROM sale WHERE rowid = ?')
  if (statement === null) return []
  return Array.from({ length: BATCH }, (_, index) => place + index + 1).flatMap((at) => {
    const row = attempt(() => (statement.get(at) as Row | undefined) ?? null)
    return row === UNREADABLE || row === null ? [] : [row]
  })
}

type SalvagedEvent = SalvagedSale['events'][number]

function salvagedEvents(source: DatabaseSync, saleId: string, most: number): readonly SalvagedEvent[] {
  const all = prepared(source, 'SELECT * FROM sale_event WHERE sale_id = ? ORDER BY seq')
  if (all === null) return []
  const rows = attempt(() => all.all(saleId) as Row[])
  if (rows !== UNREADABLE) return rows.flatMap(asEvent)
  const one = prepared(source, 'SELECT * FROM sale_event WHERE sale_id = ? AND seq = ?')
  if (one === null) return []
  return Array.from({ length: Math.min(most, MOST_EVENTS) }, (_, index) => index + 1).flatMap((seq) => {
    const row = attempt(() => (one.get(saleId, seq) as Row | undefined) ?? null)
    return row === UNREADABLE || row === null ? [] : asEvent(row)
  })
}

function asEvent(row: Row): SalvagedEvent[] {
  const body = String(row.body)
  const event = attempt(() => JSON.parse(body) as SalvagedEvent['event'])
  if (event === UNREADABLE) return []
  const shiftId = typeof row.shift_id === 'string' ? row.shift_id : null
  return [{ seq: Number(row.seq), at: Number(row.at), kind: String(row.kind), body, event, shiftId }]
}

export const prepared = (source: DatabaseSync, sql: string) => {
  const statement = attempt(() => source.prepare(sql))
  return statement === UNREADABLE ? null : statement
}

/** Ids are random hexadecimal: the first one beyond the next thousandth of them. */
function nextPrefix(after: string): string | null {
  const prefix = Number.parseInt(after.slice(0, 3).padEnd(3, '0'), 16)
  if (Number.isNaN(prefix) || prefix >= 0xfff) return null
  return (prefix + 1).toString(16).padStart(3, '0')
}
