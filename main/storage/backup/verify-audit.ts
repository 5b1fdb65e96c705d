/** Checks the audit trail, and trails of other files in `audit_aside`. */
import type { DatabaseSync } from 'node:sqlite'
import { AUDIT_BEGINNING, AUDIT_HEAD, hashedAuditRows, keyValueTable } from '../journal/index.ts'
import type { Row } from '../sqlite/index.ts'
import { type Finding, finding } from './finding.ts'

/** The first finding in the audit trail; null where there is none. Its counts go into `found`. */
export function wrongAuditRow(database: DatabaseSync, found: string[]): Finding | null {
  let hash = AUDIT_BEGINNING
  let rows = 0
  for (const row of hashedAuditRows(database, 'audit ORDER BY seq')) {
    const next = rows + 1
    const why = row.seq !== next ? 'missing' : row.follows(hash) ? null : 'changed'
    if (why !== null) return finding(`audit-${why}`, next, `audit entry ${next}: ${why}`)
    hash = row.hash
    rows = next
  }
  const expected = rows === 0 ? null : `${rows} ${hash}`
  if (keyValueTable(database).read(AUDIT_HEAD) !== expected)
    return finding('audit-cut-off', rows, `audit entry ${rows + 1}: end cut off`)
  const aside = Number((database.prepare('SELECT count(*) AS many FROM audit_aside').get() as Row).many)
  found.push(`${rows} audit entries${aside > 0 ? `, ${aside} of other files aside` : ''}`)
  return null
}

/** The first finding in a trail with missing rows: only rows whose predecessor exists are checked. */
export function wrongAuditRowAmong(database: DatabaseSync): Finding | null {
  let before = { seq: 0, hash: AUDIT_BEGINNING }
  for (const row of hashedAuditRows(database, 'audit ORDER BY seq')) {
    if (row.seq === before.seq + 1 && !row.follows(before.hash))
      return finding('audit-changed', row.seq, `audit entry ${row.seq}: changed`)
    before = row
  }
  return null
}

/** The first finding in the trails of other files: each row must follow one that is here. A cut end cannot be found. */
export function wrongAside(database: DatabaseSync): Finding | null {
  const hashes = new Map([[0, new Set([AUDIT_BEGINNING])]])
  for (const { seq, hash } of database
    .prepare('SELECT seq, hash FROM audit UNION SELECT seq, hash FROM audit_aside')
    .all())
    hashes.set(Number(seq), (hashes.get(Number(seq)) ?? new Set()).add(String(hash)))
  for (const { seq, follows } of hashedAuditRows(database, 'audit_aside ORDER BY seq, hash'))
    if (![...(hashes.get(seq - 1) ?? [])].some(follows))
      return finding(
        'other-audit-changed',
        seq,
        `audit entry ${seq} of another file: it was changed, or the one before it is missing`,
      )
  return null
}
