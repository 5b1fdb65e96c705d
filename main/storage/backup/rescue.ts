/**
 * Fills a new journal with what can be read of a damaged one, and with what only backups have
 * (main/storage/sqlite/open-or-rescue.ts).
 */
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Tampering } from '../../../shared/shop/tampering.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { keyValueTable, noteEarlierTags } from '../journal/index.ts'
import { isClosed } from '../projections/index.ts'
import { numberOrNull, type Row, setAsideOf, unlessUnreadable } from '../sqlite/index.ts'
import { behindBackup } from './behind-backup.ts'
import { type Finding, signOf } from './finding.ts'
import { type MergeOptions, mergeJournal } from './merge.ts'
import { type RescueReport, rescueNotice, type WrongFile } from './rescue-notice.ts'
import { countEverStored, hasAllEvents } from './salvage.ts'
import { type Reading, withDamagedFile, withJournalFile } from './source.ts'
import { knownEvents } from './take-events.ts'
import { markOpenEnded, takeEvents } from './take-sale.ts'
import { IS_TORN } from './take-shifts.ts'
import { wrongInDamaged, wrongInFile } from './wrong-in-file.ts'

export type RescueParts = {
  /** The journal's own path. */
  readonly file: string
  readonly at: number
  readonly log: Log
  /** The paths of the backups, newest first. */
  readonly backups: readonly string[]
  /** Makes the seals in the damaged file unreadable for ever. */
  readonly destroySealKey: () => void
}

/** Writes the report into the new journal, so that a person is told even after a power cut. */
export function rescueJournal(target: DatabaseSync, damaged: string | null, parts: RescueParts): string {
  parts.destroySealKey()
  const found = saved(target, damaged, parts)
  rescueNotice(keyValueTable(target)).write({ at: parts.at, setAside: damaged, ...found })
  const { read, partly, lost } = found.sales
  return `${read} sales read, ${partly} partly, ${lost ?? 'unknown'} lost`
}

/** Fills the new journal, and counts the rescued sales and shifts. */
function saved(
  target: DatabaseSync,
  damaged: string | null,
  parts: RescueParts,
): Omit<RescueReport, 'at' | 'setAside'> {
  const wrong: WrongFile[] = []
  const told = { ...parts, wrong }
  const { taken, ever, openEnded, headless, later } =
    (damaged === null ? null : fromDamaged(target, damaged, told)) ?? nothing()
  // Of a missing file the damaged ones of earlier rescues may have more than backups that cannot be read.
  const backups = damaged === null ? [...parts.backups, ...setAsideOf(parts.file)] : parts.backups
  const fromBackup = fromBackups(target, { ...told, backups, openEnded, headless, later })
  // Sales whose beginning came from a backup get their readable later events from the damaged file.
  const without = [...headless].filter(([id, events]) => !takeEvents(target, id, events))
  for (const id of [...openEnded, ...headless.keys()]) markOpenEnded(target, id)
  const lost = (all: number | null, had: number) => (all === null ? null : Math.max(0, all - had))
  return {
    sales: {
      read: taken.sales,
      partly: countOf(target, PARTLY_SALES) + without.length,
      lost: lost(ever.sales, taken.sales + fromBackup.sales + without.length),
    },
    fromBackup: fromBackup.sales,
    shifts: {
      partly: countOf(target, TORN_SHIFTS),
      lost: lost(ever.shifts, taken.shifts + fromBackup.shifts),
    },
    wrong,
  }
}

const PARTLY_SALES = 'SELECT count(*) FROM sale WHERE partly = 1'
const TORN_SHIFTS = `SELECT count(*) FROM shift WHERE ${IS_TORN}`

const countOf = (database: DatabaseSync, query: string): number =>
  Number(Object.values(database.prepare(query).get() ?? {})[0])

type Taken = { readonly sales: number; readonly shifts: number }
type FromDamaged = {
  readonly taken: Taken
  /** How many sales and shifts the journal ever had, where that can be read. */
  readonly ever: { readonly sales: number | null; readonly shifts: number | null }
  /** Sales and shifts whose row was computed from their events. Later events may be lost. */
  readonly openEnded: Set<string>
  /** Readable events of sales that have neither a readable row nor a beginning. */
  readonly headless: ReadonlyMap<string, readonly Row[]>
  /** A backup with events that the file lacks (behind-backup.ts). */
  readonly later: string | null
}

const NOTHING = { sales: 0, shifts: 0 }
const UNKNOWN = { sales: null, shifts: null }

/** Collects the signs of tampering in `wrong`. */
type Telling = RescueParts & { readonly wrong: WrongFile[] }

function toldOf({ wrong, log }: Telling, path: string, found: Finding | null): Tampering | null {
  const what = signOf(found)
  if (found === null || what === null) return null
  const file = basename(path)
  log.warn(`${file}: ${found.words}`)
  if (!wrong.some((one) => one.file === file)) wrong.push({ file, what })
  return what
}

