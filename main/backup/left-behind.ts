/**
 * Sales that an older version made in its own folder after the till's data had moved (main/data-move.ts). Nothing
 * monitors their QRs, so the till shows a notice until a person restores them like a backup. Nobody else writes that
 * journal any more: the older version has lost its folder (law 10).
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BackupRow } from '../../shared/ipc/index.ts'
import type { Mode } from '../../shared/mode.ts'
import type { Log } from '../environment.ts'
import { makePrivateFolder } from '../private-files.ts'
import { copyInUse, hasTable, prepared, removeDatabase } from '../sqlite/index.ts'

/** Whether the other journal has sales or shifts that ours does not have, or a later state of them. */
export const lacks = (ours: DatabaseSync, theirs: DatabaseSync): boolean =>
  (['sale', 'shift'] as const)
    .filter((table) => hasTable(theirs, table))
    .some((table) =>
      theirs
        .prepare(`SELECT id, ${hasVersions(theirs, table) ? 'version' : '0 AS version'} FROM ${table}`)
        .all()
        .some(({ id, version }) => {
          const row = prepared(ours, `SELECT version FROM ${table} WHERE id = ?`).get(String(id))
          return row === undefined || Number(row.version) < Number(version)
        }),
    )

const hasVersions = (journal: DatabaseSync, table: string): boolean =>
  journal.prepare(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = 'version'`).get() !== undefined

type Lacks = (theirs: DatabaseSync) => boolean
type Look = { readonly sales: number; readonly isLacking: boolean }

/** For a journal that cannot be read: it may have sales. */
const UNKNOWN: Look = { sales: 0, isLacking: true }

type Parts = { readonly home: string; readonly mode: Mode; readonly lacks: Lacks; readonly log: Log }

/** Copies each of these journals that has more than ours into the folder of backups, and returns the copies. */
export function copiesLeftBehind(
  journals: readonly string[],
  { home, mode, lacks, log }: Parts,
): readonly BackupRow[] {
  const first = `journal-${mode}-left-behind-`
  if (existsSync(home))
    for (const name of readdirSync(home)) if (name.startsWith(first)) removeDatabase(join(home, name))
  return journals.filter(existsSync).flatMap((journal, index) => {
    const name = `${first}${index + 1}.sqlite`
    makePrivateFolder(home)
    const { sales, isLacking } = looked(journal, join(home, name), lacks)
    if (!isLacking) return []
    log.warn('an older version made sales after its data had moved', { file: name })
    const { mtimeMs, size } = statSync(journal)
    return [{ name, at: Math.floor(mtimeMs), bytes: size, sales, verified: false, leftBehind: true }]
  })
}

/** Whether one of these journals has more than ours. */
export const isAnyLeftBehind = (
  journals: readonly string[],
  { copy, lacks }: { readonly copy: string; readonly lacks: Lacks },
): boolean => journals.filter(existsSync).some((journal) => looked(journal, copy, lacks).isLacking)

/** Copies a journal and compares it. The copy stays, without seals, only if it has more than ours. Never throws. */
function looked(journal: string, copy: string, lacks: Lacks): Look {
  try {
    if (!copyInUse(journal, copy)) return UNKNOWN
    const theirs = new DatabaseSync(copy)
    let look: Look
    try {
      theirs.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON')
      if (hasTable(theirs, 'receipt_seal')) theirs.exec('DELETE FROM receipt_seal')
      const { sales } = theirs.prepare('SELECT count(*) AS sales FROM sale').get() ?? {}
      look = { sales: Number(sales), isLacking: lacks(theirs) }
    } finally {
      theirs.close()
    }
    if (!look.isLacking) removeDatabase(copy)
    return look
  } catch {
    return UNKNOWN
  }
}
