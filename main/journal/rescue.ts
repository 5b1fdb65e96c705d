/**
 * A damaged journal is never deleted. It is set aside under another name, and what can be read of it goes into a new one,
 * together with what only the newest backup has:
 *
 *     journal.sqlite ─▶ journal.damaged-20261121-031500.sqlite (and its -wal)
 *     what is readable ─▶ journal.sqlite.rescuing ─▶ on the disk ─▶ journal.sqlite
 *
 * Cut off in the middle, it is begun again at the next start: the journal's own name is free until the new one is whole.
 */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupsIn, stamp } from './backup-files.ts'
import { emptyWal } from './connect.ts'
import { diskFiles } from './files.ts'
import { stemOf } from './kept.ts'
import { type MergeReport, mergeJournal } from './merge.ts'
import type { JournalMode } from './open.ts'
import type { Fold } from './refold.ts'
import type { RescueReport } from './rescue-report.ts'
import { attempt, salesEver, UNREADABLE } from './salvage.ts'

export type RescueParts = {
  /** Makes a new, empty journal. */
  readonly create: (file: string) => DatabaseSync
  readonly fold: Fold
  /** Where backups lie, and of which mode; null where there are none to look at. */
  readonly backups: { readonly folder: string; readonly mode: JournalMode } | null
}

export function rescueJournal(file: string, at: number, parts: RescueParts): RescueReport {
  const setAside = setAsideDamaged(file, at)
  const made = `${file}.rescuing`
  removeDatabase(made)
  const target = parts.create(made)
  try {
    const { report, ever } = fromDamaged(target, setAside, parts.fold)
    const fromBackup = fromNewestBackup(target, parts)
    emptyWal(target)
    target.close()
    diskFiles.sync(made)
    renameSync(made, file)
    diskFiles.syncFolder(dirname(file))
    const read = report.added
    return {
      at,
      setAside,
      sales: {
        read,
        partly: report.partly,
        lost: ever === null ? null : Math.max(0, ever - read - fromBackup),
      },
      fromBackup,
    }
  } catch (error) {
    if (target.isOpen) target.close()
    removeDatabase(made)
    throw error
  }
}

/** Answers with the name that the damaged file has now. One that was set aside by a rescue that was cut off keeps its name. */
function setAsideDamaged(file: string, at: number): string {
  const start = `${basename(stemOf(file))}.damaged-`
  const earlier = readdirSync(dirname(file))
    .filter((name) => name.startsWith(start) && name.endsWith('.sqlite'))
    .sort()
    .at(-1)
  const setAside =
    existsSync(file) || earlier === undefined
      ? `${stemOf(file)}.damaged-${stamp(at)}.sqlite`
      : join(dirname(file), earlier)
  for (const end of ['', '-wal', '-shm'])
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${setAside}${end}`)
  diskFiles.syncFolder(dirname(file))
  return setAside
}

const NOTHING: MergeReport = { added: 0, updated: 0, same: 0, conflicts: 0, partly: 0 }

/** SQLite tidies up what it opens: so it is given a copy, and what was set aside stays as it was. */
function fromDamaged(target: DatabaseSync, setAside: string, fold: Fold) {
  const copy = `${setAside}.reading`
  removeDatabase(copy)
  try {
    copyFileSync(setAside, copy)
    if (existsSync(`${setAside}-wal`)) copyFileSync(`${setAside}-wal`, `${copy}-wal`)
    const source = attempt(() => new DatabaseSync(copy))
    if (source === UNREADABLE) return { report: NOTHING, ever: null }
    try {
      return { report: mergeJournal(target, source, { fold, live: true }), ever: salesEver(source) }
    } finally {
      source.close()
    }
  } finally {
    removeDatabase(copy)
  }
}

/** How many sales only the newest readable backup had. */
function fromNewestBackup(target: DatabaseSync, { backups, fold }: RescueParts): number {
  if (backups === null) return 0
  for (const { name } of backupsIn(backups.folder, backups.mode)) {
    const merged = attempt(() => {
      const source = new DatabaseSync(join(backups.folder, name), { readOnly: true })
      try {
        return mergeJournal(target, source, { fold, live: false })
      } finally {
        source.close()
      }
    })
    if (merged !== UNREADABLE && merged.added + merged.same + merged.updated > 0) return merged.added
  }
  return 0
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
}
