/**
 * Data retention: deletes old files that are not part of the books (docs/operations.md, "Data retention"). First makes
 * a plan, which a person can preview; then deletes each file of the plan, with a line in the log. A plan never
 * contains the live journal, its backups, files from before an upgrade, the register, or documents that a person asked
 * for.
 */
import { lstat, readdir, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { RetentionDays } from '../../../shared/shop/settings.ts'
import type { OutdatedKind, OutdatedRow } from '../../../shared/shop/shop-data.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { whenFree } from '../../base/files/held-files.ts'
import { createMutex } from '../../base/mutex.ts'
import { createPeriodicTask } from '../../base/periodic-task.ts'
import { isBackupName } from '../../storage/backup/index.ts'

export type RetentionParts = {
  /** The data folder. */
  readonly folder: string
  readonly days: () => RetentionDays
  /** The terminal has a merchant, so test mode is over. */
  readonly isLive: () => boolean
  /** A person has acknowledged the report of every rescue. */
  readonly rescueSeen: () => boolean
  /** File names of the goods' pictures that are in use; null if that is unknown at present. */
  readonly pictures: () => ReadonlySet<string> | null
  readonly clock: Clock
  readonly log: Log
}

export type Retention = {
  /** What would be deleted now. Changes nothing. */
  readonly plan: () => Promise<readonly OutdatedRow[]>
  /** Makes a new plan and carries it out for a person. A file that cannot be deleted is tried again the next time. */
  readonly carryOut: () => Promise<readonly OutdatedRow[]>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const DAY_MS = 24 * 3_600_000
const FIRST_AFTER_MS = 10 * 60_000
/** Drafts that were being written when the power failed. Nothing uses them later. */
const DRAFT_DAYS = 7
/** Not at once, because a picture is stored before the product that uses it. */
const PICTURE_DAYS = 7

const SET_ASIDE = /^(journal(-test)?|register)\.damaged-\d{8}-\d{6}-\d+\.sqlite(-wal|-shm|-journal)?$/
const DRAFT = /\.(part|reading|made|tmp|(tugrik-)?new)$/
const OLD_LOG = /^terminal\.old(\.\d+)?\.log$|^terminal\.\d+\.log$/
const TEST_MODE_FILE = /^(journal-test\.sqlite(-wal|-shm)?|practice-service\.jsonl)$/
const PICTURE = /^[\w-]+\.jpg$/

export function createRetention(parts: RetentionParts): Retention {
  const { clock, log } = parts
  const mutex = createMutex()

  const plan = async (): Promise<readonly OutdatedRow[]> => {
    const { logs, test, setAside } = parts.days()
    const used = parts.pictures()
    const looked = await Promise.all([
      old('log', 'logs', logs, (name) => OLD_LOG.test(name)),
      // Papers of test mode; each is marked СУРГАЛТ.
      old('test', 'test-receipts', test, (name) => /\.(png|bin)$/.test(name)),
      parts.isLive() ? testModeOver(test) : [],
      parts.rescueSeen() ? old('set-aside', '.', setAside, (name) => SET_ASIDE.test(name)) : [],
      used === null
        ? []
        : old('picture', 'goods-pictures', PICTURE_DAYS, (name) => PICTURE.test(name) && !used.has(name)),
      old('draft', '.', DRAFT_DAYS, (name) => DRAFT.test(name)),
      old('draft', 'backups', DRAFT_DAYS, (name) => DRAFT.test(name)),
      old('draft', 'goods-pictures', DRAFT_DAYS, (name) => DRAFT.test(name)),
    ])
    return looked.flat()
  }

  /**
   * Files of a test mode that is over, if all of them are old enough. The journal comes last, because one that is missing
   * beside its backups or its write-ahead log counts as lost.
   */
  const testModeOver = async (days: number): Promise<readonly OutdatedRow[]> => {
    const backups = await all('test', 'backups', (name) => isBackupName(name, 'test'))
    const files = await all('test', '.', (name) => TEST_MODE_FILE.test(name))
    const both = [...backups, ...files.sort((one, other) => other.name.length - one.name.length)]
    return both.every(isOlder(days)) ? both : []
  }

  const isOlder =
    (days: number) =>
    ({ at }: OutdatedRow): boolean =>
      at < clock.now() - days * DAY_MS

  const old = async (
    ...[kind, room, days, wanted]: [OutdatedKind, string, number, (name: string) => boolean]
  ) => (await all(kind, room, wanted)).filter(isOlder(days))

  /** Only plain files, because a link may lead out of the folder. */
  const all = async (
    kind: OutdatedKind,
    room: string,
    wanted: (name: string) => boolean,
  ): Promise<OutdatedRow[]> => {
    const names = (await readdir(join(parts.folder, room)).catch(() => [])).filter(wanted)
    const rows = names.map(async (name): Promise<readonly OutdatedRow[]> => {
      const found = await lstat(join(parts.folder, room, name)).catch(() => null)
      if (!found?.isFile()) return []
      const place = join(room, name).replaceAll(sep, '/')
      return [{ kind, name: place, bytes: found.size, at: Math.round(found.mtimeMs) }]
    })
    return (await Promise.all(rows)).flat()
  }

  const carryOut = async (kinds: (kind: OutdatedKind) => boolean): Promise<readonly OutdatedRow[]> => {
    const gone: OutdatedRow[] = []
    for (const row of await plan()) {
      if (task.stopped()) break
      if (!kinds(row.kind)) continue
      if (TEST_MODE_FILE.test(row.name) && !parts.isLive()) continue // back in test mode since the plan
      try {
        const path = join(parts.folder, row.name)
        await whenFree('remove', path, () => rm(path))
        gone.push(row)
        log.info('kept long enough', { file: row.name })
      } catch (error) {
        log.warn('a file that was kept long enough stays', { file: row.name, error })
      }
    }
    return gone
  }

  /** One run at a time, so that no file is deleted twice. */
  const carryOutAlone = (kinds = (_: OutdatedKind) => true) => mutex.runExclusive(() => carryOut(kinds))

  const task = createPeriodicTask(clock, mutex, {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: DAY_MS,
    // Damaged files are deleted only for a person: a clock that is ahead would make one look old at once.
    due: () => void carryOutAlone((kind) => kind !== 'set-aside').catch(() => {}),
  })

  return {
    plan,
    carryOut: () => carryOutAlone(),
    start: task.start,
    stop: task.stop,
  }
}
