import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { BookSpan, Explanation } from '../../shared/books.ts'
import { CommandRefused, type Failure } from '../../shared/failure.ts'
import type { SalePage, SoldGoods } from '../../shared/history.ts'
import type { Money } from '../../shared/money.ts'
import type { PrinterName, SalePrint } from '../../shared/printing.ts'
import type { RecordedEvent, Sale } from '../../shared/sale.ts'
import type { RecordedShiftEvent } from '../../shared/shift.ts'
import { type Log, silentLog } from '../environment.ts'
import { actTable } from './acts.ts'
import { type AttentionEntry, attentionTable } from './attention.ts'
import { type AuditEntry, type AuditRow, auditReads, writeAudit } from './audit.ts'
import { backUpDatabase } from './backup-database.ts'
import { backupFolder } from './backup-files.ts'
import { type Commit, writeCommit } from './commit.ts'
import { emptyWal } from './connect.ts'
import { daySumReads } from './day-sums.ts'
import { factTable } from './facts.ts'
import { isDamage, journalFailure, named } from './failures.ts'
import { type SaleSearch, saleSearch } from './find-sales.ts'
import { type MergeReport, mergeJournal, rehearseMerge } from './merge.ts'
import type { JournalMode } from './open.ts'
import { markSuspect, openOrRescue, type Rescue } from './open-or-rescue.ts'
import { type NewPrintJob, type PrintJob, printJobTable } from './print-jobs.ts'
import { recentSales } from './recent-sales.ts'
import {
  type BookedInShift,
  type Charge,
  type InvoicedSale,
  type KeptReconciliation,
  type ReconciledRow,
  reconciliationTable,
} from './reconciliations.ts'
import type { Fold } from './refold.ts'
import { rescueJournal } from './rescue.ts'
import { rescueNews } from './rescue-news.ts'
import type { RescueReport } from './rescue-report.ts'
import type { SumRow } from './sale-sums.ts'
import { latestAt, saleReads } from './sales.ts'
import {
  COUNT_DRAFT,
  type EventInShift,
  type ShiftCommit,
  type ShiftRecord,
  shiftReads,
  writeShift,
} from './shifts.ts'
import { inTransaction } from './transaction.ts'

