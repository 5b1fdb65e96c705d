/**
 * Copies the rows of a damaged journal into a new file of the same version, which is then read like any other. It goes on behind a
 * page that cannot be read, so that every readable row is copied. Seals are not copied: the e-receipts are asked for again.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { attempt, hasTable, inTransaction, prepared, type Row, UNREADABLE } from '../journal/index.ts'
import { keepShift, makeShifts } from './shift-rows.ts'

type From = { readonly source: DatabaseSync; readonly target: DatabaseSync }

/**
 * Where events are missing, answers with the sales and shifts that were computed from their events alone: nothing tells whether
 * later events are lost.
 */
export function salvage(source: DatabaseSync, target: DatabaseSync): readonly string[] {
  const from = { source, target }
  return inTransaction(target, () => {
    for (const table of FIRST_TABLES) if (hasTable(target, table)) copyTable(from, table)
    const openEnded = EVENT_TABLES.flatMap(([table, subject]) =>
      hasTable(target, table) ? copyEvents(from, table, subject) : [],
    )
    const shifts = makeShifts(target)
    for (const table of OTHER_TABLES) if (hasTable(target, table)) copyTable(from, table)
    return hasAllEvents(source, target) ? [] : [...openEnded, ...shifts]
  })
}

/** Other tables refer to these. */
const FIRST_TABLES = ['fact', 'sale', 'shift']

/** Before version 16 sales and shifts had separate tables of events. */
const EVENT_TABLES = [
  ['event', 'subject'],
  ['sale_event', 'sale_id'],
  ['shift_event', 'shift_id'],
] as const

/** Without the tables that are computed from sales. */
const OTHER_TABLES = [
  'print_job',
  'attention',
  'act',
  'command',
  'audit',
  'audit_aside',
  'reconciliation',
  'explanation',
]

/** How many sales or shifts the journal ever had; null where that cannot be read. */
export function everIn(source: DatabaseSync, table: 'sale' | 'shift'): number | null {
  const row = attempt(() => source.prepare(`SELECT max(rowid) AS last FROM ${table}`).get() as Row)
  return row === UNREADABLE ? null : Number(row.last ?? 0)
}

/** Whether no event is missing: their positions have no gaps. */
export function hasAllEvents(source: DatabaseSync, target: DatabaseSync): boolean {
  if (!hasTable(target, 'event')) return false
  const last = attempt(() => source.prepare('SELECT max(position) AS last FROM event').get() as Row)
  return (
    last !== UNREADABLE &&
    Number(last.last ?? 0) === Number(target.prepare('SELECT count(*) AS had FROM event').get()?.had)
  )
}

const BATCH = 200
/** How many places are tried where neither a table's last page nor an index tells its last place. */
const PLACES_TRIED = 1_000_000
/** How many are tried behind the last place that an index tells: a damaged file may have an old page of it. */
const PLACES_BEHIND = 10_000

function copyTable({ source, target }: From, table: string): void {
  const keep = keeping(target, table)
  const rows = hasRowids(target, table) ? byPlace(source, table) : fromBothEnds(source, table)
  for (const row of rows) keep(row)
}

function* byPlace(source: DatabaseSync, table: string): Generator<Row> {
  const many = attempt(() =>
    source.prepare(`SELECT rowid AS place, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH}`),
  )
  if (many === UNREADABLE) return
  const one = source.prepare(`SELECT rowid AS place, * FROM ${table} WHERE rowid = ?`)
  const last = lastPlace(source, table)
  for (let place = 0; place < last; ) {
    const batch = attempt(() => many.all(place) as Row[])
    if (batch === UNREADABLE) {
      for (let at = place + 1; at <= place + BATCH; at += 1) yield* readable(() => one.all(at))
      place += BATCH
    } else {
      yield* batch
      place = batch.length === 0 ? last : Math.max(place + 1, Number(batch.at(-1)?.place))
    }
  }
}

/** An entry of an index holds the place of its row. */
function lastPlace(source: DatabaseSync, table: string): number {
  const lastIn = (from: string) =>
    attempt(() => Number(source.prepare(`SELECT max(rowid) AS last FROM ${from}`).get()?.last ?? 0))
  const last = lastIn(table)
  if (last !== UNREADABLE) return last
  const indexes = attempt(() => source.prepare(`SELECT name FROM pragma_index_list('${table}')`).all())
  const told = (indexes === UNREADABLE ? [] : indexes)
    .map(({ name }) => lastIn(`${table} INDEXED BY ${name}`))
    .filter((one) => one !== UNREADABLE)
  return told.length === 0 ? PLACES_TRIED : Math.max(...told) + PLACES_BEHIND
}

