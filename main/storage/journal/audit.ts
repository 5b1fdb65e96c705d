/**
 * The audit trail: who did what. Each row has a hash over itself and the previous row's hash, so that a row that was
 * changed, removed or moved breaks the chain. The number and hash of the last row are stored separately, so that a cut
 * end is found too (docs/decisions/audit.md).
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Chunked } from '../../base/chunked.ts'
import { attempt, exact, insertMissingRows, prepared, type Row, UNREADABLE } from '../sqlite/index.ts'
import { chainOf, withAuditRow, writeChain } from './chain.ts'
import type { KeyValueTable } from './key-value.ts'

type Someone = { readonly id: string; readonly name: string; readonly role: string }

export type AuditEntry = {
  readonly at: number
  /** Null where the shop has no staff, or nobody is signed in. */
  readonly who: Someone | null
  readonly action: string
  /** Ids and amounts. Never a PIN. */
  readonly about: Readonly<Record<string, unknown>>
  readonly approvedBy: Someone | null
}

export type AuditRow = AuditEntry & { readonly seq: number; readonly hash: string }

/** The first row's hash covers this in place of a hash before. */
export const AUDIT_BEGINNING = 'tugrik-pos audit 1'

/** The key of the number and hash of the last row. */
export const AUDIT_HEAD = 'audit-head'

/** Read in about 2 ms. */
const ROWS_A_PIECE = 10_000

const COLUMNS =
  'seq, at, who, who_name, who_role, action, about, approved_by, approved_name, approved_role, hash'
const NAMES = COLUMNS.split(', ')
const HASHED = NAMES.filter((name) => name !== 'hash')

