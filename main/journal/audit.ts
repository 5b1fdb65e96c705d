/**
 * The audit trail: who did what. Each row has a hash over itself and the hash of the row before, so that a row that was changed,
 * removed or moved breaks the chain. The number and hash of the last row are stored separately, so that a cut end is found too
 * (docs/decisions/audit.md).
 */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { chainOf, withAuditRow, writeChain } from './chain.ts'
import type { KeyValueTable } from './key-value.ts'
import { prepared } from './prepared.ts'
import { exact, insertMissingRows, type Row } from './row.ts'

export type Someone = { readonly id: string; readonly name: string; readonly role: string }

export type AuditEntry = {
  readonly at: number
  /** Null where there are no people, or nobody stands at the till. */
  readonly who: Someone | null
  readonly act: string
  /** Ids and amounts. Never a PIN. */
  readonly about: Readonly<Record<string, unknown>>
  readonly approvedBy: Someone | null
}

export type AuditRow = Omit<AuditEntry, 'about'> & {
  readonly seq: number
  /** JSON, as it was hashed. */
  readonly about: string
  readonly hash: string
}

export type AuditVerdict =
  | { readonly whole: true; readonly rows: number; readonly aside: number }
  /** `seq` is the first row that was changed or is missing; one after the last where the end was cut off. */
  | { readonly whole: false; readonly seq: number; readonly why: 'changed' | 'missing' | 'end cut off' }

const BEGINNING = 'tugrik-pos audit 1'
const HEAD = 'audit-head'

const COLUMNS =
  'seq, at, who, who_name, who_role, act, about, approved_by, approved_name, approved_role, hash'
const NAMES = COLUMNS.split(', ')
const HASHED = NAMES.filter((name) => name !== 'hash')

/** The caller holds the transaction. */
export function writeAudit(database: DatabaseSync, facts: KeyValueTable, entry: AuditEntry): void {
  const last = lastRow(database)
  const seq = (last?.seq ?? 0) + 1
  const { at, who, act, about, approvedBy } = entry
  const values = [seq, at, ...partsOf(who), act, JSON.stringify(about), ...partsOf(approvedBy)]
  const hash = hashOf(last?.hash ?? BEGINNING, values)
  database
    .prepare(`INSERT INTO audit (${COLUMNS}, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(...values, hash, intoChain(database, seq, hash))
  facts.write(HEAD, `${seq} ${hash}`)
}

/** Adds the row to the hash chain of events. Answers with the position of the event before it. */
function intoChain(database: DatabaseSync, seq: number, hash: string): number {
  const chain = withAuditRow(chainOf(database), { seq, hash })
  writeChain(database, chain)
  return chain.position
}

const partsOf = (one: Someone | null) =>
  one === null ? ([null, null, null] as const) : ([one.id, one.name, one.role] as const)

/** Covers all columns but the hash itself, as they are stored. */
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
    /** The newest first, of those before `seq` where it is given. */
    rows: (limit: number, before: number | null = null): readonly AuditRow[] =>
      database
        .prepare(`SELECT ${COLUMNS} FROM audit WHERE ? IS NULL OR seq < ? ORDER BY seq DESC LIMIT ?`)
        .all(before, before, limit)
        .map(asRow),
  }
}

/** Checks the trail of a file that nobody else uses: a copy. Older journals have no trail. */
export function auditOfFile(file: string): AuditVerdict {
  const database = new DatabaseSync(file)
  try {
    const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit'").get()
    return table === undefined ? { whole: true, rows: 0, aside: 0 } : auditVerdict(database)
  } finally {
    database.close()
  }
}

/** The rows of a trail, each with a check whether it follows a given hash. */
function* hashedRows(database: DatabaseSync, query: string) {
  const statement = database.prepare(`SELECT ${COLUMNS} FROM ${query}`)
  statement.setReadBigInts(true)
  for (const row of statement.iterate()) {
    const values = HASHED.map((name) => exact(row[name]))
    const follows = (hash: string): boolean => hashOf(hash, values) === row.hash
    yield { seq: Number(row.seq), hash: String(row.hash), follows }
  }
}

function auditVerdict(database: DatabaseSync): AuditVerdict {
  let hash = BEGINNING
  let rows = 0
  for (const row of hashedRows(database, 'audit ORDER BY seq')) {
    if (row.seq !== rows + 1) return { whole: false, seq: rows + 1, why: 'missing' }
    if (!row.follows(hash)) return { whole: false, seq: rows + 1, why: 'changed' }
    hash = row.hash
    rows += 1
  }
  const head = database.prepare('SELECT value FROM fact WHERE name = ?').get(HEAD) as Row | undefined
  const expected = rows === 0 ? undefined : `${rows} ${hash}`
  if (head?.value !== expected) return { whole: false, seq: rows + 1, why: 'end cut off' }
  const aside = database.prepare('SELECT count(*) AS many FROM audit_aside').get() as Row
  return { whole: true, rows, aside: Number(aside.many) }
}

/** The first finding in the audit trail; its counts go into `found`. */
export function wrongAuditRow(database: DatabaseSync, _options: unknown, found: string[]): string | null {
  const verdict = auditVerdict(database)
  if (!verdict.whole) return `act ${verdict.seq}: ${verdict.why}`
  const { rows, aside } = verdict
  found.push(`${rows} acts${aside > 0 ? `, ${aside} of other files aside` : ''}`)
  return null
}

/** The first finding in a trail with missing rows: only rows whose predecessor exists are checked. */
export function wrongAuditRowAmong(database: DatabaseSync): string | null {
  let before = { seq: 0, hash: BEGINNING }
  for (const row of hashedRows(database, 'audit ORDER BY seq')) {
    if (row.seq === before.seq + 1 && !row.follows(before.hash)) return `act ${row.seq}: changed`
    before = row
  }
  return null
}

/** The first finding in the trails of other files: each row must follow one that is here. A cut end cannot be found. */
export function wrongAside(database: DatabaseSync): string | null {
  const hashes = new Map([[0, new Set([BEGINNING])]])
  for (const { seq, hash } of database
    .prepare('SELECT seq, hash FROM audit UNION SELECT seq, hash FROM audit_aside')
    .all())
    hashes.set(Number(seq), (hashes.get(Number(seq)) ?? new Set()).add(String(hash)))
  for (const { seq, follows } of hashedRows(database, 'audit_aside ORDER BY seq, hash'))
    if (![...(hashes.get(seq - 1) ?? [])].some(follows))
      return `act ${seq} of another file: it was changed, or the one before it is missing`
  return null
}

function asRow(row: Row): AuditRow {
  return {
    seq: Number(row.seq),
    at: Number(row.at),
    who: someone(row.who, row.who_name, row.who_role),
    act: String(row.act),
    about: String(row.about),
    approvedBy: someone(row.approved_by, row.approved_name, row.approved_role),
    hash: String(row.hash),
  }
}

const someone = (id: Row[string], name: Row[string], role: Row[string]): Someone | null =>
  id === null || id === undefined ? null : { id: String(id), name: String(name), role: String(role) }

/**
 * Takes the audit rows of another journal. From the journal that was in use, into a new file without a trail: as they are, with gaps,
 * so that losses show. From any other file: as evidence, into `audit_aside`, unless they are the beginning of our own trail.
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
    // An older journal without a trail, or a damaged one: what was read until here is all there is.
  }
  return found
}