export type JournalReader = {
  /** Four letters made with the file, so that a terminal set up anew never repeats a number it once used. */
  readonly tag: string
  readonly sale: (id: string) => Sale | null
  readonly saleByInvoice: (invoiceId: string) => Sale | null
  readonly events: (saleId: string) => readonly RecordedEvent[]
  readonly lastEvent: (saleId: string) => RecordedEvent | null
  readonly dueSales: () => readonly Sale[]
  /** What waits for the service or the printer and goes on by itself, oldest first. */
  readonly waitingSales: () => readonly Sale[]
  readonly waiting: () => { readonly count: number; readonly oldestAt: number | null }
  /** Oldest first. */
  readonly parkedSales: () => readonly Sale[]
  /** Parked carts, and charges that wait for their payer or for the line; the one at the counter among them. */
  readonly setAsideSales: () => readonly Sale[]
  /** How many those are, without the one at the counter. */
  readonly setAsideCount: () => number
  readonly stateSince: (saleId: string) => number | null
  /** One page of the sales that fit, newest first, by bounded work: see `SalePage.next`. */
  readonly findSales: (search: SaleSearch) => Pick<SalePage, 'rows' | 'next'>
  readonly countSales: (search: SaleSearch) => NonNullable<SalePage['count']>
  readonly termsBeginning: (start: string, most: number) => readonly string[]
  readonly cashierNames: () => readonly string[]
  readonly soldGoods: (after: number) => readonly SoldGoods[]
  /** The newest number under the code of a terminal that another journal than that of the tag made; null is none. */
  readonly lastNumberOfOthers: (terminal: string, tag: string) => string | null
  /**
   * What the sales of these days come to: by day for hours and for what came back, otherwise a row a key. See
   * sale-sums.ts.
   */
  readonly daySums: (from: string, to: string) => readonly SumRow[]
  /** Of those, the ones by day alone. */
  readonly daySumsByDay: (from: string, to: string) => readonly SumRow[]
  /** What was sold in a part of one hour of that day: from then until before then. */
  readonly soldWithin: (day: string, from: number, before: number) => readonly SumRow[]
  readonly summedDays: () => { readonly first: string; readonly last: string } | null
  readonly soldName: (code: string) => string | null
  readonly nextSequence: (terminal: string, day: string) => number
  readonly counter: () => string | null
  readonly seals: (saleId: string) => ReadonlyMap<string, Uint8Array>
  readonly owedJobs: () => readonly PrintJob[]
  readonly printJob: (jobId: string) => PrintJob | null
  /** All papers of a sale, oldest first. */
  readonly printsOf: (saleId: string) => readonly SalePrint[]
  /** Whether a paper of the sale has come out. */
  readonly receiptIsOut: (saleId: string) => boolean
  readonly attention: () => readonly AttentionEntry[]
  /** Null where it was settled. */
  readonly attentionItem: (id: number) => AttentionEntry | null
  readonly attentionCount: () => number
  /** The latest time among the recorded events. */
  readonly lastAt: () => number | null
  /** How many commits this run has made: tells whether anything happened since. */
  readonly commits: () => number
  /** Reads the whole journal: for checks. */
  readonly counts: () => { readonly sales: number; readonly events: number; readonly total: Money }
  /** What became of a damaged journal, until a person has seen it. */
  readonly rescueNews: () => RescueReport | null
  /** The shift whose drawer is in use. */
  readonly openShift: () => ShiftRecord | null
  readonly shift: (id: string) => ShiftRecord | null
  /** Newest first, opened before that time. */
  readonly shifts: (most: number, before: number) => readonly ShiftRecord[]
  readonly shiftEvents: (id: string) => readonly RecordedShiftEvent[]
  readonly nextZ: (terminal: string) => number
  /** The sales that anything happened to while it was open. */
  readonly salesOfShift: (id: string) => readonly string[]
  readonly eventsInShifts: (saleId: string) => readonly EventInShift[]
  readonly soldWithoutShift: (
    from: number,
    before: number,
  ) => readonly { readonly at: number; readonly total: number }[]
  /** A count that was begun, as it was handed in. */
  readonly countDraft: () => string | null
  readonly saleByNumber: (senderInvoiceNo: string) => Sale | null
  /** Sales of about that day whose invoice was made from then until before then. */
  readonly salesInvoiced: (day: string, from: number, before: number) => readonly InvoicedSale[]
  readonly chargeOf: (saleId: string) => Charge
  /** Sales with an invoice that are in the books of that shift: their money is counted in it, or may come. */
  readonly salesBookedIn: (shiftId: string) => readonly BookedInShift[]
  readonly salesBookedElsewhere: (shiftId: string) => readonly string[]
  /** The shift in whose books a sale is; null where it was without one. */
  readonly shiftOfBooks: (saleId: string) => string | null
  /** What the day or the shift came to when it was last reconciled, as it was handed in. */
  readonly reconciliation: (span: BookSpan) => string | null
  readonly matchedOf: (
    span: BookSpan,
    offset: number,
    limit: number,
  ) => { readonly rows: readonly string[]; readonly all: number }
  /** The last done first. */
  readonly reconciledSpans: (most: number) => readonly ReconciledRow[]
  readonly explanations: (span: BookSpan) => ReadonlyMap<string, Explanation>
  /** Who did what, the newest first; of those before `seq` where it is given. */
  readonly auditRows: (limit: number, before?: number | null) => readonly AuditRow[]
}