/** The caller holds the transaction. */
export function writeAudit(database: DatabaseSync, keyValues: KeyValueTable, entry: AuditEntry): void {
  const last = lastRow(database)
  const seq = (last?.seq ?? 0) + 1
  const { at, who, action, about, approvedBy } = entry
  const values = [seq, at, ...partsOf(who), action, JSON.stringify(about), ...partsOf(approvedBy)]
  const hash = hashOf(last?.hash ?? AUDIT_BEGINNING, values)
  database
    .prepare(`INSERT INTO audit (${COLUMNS}, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(...values, hash, intoChain(database, seq, hash))
  keyValues.write(AUDIT_HEAD, `${seq} ${hash}`)
}

/** Adds the row to the hash chain of events. Returns the position of the event before it. */
function intoChain(database: DatabaseSync, seq: number, hash: string): number {
  const chain = withAuditRow(chainOf(database), { seq, hash })
  writeChain(database, chain)
  return chain.position
}

const partsOf = (one: Someone | null) =>
  one === null ? ([null, null, null] as const) : ([one.id, asHeld(one.name), one.role] as const)

/**
 * The text that comes back from the file. SQLite stores UTF-8, which has no half of a character, and Node reads a text
 * up to its first zero. Otherwise the hash would cover another name than the row has, which looks like tampering.
 */
const asHeld = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\uFFFD')

/** The hash covers all columns except itself, as they are stored. */
const hashOf = (before: string, values: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([before, ...values]))
    .digest('hex')

function lastRow(database: DatabaseSync): { readonly seq: number; readonly hash: string } | null {
  const row = database.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1').get() as
    | Row
    | undefined
  return row ? { seq: Number(row.seq), hash: String(row.hash) } : null
}

export type AuditReader = ReturnType<typeof auditReader>

export function auditReader(database: DatabaseSync) {
  return {
    /** Newest first; only rows before `seq` where it is given. */
    rows: (limit: number, before: number | null = null): readonly AuditRow[] =>
      database
        .prepare(`SELECT ${COLUMNS} FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?`)
        .all(before ?? Number.MAX_SAFE_INTEGER, limit)
        .map(asRow),
    /**
     * The newest rows before the time `end`, with a `seq` below `before` if that is given. Reads some rows at a time,
     * because years of rows may come after `end`. Rows are not in the order of their times if the clock was set back.
     */
    rowsUntil: function* (end: number, limit: number, before: number | null): Chunked<readonly AuditRow[]> {
      const found: AuditRow[] = []
      const piece = database.prepare(
        `SELECT ${COLUMNS} FROM audit WHERE seq >= ? AND seq < ? AND at < ? ORDER BY seq DESC LIMIT ?`,
      )
      let top = before ?? (lastRow(database)?.seq ?? 0) + 1
      while (top > 1 && found.length < limit) {
        const from = top - ROWS_A_PIECE
        found.push(...piece.all(from, top, end, limit - found.length).map(asRow))
        top = from
        yield
      }
      return found
    },
    /** The newest row that has a person, or one of these actions. */
    lastOfStaff: (actions: readonly string[]): AuditRow | null => {
      const row = database
        .prepare(
          `SELECT ${COLUMNS} FROM audit
           WHERE who IS NOT NULL OR action IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT 1`,
        )
        .get(JSON.stringify(actions))
      return row === undefined ? null : asRow(row)
    },
  }
}

/** The rows of a trail, each with a check whether it follows a given hash. */
export function* hashedAuditRows(database: DatabaseSync, query: string) {
  const statement = database.prepare(`SELECT ${COLUMNS} FROM ${query}`)
  statement.setReadBigInts(true)
  for (const row of statement.iterate()) {
    const values = HASHED.map((name) => exact(row[name]))
    const follows = (hash: string): boolean => hashOf(hash, values) === row.hash
    yield { seq: Number(row.seq), hash: String(row.hash), follows }
  }
}

function asRow(row: Row): AuditRow {
  return {
    seq: Number(row.seq),
    at: Number(row.at),
    who: someone(row.who, row.who_name, row.who_role),
    action: String(row.action),
    about: readableText(String(row.about)),
    approvedBy: someone(row.approved_by, row.approved_name, row.approved_role),
    hash: String(row.hash),
  }
}

/** Empty where the disk damaged the text: the trail is still shown, and its verification names the row. */
function readableText(about: string): AuditEntry['about'] {
  const read = attempt(() => JSON.parse(about) as AuditEntry['about'])
  return read === UNREADABLE ? {} : read
}

const someone = (id: Row[string], name: Row[string], role: Row[string]): Someone | null =>
  id === null || id === undefined ? null : { id: String(id), name: String(name), role: String(role) }

/**
 * Takes the audit rows of another journal. Rows of the live journal go unchanged into a new file without a trail, with
 * gaps that show losses. Rows of any other file go into `audit_aside` as evidence, unless our own trail begins with
 * them.
 */
export function takeAudit(target: DatabaseSync, source: DatabaseSync, live: boolean): void {
  insertMissingRows(target, 'audit_aside', NAMES, readable(source, 'audit_aside'))
  const rows = readable(source, 'audit')
  const last = rows.at(-1)
  if (last === undefined) return
  if (live && lastRow(target) === null) {
    const placed = rows.map((row) => ({
      ...row,
      after: intoChain(target, Number(row.seq), String(row.hash)),
    }))
    insertMissingRows(target, 'audit', [...NAMES, 'after'], placed)
    return
  }
  const isOurs = prepared(target, 'SELECT 1 FROM audit WHERE seq = ? AND hash = ?').get(
    Number(last.seq),
    String(last.hash),
  )
  if (isOurs === undefined) insertMissingRows(target, 'audit_aside', NAMES, rows)
}

function readable(source: DatabaseSync, table: 'audit' | 'audit_aside'): readonly Row[] {
  const found: Row[] = []
  try {
    for (const row of source.prepare(`SELECT ${COLUMNS} FROM ${table} ORDER BY seq`).iterate())
      found.push(row)
  } catch {
    // The file is damaged: the rows read so far are taken.
  }
  return found
}
