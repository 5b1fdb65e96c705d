/**
 * Copies the rows of a damaged journal into a new file of the same version. It continues after a page that cannot be
 * read, so that every readable row is copied. Seals are not copied: the e-receipts are requested again.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { attempt, inTransaction, prepared, type Row, rowsByPlace, UNREADABLE } from '../sqlite/index.ts'
import { insertShift, makeShifts } from './shift-rows.ts'

type From = { readonly source: DatabaseSync; readonly target: DatabaseSync }

/** If events are missing, returns the sales and shifts that have rows made from events: later events may be lost. */
export function salvage(source: DatabaseSync, target: DatabaseSync): readonly string[] {
  const from = { source, target }
  return inTransaction(target, () => {
    for (const table of FIRST_TABLES) copyTable(from, table)
    const openEnded = [...copyEvents(from), ...makeShifts(target)]
    for (const table of OTHER_TABLES) copyTable(from, table)
    return hasAllEvents(source, target) ? [] : openEnded
  })
}

/** Copied first, because other tables refer to them. */
const FIRST_TABLES = ['key_value', 'sale', 'shift']

/** Tables that are computed from sales are left out. */
const OTHER_TABLES = ['print_job', 'command', 'audit', 'audit_aside', 'reconciliation', 'explanation']

/** How many sales or shifts the journal ever had; null where that cannot be read. */
export function countEverStored(source: DatabaseSync, table: 'sale' | 'shift'): number | null {
  const row = attempt(() => source.prepare(`SELECT max(rowid) AS last FROM ${table}`).get() as Row)
  return row === UNREADABLE ? null : Number(row.last ?? 0)
}

/** Whether no event is missing: their positions have no gaps. */
export function hasAllEvents(source: DatabaseSync, target: DatabaseSync): boolean {
  const last = attempt(() => source.prepare('SELECT max(position) AS last FROM event').get() as Row)
  return (
    last !== UNREADABLE &&
    Number(last.last ?? 0) === Number(target.prepare('SELECT count(*) AS had FROM event').get()?.had)
  )
}

function copyTable({ source, target }: From, table: string): void {
  const insert = inserting(target, table)
  const rows = hasRowids(target, table) ? rowsByPlace(source, table) : fromBothEnds(source, table)
  for (const row of rows) insert(row)
}

/** For a table without row ids: reads from both ends, each up to the first page that cannot be read. */
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
      // continues from the other end
    }
}

/** Copies the events. A sale or shift without a row gets one from its first event. Returns the sales that got one. */
function copyEvents({ source, target }: From): readonly string[] {
  const openEnded: string[] = []
  const insert = inserting(target, 'event')
  for (const row of rowsByPlace(source, 'event')) {
    const id = String(row.subject)
    insertShift(target, id, row)
    if (row.kind === 'opened' && insertBeginning(target, id, row)) openEnded.push(id)
    insert(row)
  }
  target.exec(`UPDATE sale SET version = last FROM
    (SELECT subject AS id, max(seq) AS last FROM event GROUP BY subject) AS had
    WHERE had.id = sale.id AND version < last`)
  return openEnded
}

/** Makes a missing row from the first event of the sale. Returns whether it was missing. */
function insertBeginning(target: DatabaseSync, id: string, event: Row): boolean {
  if (prepared(target, 'SELECT 1 FROM sale WHERE id = ?').get(id) !== undefined) return false
  const opened = attempt(() => JSON.parse(String(event.body)) as Row)
  if (opened === UNREADABLE) return false
  const { terminal, day, sequence, senderInvoiceNo } = opened
  inserting(
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

/** Returns a function that inserts a row with the columns that it has. */
function inserting(target: DatabaseSync, table: string): (row: Row) => void {
  const names = target
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
  return (row) => {
    const own = names.filter((name) => row[name] !== undefined)
    const readable = isUnreadableSnapshot(row) ? { ...row, snapshot: '{}' } : row
    try {
      prepared(
        target,
        `INSERT OR IGNORE INTO ${table} (${own.join(', ')}) VALUES (${own.map(() => '?').join(', ')})`,
      ).run(...own.map((name) => readable[name] as SQLInputValue))
    } catch (error) {
      if (!isNoRow(error)) throw error
    }
  }
}

/** A row that breaks a constraint is damaged, so it is skipped. */
const isNoRow = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_CONSTRAINT

const SQLITE_CONSTRAINT = 19

const isUnreadableSnapshot = ({ snapshot }: Row): boolean =>
  snapshot !== undefined && attempt(() => JSON.parse(String(snapshot))) === UNREADABLE

const hasRowids = (target: DatabaseSync, table: string): boolean =>
  attempt(() => target.prepare(`SELECT rowid FROM ${table} LIMIT 1`)) !== UNREADABLE