export type Journal = JournalReader & {
  readonly commit: (commit: Commit) => void
  readonly commitShift: (commit: ShiftCommit) => void
  readonly keepCountDraft: (draft: string) => void
  readonly keepReconciliation: (kept: KeptReconciliation) => void
  readonly explain: (span: BookSpan, key: string, explanation: Explanation) => void
  readonly unexplain: (key: string) => void
  /**
   * Does the work, with all its commits and the name of the act, in one transaction. An act that was done is not done
   * again: it answers what it answered. One that throws was not done. The work must be done when it returns.
   */
  readonly once: <Value>(act: string, at: number, work: () => Value) => Value
  /** Does the work and puts the entry into the audit trail, in one transaction. The work must be done when it returns. */
  readonly audited: <Value>(entry: AuditEntry, work: () => Value) => Value
  readonly freeCounter: () => void
  readonly takeCounter: (saleId: string) => void
  readonly queuePrint: (job: NewPrintJob, saleId: string | null, at: number) => void
  readonly beginPrint: (jobId: string) => void
  readonly requeuePrint: (jobId: string, why: Failure | null) => void
  readonly doubtPrint: (jobId: string, why: Failure) => void
  /** Of a paper that no event of a sale tells about. */
  readonly endPrint: (jobId: string, how: 'printed' | 'given-up', at: number) => void
  readonly redirectPrint: (jobId: string, printer: PrinterName) => void
  /** Answers with the sale it was about, or null where there was nothing to settle. */
  readonly settleAttention: (id: number, remedy: string | null, at: number) => string | null
  readonly acknowledgeRescue: () => void
  /** SQLite's online backup into a new file. */
  readonly backUpTo: (file: string) => Promise<void>
  /** Takes what another journal has and this one has not. */
  readonly merge: (source: DatabaseSync) => MergeReport
  /** What `merge` would come to. */
  readonly rehearse: (source: DatabaseSync) => MergeReport
  /** Its pages cannot all be read: it is rescued at the next start. */
  readonly markSuspect: () => void
  readonly close: () => void
}

export type JournalOptions = {
  /** Makes a sale anew from its events, for a migration. */
  readonly fold: Fold
  readonly now: () => number
  readonly log?: Log
  /** Written into the file when it is first opened; a file of the other mode is refused. */
  readonly mode?: JournalMode
}

/**
 * Opens the journal, making or migrating its file, and saving what can be read of a damaged one. Throws a named refusal
 * where it cannot be used, here and whenever the disk takes no more; the same journal goes on once it does again.
 */
export function openJournal(file: string, options?: JournalOptions): Journal {
  const log = options?.log ?? silentLog
  const now = options?.now ?? Date.now
  const mode = options?.mode ?? null
  const fold = options?.fold ?? null
  const rescue: Rescue = (damaged, at, { create }) =>
    rescueJournal(damaged, at, {
      create,
      fold: fold ?? noFold,
      backups: mode === null ? null : { folder: backupFolder(dirname(file)), mode },
    })
  const database = openOrRescue(file, { fold, mode, now, log, rescue })
  try {
    return watched(file, journalOn(database, { file, fold: fold ?? noFold, mode, now, log }))
  } catch (error) {
    database.close()
    throw journalFailure(error)
  }
}

type Parts = {
  readonly file: string
  readonly fold: Fold
  readonly mode: JournalMode | null
  readonly now: () => number
  readonly log: Log
}

const noFold: Fold = () => {
  throw new Error('this journal was opened without the means to make its sales anew')
}

