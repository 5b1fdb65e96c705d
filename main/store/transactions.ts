import type { Failure } from '../../shared/failure.ts'
import type { Log } from '../environment.ts'
import type { CommandStamp } from '../journal/index.ts'
import { latestAt } from '../projections/index.ts'
import { type Database, emptyWal, inTransaction, isOfTheDisk, journalFailure } from '../sqlite/index.ts'

/** What a transaction changed. */
export type Committed =
  | {
      readonly failure: null
      readonly sales: ReadonlySet<string>
      /** By a person's command, or by the terminal itself. */
      readonly byPerson: boolean
      /** Something waits for the printer or the drawer that did not before. */
      readonly jobs: boolean
    }
  /** The disk refused the write: nothing was changed. */
  | { readonly failure: Failure }

export type Noted = {
  readonly sale?: string
  readonly jobs?: boolean
  /** Something was erased: it must leave the write-ahead log too. */
  readonly erases?: boolean
}

export type Transactions = ReturnType<typeof createTransactions>

/** The transactions of an open journal. `undone` is called when one was rolled back. */
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
      erases = true // with the next commit
      log.warn(`what was erased is in the write-ahead log for now: ${journalFailure(error).message}`)
    }
  }

  return {
    /** Does the work in one transaction. What follows a commit is done after the outermost one, never inside it. */
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
    /** Events of that time were recorded, of a sale or of a shift. */
    recorded: (at: number, sale?: string): void => {
      lastAt = Math.max(lastAt ?? at, at)
      commits += 1
      if (open !== null && sale !== undefined) open.byPerson ||= stamp !== null
    },
    /** The command under which events are recorded now. */
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
    /** How many commits this run has made: tells whether anything happened since. */
    commits: (): number => commits,
    /** Told what each transaction changed, once it is committed or rolled back. Answers with what ends it. */
    onCommit: (listener: (change: Committed) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
