import type { Sale, SaleEvent } from '../../../shared/sale/sale.ts'
import { insertEvents } from '../journal/index.ts'
import {
  counterWriter,
  endJob,
  entriesOf,
  eraseSeal,
  isPartly,
  keepSeal,
  type NewPrintJob,
  noteRounds,
  postingsOfChange,
  type RecentSales,
  type Rounds,
  type SaleColumns,
  type Seal,
  shiftOfNow,
  sumUp,
  writeJob,
  writeSale,
} from '../projections/index.ts'
import type { Database } from '../sqlite/index.ts'
import type { Transactions } from './transactions.ts'

/** What one commit writes: all of it or nothing, on the disk before the call returns. */
export type Commit = SaleColumns & {
  /** The sale as it is after the events. */
  readonly sale: Sale
  readonly at: number
  readonly events: readonly SaleEvent[]
  readonly seal?: Seal
  readonly newJobs?: readonly NewPrintJob[]
  readonly printedJobs?: readonly string[]
  /** Papers that are not to be printed any more: given up or replaced. */
  readonly endedJobs?: readonly string[]
  /** Payments whose lottery number and QR data are needed by no paper any more. */
  readonly erasedSeals?: readonly string[]
  /** A queued paper that was held back may be printed now. */
  readonly paperReady?: boolean
  /** Makes the sale the one at the counter. */
  readonly takesCounter?: boolean
}

export type SaleWriter = ReturnType<typeof saleWriter>

type Parts = {
  readonly transactions: Transactions
  readonly recent: RecentSales
}

export function saleWriter(database: Database, { transactions, recent }: Parts) {
  const { write, note, recorded, stamp } = transactions
  const counter = counterWriter(database)

  const record = (commit: Commit): void => {
    const { sale, at, events } = commit
    const shiftId = shiftOfNow(database)
    const isTorn = sale.version > events.length && isPartly(database, sale.id)
    const posted = isTorn ? entriesOf(database, sale.id) : []
    const before = writeSale(database, commit, recent.known(sale.id))
    const from = sale.version - events.length + 1
    insertEvents(database, { subject: sale.id, from, at, events, command: stamp(), shiftId })
    // If events are missing, the row contains more than the events. The sums are computed from the events.
    if (isTorn) {
      sumUp(database, posted, -1)
      sumUp(database, entriesOf(database, sale.id))
    } else sumUp(database, [{ at, shiftId, postings: postingsOfChange({ before, at, events, after: sale }) }])
  }

  const changePapers = (commit: Commit): void => {
    const { sale, at, seal } = commit
    if (seal) keepSeal(database, sale.id, seal)
    for (const job of commit.newJobs ?? []) writeJob(database, job, sale.id, at)
    for (const jobId of commit.printedJobs ?? []) endJob(database, jobId, 'printed', at)
    for (const jobId of commit.endedJobs ?? []) endJob(database, jobId, 'given-up', null)
    for (const paymentId of commit.erasedSeals ?? []) eraseSeal(database, sale.id, paymentId)
  }

  return {
    commit: (commit: Commit): void =>
      write(() => {
        const { sale, total, at, newJobs = [], paperReady = false, erasedSeals = [] } = commit
        record(commit)
        changePapers(commit)
        if (commit.takesCounter) counter.take(sale.id)
        recent.keep({ sale, total })
        recorded(at, sale.id)
        note({ sale: sale.id, jobs: newJobs.length > 0 || paperReady, erases: erasedSeals.length > 0 })
      }),
    /** Stores a check of the invoices of a finished sale, which is not an event of the sale. */
    noteRounds: (saleId: string, rounds: Rounds): void => write(() => noteRounds(database, saleId, rounds)),
  }
}
