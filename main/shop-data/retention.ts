/**
 * How long what is no book is kept (docs/operations.md, "How long what is kept"). A plan first, which a person can look at;
 * then what the plan names goes, file by file, each with a line in the log. The journal, its backups, files from before an
 * upgrade, goods, people and what a person asked to have written are in no plan.
 */
import { lstat, readdir, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { RetentionDays } from '../../shared/settings.ts'
import type { OutdatedKind, OutdatedRow } from '../../shared/shop-data.ts'
import { isBackupName } from '../backup/index.ts'
import type { Clock, Log } from '../environment.ts'
import { createMutex } from '../mutex.ts'
import { createPeriodicTask } from '../periodic-task.ts'

export type RetentionParts = {
  /** Of the terminal's data. */
  readonly folder: string
  readonly days: () => RetentionDays
  /** Practice is over: the terminal has a merchant. */
  readonly isLive: () => boolean
  /** A person has seen what was saved out of what was damaged. */
  readonly rescueSeen: () => boolean
  /** Names of the goods' pictures that are in use; null where that cannot be said just now. */
  readonly pictures: () => ReadonlySet<string> | null
  readonly clock: Clock
  readonly log: Log
}

export type Retention = {
  /** What would go now: a look, nothing more. */
  readonly plan: () => Promise<readonly OutdatedRow[]>
  /** Plans anew and does it, because a person wants it; a file that does not go stays for the next time. */
  readonly carryOut: () => Promise<readonly OutdatedRow[]>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const DAY_MS = 24 * 3_600_000
const FIRST_AFTER_MS = 10 * 60_000
/** What was being written when the power went: nobody comes back for it. */
const DRAFT_DAYS = 7
/** A picture is written before the goods name it. */
const PICTURE_DAYS = 7

const SET_ASIDE =
  /^(journal(-practice)?\.damaged-\d{8}-\d{6}(-\d+)?\.sqlite(-wal|-shm)?|register\.damaged-\d{14}(-\d+)?\.sqlite(-wal|-shm)?|goods-damaged-\d{14}\.jsonl|staff\.damaged-\d+\.json)$/
const DRAFT = /\.(part|reading|made|tmp|(tugrik-)?new)$/
const OLD_LOG = /^terminal\.old(\.\d+)?\.log$|^terminal\.\d+\.log$/
const TEST_MODE_FILE = /^(journal-practice\.sqlite(-wal|-shm)?|practice-service\.jsonl)$/
const PICTURE = /^[\w-]+\.jpg$/

export function createRetention(parts: RetentionParts): Retention {
  const { clock, log } = parts
  const mutex = createMutex()

  const plan = async (): Promise<readonly OutdatedRow[]> => {
    const { logs, practice, setAside } = parts.days()
    const used = parts.pictures()
    const looked = await Promise.all([
      old('log', 'logs', logs, (name) => OLD_LOG.test(name)),
      // Documents printed in test mode: СУРГАЛТ is printed across each of them.
      old('practice', 'practice-receipts', practice, (name) => /\.(png|bin)$/.test(name)),
      parts.isLive() ? practiceOver(practice) : [],
      parts.rescueSeen() ? old('set-aside', '.', setAside, (name) => SET_ASIDE.test(name)) : [],
      used === null
        ? []
        : old('picture', 'goods-pictures', PICTURE_DAYS, (name) => PICTURE.test(name) && !used.has(name)),
      old('draft', '.', DRAFT_DAYS, (name) => DRAFT.test(name)),
      old('draft', 'backups', DRAFT_DAYS, (name) => DRAFT.test(name)),
    ])
    return looked.flat()
  }

  /** The practice of a terminal that has left it goes whole, once none of it was touched for so long. */
  const practiceOver = async (days: number): Promise<readonly OutdatedRow[]> => {
    const files = await all('practice', '.', (name) => TEST_MODE_FILE.test(name))
    if (!files.every(isOlder(days))) return []
    return [...files, ...(await old('practice', 'backups', days, (name) => isBackupName(name, 'practice')))]
  }

  const isOlder =
    (days: number) =>
    ({ at }: OutdatedRow): boolean =>
      at < clock.now() - days * DAY_MS

  const old = async (
    ...[kind, room, days, wanted]: [OutdatedKind, string, number, (name: string) => boolean]
  ) => (await all(kind, room, wanted)).filter(isOlder(days))

  /** Plain files alone: a link leads somewhere else. */
  const all = async (
    kind: OutdatedKind,
    room: string,
    wanted: (name: string) => boolean,
  ): Promise<readonly OutdatedRow[]> => {
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
      if (TEST_MODE_FILE.test(row.name) && !parts.isLive()) continue // it is in use again
      try {
        await rm(join(parts.folder, row.name))
        gone.push(row)
        log.info(`kept long enough: ${row.name}, ${row.bytes} bytes`)
      } catch (error) {
        log.warn(`${row.name} stays: ${error instanceof Error ? error.message : 'unknown'}`)
      }
    }
    return gone
  }

  /** One after the other: a file is not taken away twice. */
  const carryOutAlone = (kinds = (_: OutdatedKind) => true) => mutex.runExclusive(() => carryOut(kinds))

  const task = createPeriodicTask(clock, mutex, {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: DAY_MS,
    // By the clock alone no damaged journal goes: one that is ahead would take what was set aside just now.
    due: () => void carryOutAlone((kind) => kind !== 'set-aside').catch(() => {}),
  })

  return {
    plan,
    carryOut: () => carryOutAlone(),
    start: task.start,
    stop: task.stop,
  }
}
