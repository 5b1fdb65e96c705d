/** The backups of one journal, as files: named by mode, time and number of sales, newest first. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupRow } from '../../shared/ipc/index.ts'
import type { JournalMode } from './open.ts'

export const backupFolder = (folder: string): string => join(folder, 'backups')

const NAME = /^journal-(practice|merchant)-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d+)\.sqlite$/

/** `journal-merchant-20261121-031500-1234.sqlite`, in universal time: only a backup that was verified has such a name. */
export const backupName = (mode: JournalMode, at: number, sales: number): string =>
  `journal-${mode}-${stamp(at)}-${sales}.sqlite`

/** yyyyMMdd-HHmmss */
export const stamp = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

export function backupsIn(folder: string, mode: JournalMode): BackupRow[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => asRow(folder, name, mode))
    .sort((one, other) => other.at - one.at || other.name.localeCompare(one.name))
}

function asRow(folder: string, name: string, mode: JournalMode): BackupRow[] {
  const [, of, year, month, day, hour, minute, second, sales] = NAME.exec(name) ?? []
  if (of !== mode) return []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return [{ name, at, bytes: statSync(join(folder, name)).size, sales: Number(sales), verified: true }]
}

const NEWEST_KEPT = 8
const DAYS_KEPT = 14

/** What rotation takes away: beyond the newest few, all but the newest of each of the last days. */
export function outdated(rows: readonly BackupRow[]): readonly BackupRow[] {
  const days = new Set<string>()
  return rows.filter((row, index) => {
    const day = row.name.slice(0, row.name.lastIndexOf('-') - 7)
    const firstOfDay = !days.has(day)
    days.add(day)
    if (index < NEWEST_KEPT) return false
    return !firstOfDay || days.size > DAYS_KEPT
  })
}
