/** The files of backups. A name holds the mode, the time, the number of the backup and the number of sales. */
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupRow } from '../../../shared/page/index.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import { stampOf } from '../sqlite/index.ts'

export const backupFolder = (folder: string): string => join(folder, 'backups')

const NAME = /^journal-(test|live)-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d+)-(\d+)\.sqlite$/

/** Whether the file has the name of a backup, of that mode or of any. */
export function isBackupName(name: string, mode?: Mode): boolean {
  const of = NAME.exec(name)?.[1]
  return of !== undefined && (mode === undefined || of === mode)
}

/** The number of sales, which is part of a backup's file name. 0 for any other file name. */
export const salesIn = (name: string): number => Number(NAME.exec(name)?.[9] ?? 0)

export type BackupFile = BackupRow & {
  /** One more than the highest number before, so that the order does not depend on the clock. */
  readonly number: number
}

/**
 * `journal-live-20261121-031500-17-1234.sqlite`: the time in UTC, the number of the backup, the number of sales.
 * Only a verified backup has such a name.
 */
export const backupName = (mode: Mode, at: number, number: number, sales: number): string =>
  `journal-${mode}-${stampOf(at)}-${number}-${sales}.sqlite`

/** Newest first. */
export function backupsIn(folder: string, mode: Mode): BackupFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => asRow(folder, name, mode))
    .sort((one, other) => other.number - one.number)
}

/** When the newest backup was made; null without one. */
export const newestBackup = (folder: string, mode: Mode): number | null =>
  backupsIn(folder, mode)[0]?.at ?? null

function asRow(folder: string, name: string, mode: Mode): BackupFile[] {
  const [, of, year, month, day, hour, minute, second, number, sales] = NAME.exec(name) ?? []
  if (of !== mode) return []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const found = lstatSync(join(folder, name))
  if (!found.isFile()) return []
  return [
    {
      name,
      at,
      bytes: found.size,
      sales: Number(sales),
      number: Number(number),
    },
  ]
}

const NEWEST_KEPT = 8
const DAYS_KEPT = 14

/** The first one with the most sales: they only become fewer where a journal was lost. */
export function fullest<Row extends { readonly sales: number }>(rows: readonly Row[]): Row | undefined {
  const most = Math.max(...rows.map(({ sales }) => sales))
  return rows.find(({ sales }) => sales === most)
}

/** The backups that rotation removes. It keeps the newest few, the newest of each of the last days, and the fullest one. */
export function outdated(rows: readonly BackupFile[]): readonly BackupFile[] {
  const days = new Set<string>()
  const kept = fullest(rows)
  return rows.filter((row, index) => {
    const day = stampOf(row.at).slice(0, 8)
    const firstOfDay = !days.has(day)
    days.add(day)
    if (index < NEWEST_KEPT || row === kept) return false
    return !firstOfDay || days.size > DAYS_KEPT
  })
}