function merged(target: DatabaseSync, source: DatabaseSync, options: MergeOptions): Taken {
  const { report, shifts } = mergeJournal(target, source, options)
  noteEarlierTags(keyValueTable(target), keyValueTable(source))
  return { sales: report.added, shifts: shifts.added }
}

const nothing = (): FromDamaged => ({
  taken: NOTHING,
  ever: UNKNOWN,
  openEnded: new Set(),
  headless: new Map(),
  later: null,
})

const readingFor = ({ file, log }: RescueParts): Reading => ({ log, copy: `${file}.reading` })

const fromDamaged = (target: DatabaseSync, setAside: string, parts: Telling): FromDamaged | null =>
  readFrom(setAside, parts.log, () =>
    withDamagedFile(setAside, readingFor(parts), (source, { damaged, openEnded }) => {
      const wrong = toldOf(parts, setAside, wrongInDamaged(damaged, source))
      const taken = merged(target, source, { live: true, wrong })
      const headless = headlessIn(source)
      const all = hasAllEvents(damaged, source) ? taken : UNKNOWN
      const later = behindBackup(damaged, parts.backups, parts.log)
      const ever =
        later !== null
          ? UNKNOWN
          : {
              sales: countEverStored(damaged, 'sale') ?? all.sales,
              shifts: countEverStored(damaged, 'shift') ?? all.shifts,
            }
      return { taken, ever, openEnded: new Set(openEnded), headless, later }
    }),
  )
function headlessIn(source: DatabaseSync): ReadonlyMap<string, readonly Row[]> {
  const subjects = source
    .prepare(
      `SELECT DISTINCT subject FROM event
         WHERE subject NOT IN (SELECT id FROM sale) AND subject NOT IN (SELECT id FROM shift)`,
    )
    .all()
    .map(({ subject }) => String(subject))
  return new Map(subjects.map((id) => [id, knownEvents(source, id, { live: true })]))
}

/** A backup of another build has nothing of this journal. */
const readFrom = <Value>(file: string, log: Log, read: () => Value): Value | null =>
  unlessUnreadable(file, log, read, ['DATA_OF_ANOTHER_BUILD'])

type BackupParts = Telling & Pick<FromDamaged, 'openEnded' | 'headless' | 'later'>

/** Adds what only backups have: from the newest one, from older ones while something is incomplete, and from `later`. */
function fromBackups(target: DatabaseSync, parts: BackupParts): Taken {
  const { backups, openEnded, headless, later } = parts
  let sum: Taken = NOTHING
  let isEnough = false
  for (const path of backups) {
    if (isEnough && path !== later) continue
    const { taken, whole } = fromBackup(target, path, parts)
    sum = { sales: sum.sales + taken.sales, shifts: sum.shifts + taken.shifts }
    const unknown = [...headless.keys()].filter((id) => versionIn(target, id) === null).length
    const incomplete = openEnded.size + unknown + countOf(target, PARTLY_SALES) + countOf(target, TORN_SHIFTS)
    isEnough ||= whole && incomplete === 0
  }
  return sum
}

/** Adds the content of one backup; of a damaged backup its readable rows. */
function fromBackup(
  target: DatabaseSync,
  path: string,
  parts: BackupParts,
): { readonly taken: Taken; readonly whole: boolean } {
  const { log, openEnded } = parts
  const reading = readingFor(parts)
  const merge = (source: DatabaseSync, unverified: readonly string[], found: Finding | null): Taken => {
    const wrong = toldOf(parts, path, found)
    const isNew = unverified.filter((id) => versionIn(target, id) === null)
    const taken = merged(target, source, { live: false, wrong })
    // A closed shift has no later events.
    for (const id of openEnded)
      if (isClosed(target, id) || (!unverified.includes(id) && isVerified(target, source, id)))
        openEnded.delete(id)
    for (const id of isNew) if (versionIn(target, id) !== null) openEnded.add(id)
    return taken
  }
  const whole = readFrom(path, log, () =>
    withJournalFile(path, reading, (source) => ({
      taken: merge(source, [], wrongInFile(source)),
      // An empty backup was made after a rescue that saved nothing: older ones may have more.
      whole: countOf(source, 'SELECT count(*) FROM sale') > 0,
    })),
  )
  if (whole !== null) return whole
  const taken = readFrom(path, log, () =>
    withDamagedFile(path, reading, (source, { damaged, openEnded: unverified }) =>
      merge(source, unverified, wrongInDamaged(damaged, source)),
    ),
  )
  return { taken: taken ?? NOTHING, whole: false }
}

const isVerified = (target: DatabaseSync, source: DatabaseSync, id: string): boolean =>
  target.prepare('SELECT 1 FROM shift WHERE id = ?').get(id) === undefined &&
  (versionIn(source, id) ?? 0) >= (versionIn(target, id) ?? 0)

function versionIn(database: DatabaseSync, id: string): number | null {
  const row = database
    .prepare('SELECT version FROM sale WHERE id = ?1 UNION ALL SELECT version FROM shift WHERE id = ?1')
    .get(id)
  return numberOrNull(row?.version)
}
