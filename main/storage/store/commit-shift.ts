import type { ShiftEvent } from '../../../shared/books/shift.ts'
import { insertEvents, keyValueTable } from '../journal/index.ts'
import {
  dropCountDraft,
  endPeriod,
  entryOfShift,
  insertShift,
  keepCountDraft,
  type NewPrintJob,
  noteLastZ,
  type ShiftRecord,
  sumUp,
  updateShift,
  writeJob,
} from '../projections/index.ts'
import type { Database } from '../sqlite/index.ts'
import type { Transactions } from './transactions.ts'

/** What one commit of a shift writes: all of it or nothing. */
export type ShiftCommit = {
  /** The shift as it is after the events. */
  readonly shift: ShiftRecord
  readonly at: number
  readonly events: readonly ShiftEvent[]
  readonly newJobs?: readonly NewPrintJob[]
}

export type ShiftWriter = ReturnType<typeof shiftWriter>

export function shiftWriter(database: Database, { write, note, recorded, stamp }: Transactions) {
  const keyValues = keyValueTable(database)
  return {
    commit: ({ shift, at, events, newJobs = [] }: ShiftCommit): void =>
      write(() => {
        const before = shift.version - events.length
        if (before === 0) {
          insertShift(database, shift)
          endPeriod(database)
        } else updateShift(database, shift, before)
        const entries = events.map((event) => entryOfShift(shift.id, at, event))
        sumUp(database, entries)
        const command = stamp()
        insertEvents(database, { subject: shift.id, from: before + 1, at, events, command, shiftId: null })
        if (shift.state === 'closed') dropCountDraft(keyValues, shift.id)
        for (const job of newJobs) writeJob(database, job, null, at)
        recorded(at)
        note({ jobs: newJobs.length > 0 })
      }),
    keepCountDraft: (shiftId: string, draft: string): void =>
      write(() => keepCountDraft(keyValues, shiftId, draft)),
    noteLastZ: (terminal: string, zNumber: number): void =>
      write(() => noteLastZ(database, terminal, zNumber)),
  }
}
