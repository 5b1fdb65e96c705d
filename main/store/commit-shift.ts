import type { ShiftEvent } from '../../shared/shift.ts'
import {
  type CommandStamp,
  type Database,
  insertEvents,
  type KeyValueTable,
  keyValueTable,
} from '../journal/index.ts'
import {
  dropCountDraft,
  endPeriod,
  entryOfShift,
  insertShift,
  keepCountDraft,
  type NewPrintJob,
  type ShiftRecord,
  sumUp,
  updateShift,
  writeJob,
} from '../projections/index.ts'
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
  const facts = keyValueTable(database)
  return {
    commit: (commit: ShiftCommit): void =>
      write(() => {
        writeShift(database, commit, { facts, command: stamp() })
        recorded(commit.at)
        note({ jobs: (commit.newJobs ?? []).length > 0 })
      }),
    keepCountDraft: (shiftId: string, draft: string): void =>
      write(() => keepCountDraft(facts, shiftId, draft)),
  }
}

/** Writes a commit of a shift. The caller holds the transaction. */
function writeShift(
  database: Database,
  commit: ShiftCommit,
  { facts, command }: { readonly facts: KeyValueTable; readonly command: CommandStamp | null },
): void {
  const { shift, at, events } = commit
  const before = shift.version - events.length
  if (before === 0) insertShift(database, shift)
  else updateShift(database, shift, before)
  if (before === 0) endPeriod(database)
  sumUp(
    database,
    events.map((event) => entryOfShift(shift.id, at, event)),
  )
  insertEvents(database, {
    subject: shift.id,
    from: before + 1,
    at,
    events,
    command,
    shiftId: null,
  })
  if (shift.state === 'closed') dropCountDraft(facts, shift.id)
  for (const job of commit.newJobs ?? []) writeJob(database, job, null, at)
}
