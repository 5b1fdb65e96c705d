import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Log } from '../../base/environment.ts'
import { isThere } from '../../base/files/held-files.ts'
import { assertNotOfAnother, type OpenOptions, openDatabase } from '../journal/index.ts'
import { latestAt, printJobReader, shiftReader, unfinishedReader } from '../projections/index.ts'
import { attempt, isDamage, journalFailure, named, stemOf, suspectOf, UNREADABLE } from '../sqlite/index.ts'
import type { RescueReport } from './rescue-notice.ts'

export type RescuingOptions = OpenOptions & {
  readonly now: () => number
  readonly log: Log
  /** Sets the damaged file aside and makes a new journal with the readable rows and a report. */
  readonly rescue: Rescue
}

export type Rescue = (
  file: string,
  at: number,
  deps: { readonly create: (file: string) => DatabaseSync },
) => RescueReport

/** Opens the journal. A damaged one is rescued first. */
export function openOrRescue(file: string, options: RescuingOptions): DatabaseSync {
  if (named(() => isThere(suspectOf(file)) || wasCutShort(file))) return rescued(file, options)
  try {
    return tried(openDatabase(file, options))
  } catch (error) {
    if (!isDamage(error)) throw error
    options.log.error(`the journal is damaged: ${journalFailure(error).failure.detail}`, {
      file: basename(file),
    })
    return rescued(file, options)
  }
}

/** Whether a rescue was cut off: the damaged file was set aside and no new journal exists. */
function wasCutShort(file: string): boolean {
  const start = `${basename(stemOf(file))}.damaged-`
  return (
    !isThere(file) &&
    isThere(dirname(file)) &&
    readdirSync(dirname(file)).some((name) => name.startsWith(start) && name.endsWith('.sqlite'))
  )
}

function rescued(file: string, options: RescuingOptions): DatabaseSync {
  if (isThere(file)) refuseOfAnother(file)
  const report = attempted(file, options)
  const { read, partly, lost } = report.sales
  options.log.warn(
    `the journal was rescued: ${read} sales read, ${partly} partly, ${lost ?? 'unknown'} lost; the damaged one is ${basename(report.setAside)}`,
  )
  return openDatabase(file, options)
}

/** A file of another build, or of a newer program, is left as it is. */
function refuseOfAnother(file: string): void {
  const database = attempt(() => new DatabaseSync(file, { readOnly: true }))
  if (database === UNREADABLE) return
  try {
    assertNotOfAnother(database)
  } finally {
    database.close()
  }
}

/** A failed rescue throws JOURNAL_DAMAGED, unless the disk gives a more exact failure. */
function attempted(file: string, options: RescuingOptions): RescueReport {
  try {
    return options.rescue(file, options.now(), { create: (made) => openDatabase(made, options) })
  } catch (error) {
    const told = journalFailure(error)
    if (told.failure.name !== 'JOURNAL_FAILED') throw told
    throw new CommandRefused('JOURNAL_DAMAGED', told.failure.detail)
  }
}

/** More shifts than a shop has in many years. All are read, because Z numbers are counted from them. */
const SHIFTS_TRIED = 10_000

/** Reads unfinished sales and shifts, so that damage in them is found now and not by a cashier. */
function tried(database: DatabaseSync): DatabaseSync {
  const unfinished = unfinishedReader(database)
  const shifts = shiftReader(database)
  try {
    unfinished.due()
    unfinished.waiting()
    unfinished.setAside()
    unfinished.attention()
    printJobReader(database).owed()
    for (const { id, state } of shifts.latest(SHIFTS_TRIED, Number.MAX_SAFE_INTEGER))
      if (state !== 'closed') shifts.events(id)
    shifts.open()
    latestAt(database)
    return database
  } catch (error) {
    database.close()
    throw error instanceof SyntaxError ? new CommandRefused('JOURNAL_DAMAGED', error.message) : error
  }
}