/** For tables without rowids: reads from both ends, each up to the first page that cannot be read. */
function* fromBothEnds(source: DatabaseSync, table: string): Generator<Row> {
  const keys = attempt(() =>
    source.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0`).all(),
  )
  if (keys === UNREADABLE) return
  for (const way of ['ASC', 'DESC'])
    try {
      const order = keys.map(({ name }) => `${name} ${way}`).join(', ')
      for (const row of source.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).iterate()) yield row
      return
    } catch {
      // then from the other end
    }
}

const readable = (read: () => unknown[]): Row[] => {
  const rows = attempt(read)
  return rows === UNREADABLE ? [] : (rows as Row[])
}

/** Copies the events. A sale or shift without a row gets one from its first event. */
function copyEvents(from: From, table: string, subject: string): readonly string[] {
  const openEnded: string[] = []
  const keep = keeping(from.target, table)
  for (const row of eventsOf(from, table, subject)) {
    const id = String(row[subject])
    if (table !== 'sale_event') keepShift(from.target, id, row)
    if (row.kind === 'opened' && keepBeginning(from.target, id, row)) openEnded.push(id)
    keep(row)
  }
  if (table !== 'shift_event')
    from.target.exec(`UPDATE sale SET version = last FROM
      (SELECT ${subject} AS id, max(seq) AS last FROM ${table} GROUP BY ${subject}) AS had
      WHERE had.id = sale.id AND version < last`)
  return openEnded
}

function* eventsOf({ source, target }: From, table: string, subject: string): Generator<Row> {
  if (hasRowids(target, table)) return yield* byPlace(source, table)
  const whole = attempt(() => source.prepare(`SELECT * FROM ${table} WHERE ${subject} = ? ORDER BY seq`))
  if (whole === UNREADABLE) return
  const one = source.prepare(`SELECT * FROM ${table} WHERE ${subject} = ? AND seq = ?`)
  const owner = table === 'sale_event' ? 'sale' : 'shift'
  for (const { id, version } of target.prepare(`SELECT id, version FROM ${owner}`).all()) {
    const rows = attempt(() => whole.all(id ?? null))
    if (rows !== UNREADABLE) yield* rows
    else for (let seq = 1; seq <= Number(version); seq += 1) yield* readable(() => one.all(id ?? null, seq))
  }
  yield* fromBothEnds(source, table)
}

/** Makes a missing row from the first event of the sale. Answers whether it was missing. */
function keepBeginning(target: DatabaseSync, id: string, event: Row): boolean {
  if (prepared(target, 'SELECT 1 FROM sale WHERE id = ?').get(id) !== undefined) return false
  const opened = attempt(() => JSON.parse(String(event.body)) as Row)
  if (opened === UNREADABLE) return false
  const { terminal, day, sequence, senderInvoiceNo } = opened
  keeping(
    target,
    'sale',
  )({
    id,
    terminal,
    day,
    sequence,
    tag: String(senderInvoiceNo).slice(-4),
    sender_invoice_no: senderInvoiceNo,
    opened_at: event.at,
    version: 1,
    state: 'open',
    state_since: event.at,
    total: 0,
    due: 1,
    waits: 0,
    snapshot: '{}',
  })
  return true
}

/** Inserts a row with the columns that it has. */
function keeping(target: DatabaseSync, table: string): (row: Row) => void {
  const names = target
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
  return (row) => {
    const own = names.filter((name) => row[name] !== undefined)
    const kept = isUnreadableSnapshot(row) ? { ...row, snapshot: '{}' } : row
    try {
      prepared(
        target,
        `INSERT OR IGNORE INTO ${table} (${own.join(', ')}) VALUES (${own.map(() => '?').join(', ')})`,
      ).run(...own.map((name) => kept[name] as SQLInputValue))
    } catch (error) {
      if (!isNoRow(error)) throw error
    }
  }
}

/** A row that breaks a constraint is garbage. */
const isNoRow = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_CONSTRAINT

const SQLITE_CONSTRAINT = 19

const isUnreadableSnapshot = ({ snapshot }: Row): boolean =>
  snapshot !== undefined && attempt(() => JSON.parse(String(snapshot))) === UNREADABLE

const hasRowids = (target: DatabaseSync, table: string): boolean =>
  attempt(() => target.prepare(`SELECT rowid FROM ${table} LIMIT 1`)) !== UNREADABLE
