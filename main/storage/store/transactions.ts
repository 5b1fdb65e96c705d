import type { Failure } from '../../../shared/failure.ts'
import type { Log } from '../../base/clock-and-log.ts'
import type { CommandStamp } from '../journal/index.ts'
import { latestAt } from '../projections/index.ts'
import { type Database, emptyWal, inTransaction, isOfTheDisk, journalFailure } from '../sqlite/index.ts'

/** What a transaction changed. */
export type Committed =
  | {
      readonly failure: null
      readonly sales: ReadonlySet<string>
      /** Whether a person's command recorded events of a sale. */
      readonly byPerson: boolean
      /** There is something new for the printer or the drawer. */
      readonly jobs: boolean
    }
  /** The disk refused the write: nothing was changed. */
  | { readonly failure: Failure }

export type Noted = {
  readonly sale?: string
  readonly jobs?: boolean
  /** Something was erased, and must be removed from the write-ahead log too. */
  readonly erases?: boolean
}

export type Transactions = ReturnType<typeof createTransactions>

/** Runs the transactions of an open journal. Calls `undone` after a rollback. */
export function createTransactions(
  database: Database,
  { undone, log }: { readonly undone: () => void; readonly log: Log },
) {
  const listeners = new Set<(change: Committed) => void>()
  let open: { readonly sales: Set<string>; byPerson: boolean; jobs: boolean } | null = null
  let erases = false
  let lastAt = latestAt(database)
  let commits = 0
  let stamp: CommandStamp | null = null

  const tell = (change: Committed): void => {
    for (const listener of listeners) listener(change)
  }

  /** Erased rows are still in older pages of the write-ahead log, and in the file, until the log is emptied. */
  const erase = (): void => {
    if (!erases) return
    erases = false
    try {
      emptyWal(database)
    } catch (error) {
      erases = true // try again after the next commit
      log.warn(`what was erased is in the write-ahead log for now: ${journalFailure(error).message}`)
    }
  }

  return {
    /** Runs the work in one transaction. Listeners are called after the outermost transaction, never inside it. */
    write: <Answer>(work: () => Answer): Answer => {
      if (open !== null) return inTransaction(database, work)
      const change = { sales: new Set<string>(), byPerson: false, jobs: false }
      const lastAtBefore = lastAt
      open = change
      let answer: Answer
      try {
        answer = inTransaction(database, work)
      } catch (error) {
        open = null
        lastAt = lastAtBefore
        undone()
        if (isOfTheDisk(error)) tell({ failure: journalFailure(error).failure })
        throw error
      }
      open = null
      erase()
      tell({ failure: null, ...change })
      return answer
    },
    note: ({ sale, jobs = false, erases: isErased = false }: Noted): void => {
      erases ||= isErased
      if (open === null) return
      if (sale !== undefined) open.sales.add(sale)
      open.jobs ||= jobs
    },
    /** Notes that events of a sale or a shift were recorded with this time. */
    recorded: (at: number, sale?: string): void => {
      lastAt = Math.max(lastAt ?? at, at)
      commits += 1
      if (open !== null && sale !== undefined) open.byPerson ||= stamp !== null
    },
    /** The command that is recording events now. */
    stamp: (): CommandStamp | null => stamp,
    stamped: <Answer>(command: CommandStamp, work: () => Answer): Answer => {
      const outer = stamp
      stamp = command
      try {
        return work()
      } finally {
        stamp = outer
      }
    },
    /** The latest time among the recorded events. */
    lastAt: (): number | null => lastAt,
    /** The number of commits since the start, so that a caller can tell whether anything has changed. */
    commits: (): number => commits,
    /** Calls the listener after each commit, and after a failure of the disk. Returns a function that removes it. */
    onCommit: (listener: (change: Committed) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
