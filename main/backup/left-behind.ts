/**
 * Sales that an older version made in its own folder after the till's data had moved (main/data-move.ts). Nothing
 * monitors their QRs, so the till shows a notice until a person restores them like a backup. Nobody else writes that
 * journal any more: the older version has lost its folder (law 10).
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BackupRow } from '../../shared/ipc/index.ts'
import type { Mode } from '../../shared/mode.ts'
import type { Log } from '../environment.ts'
import { replaceSync } from '../held-files.ts'
import type { KeyValueTable } from '../journal/index.ts'
import { makePrivateFolder } from '../private-files.ts'
import { copyInUse, hasTable, isDamage, prepared, removeDatabase } from '../sqlite/index.ts'

/** Whether the other journal has sales or shifts that ours does not have, or a later or another state of them. */
export const lacks = (ours: DatabaseSync, theirs: DatabaseSync): boolean =>
  hasLater(ours, theirs) || hasOtherEvents(ours, theirs)

const hasLater = (ours: DatabaseSync, theirs: DatabaseSync): boolean =>
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

/** A sale may have gone on in both, so the version does not tell. A migration added `notice-kept` to one of them alone. */
function hasOtherEvents(ours: DatabaseSync, theirs: DatabaseSync): boolean {
  if (!hasTable(theirs, 'event')) return false
  const here = ours.prepare('SELECT 1 FROM event WHERE subject = ? AND seq = ? AND body = ?')
  const newestFirst = theirs.prepare(
    `SELECT subject, seq, body FROM event WHERE kind <> 'notice-kept' ORDER BY position DESC`,
  )
  for (const { subject, seq, body } of newestFirst.iterate())
    if (here.get(String(subject), Number(seq), String(body)) === undefined) return true
  return false
}

const hasVersions = (journal: DatabaseSync, table: string): boolean =>
  journal.prepare(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = 'version'`).get() !== undefined

/** What our journal notes of another one, so that it is not copied at every start. */
type Notes = Pick<KeyValueTable, 'read' | 'write'>
type Lacks = (theirs: DatabaseSync) => boolean
type Ours = { readonly lacks: Lacks; readonly notes: Notes }
type Parts = { readonly home: string; readonly mode: Mode; readonly journal: Ours; readonly log: Log }

/** Keeps a copy of each of these journals that has more than ours, in the folder of backups, and returns the copies. */
export function copiesLeftBehind(
  journals: readonly string[],
  { home, mode, journal: ours, log }: Parts,
): readonly LeftBehind[] {
  const first = `journal-${mode}-left-behind`
  const copyOf = (journal: string): string => `${first}-${hashOf(`${journal} ${stateOf(journal)}`)}.sqlite`
  const there = journals.filter(existsSync)
  const kept = new Set(there.map(copyOf))
  if (existsSync(home))
    for (const name of readdirSync(home))
      if (name.startsWith(first) && !kept.has(name)) removeOrWarn(join(home, name), log)
  return there.flatMap((journal) => {
    const name = copyOf(journal)
    makePrivateFolder(home)
    const found = looked(journal, ours, { copy: join(home, name), draft: join(home, `${first}.part`) })
    if (found === 'nothing') return []
    log.warn('an older version made sales after its data had moved', { file: name })
    const { mtimeMs, size } = statSync(journal)
    const sales = typeof found === 'object' ? found.sales : null
    const leftBehind = { folder: dirname(journal), isReadable: sales !== null }
    const at = Math.floor(mtimeMs)
    return [{ name, at, bytes: size, sales: sales ?? 0, leftBehind }]
  })
}

/** If another program holds the file, the till starts all the same, and the next start tries again. */
export function removeOrWarn(file: string, log: Log): void {
  try {
    removeDatabase(file)
  } catch (error) {
    log.warn('the rest of a copy cannot be removed now', { file: basename(file), error })
  }
}

export type LeftBehind = BackupRow & { readonly leftBehind: NonNullable<BackupRow['leftBehind']> }

/** Whether one of these journals has more than ours. */
export const isAnyLeftBehind = (
  journals: readonly string[],
  { copy, ...ours }: Ours & { readonly copy: string },
): boolean =>
  journals
    .filter(existsSync)
    .some((journal) => looked(journal, ours, { copy, draft: `${copy}.part` }) !== 'nothing')

/** A file that is held is unreadable: the next start looks again. A damaged one may have sales, and stays damaged. */
type Found = 'nothing' | 'damaged' | 'unreadable' | { readonly sales: number }

/** Compares the copy, which it makes where there is none. It stays only if it has more than ours. Never throws. */
function looked(
  journal: string,
  { lacks, notes }: Ours,
  { copy, draft }: { readonly copy: string; readonly draft: string },
): Found {
  const key = `left-behind ${hashOf(journal)}`
  try {
    // With our tag, because a rescue makes a journal that may have less.
    const state = `${notes.read('tag')} ${stateOf(journal)} `
    const noted = notes.read(key)
    for (const found of ['nothing', 'damaged'] as const) if (noted === state + found) return found
    const found = compared(journal, lacks, { copy, draft })
    if (found === 'nothing' || found === 'damaged') notes.write(key, state + found)
    return found
  } catch {
    return 'unreadable'
  }
}

function compared(
  journal: string,
  lacks: Lacks,
  { copy, draft }: { readonly copy: string; readonly draft: string },
): Found {
  try {
    if (!existsSync(copy) && !isCopied(journal, { copy, draft })) return 'unreadable'
    const theirs = new DatabaseSync(copy)
    try {
      if (lacks(theirs)) {
        const { sales } = theirs.prepare('SELECT count(*) AS sales FROM sale').get() ?? {}
        return { sales: Number(sales) }
      }
    } finally {
      theirs.close()
    }
    removeDatabase(copy)
    return 'nothing'
  } catch (error) {
    // It may have seals, which must not outlive the paper.
    for (const file of [draft, copy]) removeDatabase(file)
    return isDamage(error) ? 'damaged' : 'unreadable'
  }
}

/** Only a copy without seals gets the name. */
function isCopied(
  journal: string,
  { copy, draft }: { readonly copy: string; readonly draft: string },
): boolean {
  if (!copyInUse(journal, draft)) return false
  const theirs = new DatabaseSync(draft)
  try {
    theirs.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON')
    if (hasTable(theirs, 'receipt_seal')) theirs.exec('DELETE FROM receipt_seal')
  } finally {
    theirs.close()
  }
  replaceSync(draft, copy)
  return true
}

/** Changes when somebody writes the journal. */
const stateOf = (journal: string): string =>
  [journal, `${journal}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? '-' : `${found.size}:${found.mtimeMs}`))
    .join(' ')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