function journalOn(database: DatabaseSync, { file, fold, mode, now, log }: Parts): Journal {
  const facts = factTable(database)
  const tag = facts.read('tag') ?? facts.write('tag', newTag())
  if (mode !== null && facts.read('mode') === null) facts.write('mode', mode)
  const { once, forgetActs } = actTable(database)
  tidied(() => forgetActs(now()), log)
  let lastAt = latestAt(database)
  let commits = 0
  const jobs = printJobTable(database)
  const items = attentionTable(database)
  const news = rescueNews(facts)
  const books = reconciliationTable(database)
  const erasure = seesToErasure(() => emptyWal(database), log)
  const recent = recentSales()
  const reads = saleReads(database)
  /** What is undone was never known. */
  const write = <Answer>(work: () => Answer): Answer => {
    try {
      return inTransaction(database, work)
    } catch (error) {
      recent.forget()
      throw error
    }
  }
  const committed = (at: number): void => {
    lastAt = Math.max(lastAt ?? at, at)
    commits += 1
  }
  return {
    tag,
    ...reads,
    sale: (id) => recent.known(id)?.sale ?? reads.sale(id),
    ...saleSearch(database),
    ...daySumReads(database),
    ...items,
    ...jobs,
    ...news,
    ...shiftReads(database, facts),
    ...auditReads(database),
    ...books,
    keepReconciliation: (kept) => write(() => books.keepReconciliation(kept)),
    explain: (span, key, explanation) => write(() => books.explain(span, key, explanation)),
    unexplain: (key) => write(() => books.unexplain(key)),
    lastAt: () => lastAt,
    commits: () => commits,
    counter: () => facts.read('counter'),
    freeCounter: () => void write(() => facts.write('counter', null)),
    takeCounter: (saleId) => void write(() => facts.write('counter', saleId)),
    queuePrint: (job, saleId, at) => write(() => jobs.queuePrint(job, saleId, at)),
    beginPrint: (jobId) => write(() => jobs.beginPrint(jobId)),
    requeuePrint: (jobId, why) => write(() => jobs.requeuePrint(jobId, why)),
    doubtPrint: (jobId, why) => write(() => jobs.doubtPrint(jobId, why)),
    endPrint: (jobId, how, at) => write(() => jobs.endPrint(jobId, how, at)),
    redirectPrint: (jobId, printer) => write(() => jobs.redirectPrint(jobId, printer)),
    settleAttention: (id, remedy, at) => write(() => items.settleAttention(id, remedy, at)),
    acknowledgeRescue: () => write(news.acknowledgeRescue),
    backUpTo: (path) => backUpDatabase(database, path),
    merge: (source) => {
      recent.forget()
      return mergeJournal(database, source, { fold, live: false })
    },
    rehearse: (source) => rehearseMerge(database, source, { fold, live: false }),
    markSuspect: () => markSuspect(file),
    keepCountDraft: (draft) => void write(() => facts.write(COUNT_DRAFT, draft)),
    commitShift: (commit) => {
      write(() => writeShift(database, facts, commit))
      committed(commit.at)
    },
    commit: (commit) => {
      write(() => writeCommit(database, facts, commit, recent.known(commit.sale.id)))
      recent.keep({ sale: commit.sale, total: commit.total })
      committed(commit.at)
      if (commit.printedJob || commit.givenUpJob) erasure.due()
    },
    once: (act, at, work) => {
      const before = lastAt
      try {
        return erasure.after(() => once(act, at, work))
      } catch (error) {
        lastAt = before
        recent.forget()
        throw error
      }
    },
    audited: (entry, work) => {
      const before = lastAt
      try {
        return erasure.after(() =>
          write(() => {
            const answer = work()
            if (answer instanceof Promise) throw new TypeError('what is audited with its act is done at once')
            writeAudit(database, facts, entry)
            return answer
          }),
        )
      } catch (error) {
        lastAt = before
        throw error
      }
    },
    close: () => database.close(),
  }
}

/**
 * What was erased stands in older pages of the write-ahead log, and in the file until that log is emptied into it: that is
 * done with every erasure, behind the transaction that it is in.
 */
function seesToErasure(empty: () => void, log: Log) {
  let acting = false
  let due = false
  const see = (): void => {
    if (acting || !due) return
    due = false
    try {
      empty()
    } catch (error) {
      due = true // with the next one
      log.warn(`what was erased is in the write-ahead log for now: ${journalFailure(error).message}`)
    }
  }
  return {
    due: () => {
      due = true
      see()
    },
    after: <Answer>(work: () => Answer): Answer => {
      if (acting) return work() // inside another's transaction: that one sees to it
      acting = true
      try {
        return work()
      } finally {
        acting = false
        see()
      }
    },
  }
}

/** What need not be done now: a full disk keeps nobody from looking. */
function tidied(work: () => void, log: Log): void {
  try {
    work()
  } catch (error) {
    if (isDamage(error)) throw error
    log.warn(`old acts are kept for now: ${journalFailure(error).message}`)
  }
}

/** Names what the disk refuses, in everything that reads or writes; damage is remembered for the next start. */
function watched(file: string, journal: Journal): Journal {
  const watch = (act: (...args: never[]) => unknown) => {
    return (...args: never[]) => {
      try {
        return named(() => act(...args))
      } catch (error) {
        if (error instanceof CommandRefused && isDamage(error)) markSuspect(file)
        throw error
      }
    }
  }
  const entries = Object.entries(journal).map(([name, part]) => [
    name,
    typeof part === 'function' ? watch(part) : part,
  ])
  return Object.fromEntries(entries) as Journal
}

const newTag = (): string => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return [...randomBytes(4)].map((byte) => letters[byte % letters.length]).join('')
}
