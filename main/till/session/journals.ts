/** The journals of both modes in a data folder. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { SealKeys } from '../../paper/print/index.ts'
import { type ClosedJournal, readClosedJournal } from '../../storage/backup/index.ts'
import { type Journal, openJournal } from '../../storage/store/index.ts'

/** The journal's file in the data folder. */
export const JOURNALS = { test: 'journal-test.sqlite', live: 'journal.sqlite' } as const

/** How many bytes the journals of both modes in a data folder have together. */
export const journalBytes = (folder: string): number =>
  Object.values(JOURNALS)
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)

export type JournalPlace = {
  readonly mode: Mode
  readonly folder: string
  readonly seal: SealKeys
  readonly clock: Clock
  readonly log: Log
}

export const openJournalOf = ({ mode, folder, clock, log, seal }: JournalPlace): Journal =>
  openJournal(join(folder, JOURNALS[mode]), {
    mode,
    now: clock.now,
    log,
    destroySealKey: seal.destroy,
  })

/** Opens the journal of a mode that is not open, for this work. Throws where it cannot be used. */
export function inJournal<Value>(place: JournalPlace, work: (journal: Journal) => Value): Value {
  const journal = openJournalOf(place)
  try {
    return work(journal)
  } finally {
    journal.close()
  }
}

/** Reads the journal of a mode that is not open; null where there is none. It is opened for writing only if it must be migrated. */
export function lookInto<Value>(place: JournalPlace, look: (journal: ClosedJournal) => Value): Value | null {
  const file = join(place.folder, JOURNALS[place.mode])
  if (!existsSync(file)) return null
  const found = readClosedJournal(file, (journal) => ({ is: look(journal) }))
  return found === null ? inJournal(place, look) : found.is
}
