import { dirname } from 'node:path'
import type { BookSpan, Explanation } from '../../shared/books.ts'
import { CommandRefused, type Failure } from '../../shared/failure.ts'
import type { SalePage, SoldGoods } from '../../shared/history.ts'
import type { Mode } from '../../shared/mode.ts'
import type { Money } from '../../shared/money.ts'
import type { PrinterName, SalePrint } from '../../shared/printing.ts'
import type { RecordedEvent, Sale } from '../../shared/sale.ts'
import type { ChainHead, NumbersOfDay, RecordedShiftEvent } from '../../shared/shift.ts'
import {
  backUpDatabase,
  backupFolder,
  type MergeReport,
  mergeJournal,
  openOrRescue,
  type Rescue,
  type RescueReport,
  rehearseMerge,
  rescueJournal,
  rescueNotice,
  withJournalFile,
  wrongInFile,
} from '../backup/index.ts'
import { drawLetters } from '../draw-letters.ts'
import { type Log, silentLog } from '../environment.ts'
import {
  type AuditEntry,
  type AuditRow,
  auditReads,
  type Command,
  type CommandStamp,
  chainReads,
  commandTable,
  type Database,
  emptyWal,
  inTransaction,
  isDamage,
  isOfTheDisk,
  journalFailure,
  keyValueTable,
  lastPosition,
  markSuspect,
  named,
  prepared,
  writeAudit,
} from '../journal/index.ts'
import {
  countDraftOf,
  type DayEntries,
  dayEntries,
  type EventInShift,
  endPeriod,
  eraseSeal,
  type KeptReconciliation,
  type Looks,
  latestAt,
  ledgerReads,
  type NewPrintJob,
  NO_MODEL,
  type PrintJob,
  printJobTable,
  type ReconciledRow,
  rebuildWith,
  recentSales,
  reconciliationTable,
  type SaleInvoiceRow,
  type SaleModel,
  type SaleSearch,
  type ShiftRecord,
  type SoldInShift,
  type SumRow,
  saleReads,
  saleSearch,
  sealTable,
  shiftReads,
} from '../projections/index.ts'
import { type Commit, writeCommit } from './commit.ts'
import { type ShiftCommit, writeShift } from './commit-shift.ts'

export type JournalReader = {
  /** Four letters made with the file, so that a terminal that is set up anew, or rescued, never repeats a number it once used. */
  readonly tag: string
  readonly sale: (id: string) => Sale | null
  readonly saleByInvoice: (invoiceId: string) => Sale | null
  readonly events: (saleId: string) => readonly RecordedEvent[]
  readonly lastEvent: (saleId: string) => RecordedEvent | null
  readonly dueSales: () => readonly Sale[]
  /** What waits for the service or the printer and goes on by itself, oldest first. */
  readonly waitingSales: () => readonly Sale[]
  readonly waiting: () => { readonly count: number; readonly oldestAt: number | null }
  /** Carts, and charges that wait for their payer or for the line; without the one at the counter. Oldest first. */
  readonly setAsideSales: () => readonly Sale[]
  readonly setAsideCount: () => number
  /** How many times the invoices of a finished sale were checked, and when last. */
  readonly looks: (saleId: string) => Looks
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
   * What was posted on these days: by day for hours and for what came back, otherwise a row a key. See ledger-sums.ts.
   */
  readonly daySums: (from: string, to: string) => readonly SumRow[]
  /** Of those, the ones by day alone. */
  readonly daySumsByDay: (from: string, to: string) => readonly SumRow[]
  /** The sums of a shift by key; with `days`, of those days alone. */
  readonly sumsOfShift: (
    shiftId: string,
    accounts?: readonly SumRow['account'][],
    days?: { readonly from: string; readonly to: string },
  ) => readonly SumRow[]
  /** The sums of one book: a day, or a time without a shift. */
  readonly sumsOfBook: (book: string, accounts?: readonly SumRow['account'][]) => readonly SumRow[]
  /** All that came to one account until the end of that day. */
  readonly allTime: (account: SumRow['account'], to?: string) => readonly SumRow[]
  /** What was sold in a part of one hour of that day: from then until before then. */
  readonly soldWithin: (day: string, from: number, before: number) => readonly Sale[]
  readonly summedDays: () => { readonly first: string; readonly last: string } | null
  readonly soldName: (code: string) => string | null
  readonly firstDayWithEvents: (from: string, to: string) => string | null
  /** The sales and shifts that anything happened to on that day; and what one of them posted then. */
  readonly subjectsOfDay: (day: string) => readonly string[]
  readonly entriesOfDay: (day: string, subject: string) => DayEntries | null
  readonly nextSequence: (terminal: string, day: string) => number
  readonly counter: () => string | null
  /** Sales that lottery and QR of are sealed. */
  readonly sealedSales: () => readonly string[]
  readonly seals: (saleId: string) => ReadonlyMap<string, Uint8Array>
  readonly owedJobs: () => readonly PrintJob[]
  readonly printJob: (jobId: string) => PrintJob | null
  /** All papers of a sale, oldest first. */
  readonly printsOf: (saleId: string) => readonly SalePrint[]
  /** Whether a paper of the sale has come out. */
  readonly receiptIsOut: (saleId: string) => boolean
  /** Sales of which something waits for a person. */
  readonly attentionSales: () => readonly Sale[]
  /** How many things of them do. */
  readonly attentionCount: () => number
  /** The latest time among the recorded events. */
  readonly lastAt: () => number | null
  /** How many commits this run has made: tells whether anything happened since. */
  readonly commits: () => number
  /** Reads the whole journal: for checks. */
  readonly counts: () => { readonly sales: number; readonly events: number; readonly total: Money }
  /** What became of a damaged journal, until a person has seen it. */
  readonly rescueNotice: () => RescueReport | null
  /** The shift whose drawer is in use. */
  readonly openShift: () => ShiftRecord | null
  readonly shift: (id: string) => ShiftRecord | null
  /** Newest first, opened before that time. */
  readonly shifts: (most: number, before: number) => readonly ShiftRecord[]
  /** The net of its Z as it was printed; null where there is none. */
  readonly printedNet: (shiftId: string) => Money | null
  readonly shiftEvents: (id: string) => readonly RecordedShiftEvent[]
  readonly nextZ: (terminal: string) => number
  /** The sales that anything happened to while it was open. */
  readonly salesOfShift: (id: string) => readonly string[]
  readonly soldInShift: (id: string) => SoldInShift
  readonly numbersOfShift: (id: string) => readonly NumbersOfDay[]
  /** The number of the newest sale; null where there is no sale yet. */
  readonly lastNumber: () => string | null
  /** The terminal codes of the till that the shift is of: all codes under which this journal has sold, or only its own. */
  readonly codesOf: (shiftId: string) => readonly string[]
  readonly eventsInShifts: (saleId: string) => readonly EventInShift[]
  /** What came to an account without a shift on these days, the newest first. */
  readonly sumsWithoutShift: (account: SumRow['account'], from: string, to?: string) => readonly SumRow[]
  /** Times without a shift that no shift has told of in its Z. */
  readonly untoldPeriods: () => readonly string[]
  /** A count that was begun, as it was handed in. */
  readonly countDraft: (shiftId: string) => string | null
  readonly saleByNumber: (senderInvoiceNo: string) => Sale | null
  /** Invoices of sales of about that day whose last one was made from then until before then. */
  readonly salesInvoiced: (day: string, from: number, before: number) => readonly SaleInvoiceRow[]
  /** When an invoice was last made for the sale; null where none was. */
  readonly invoicedAt: (saleId: string) => number | null
  /** Invoices of sales that are in the books of that shift: their money is counted in it, or may come. */
  readonly salesBookedIn: (shiftId: string) => readonly SaleInvoiceRow[]
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
  /** How far the chain over all that was recorded goes. */
  readonly chainHead: () => ChainHead
}

export type Journal = JournalReader & {
  readonly commit: (commit: Commit) => void
  readonly commitShift: (commit: ShiftCommit) => void
  readonly keepCountDraft: (shiftId: string, draft: string) => void
  readonly keepReconciliation: (kept: KeptReconciliation) => void
  readonly explain: (span: BookSpan, key: string, explanation: Explanation) => void
  readonly unexplain: (key: string) => void
  /**
   * Does a person's command, with all its commits and its key, in one transaction; its events carry it. One that was done is
   * not done again: it answers what it answered. One that throws was not done. The work must be done when it returns.
   */
  readonly command: <Value>(command: Command, work: () => Value) => Value
  /** Does the work and puts the entry into the audit trail, in one transaction. The work must be done when it returns. */
  readonly audited: <Value>(entry: AuditEntry, work: () => Value) => Value
  /** Told what every transaction came to, once it is committed or undone: what follows a commit hangs on it. */
  readonly onCommit: (listener: (change: Committed) => void) => () => void
  /** A round of looks was made: no fact of the sale, so that it is no event. */
  readonly noteLooks: (saleId: string, looks: Looks) => void
  readonly freeCounter: () => void
  readonly takeCounter: (saleId: string) => void
  readonly queuePrint: (job: NewPrintJob, saleId: string | null, at: number) => void
  readonly beginPrint: (jobId: string) => void
  readonly requeuePrint: (jobId: string, why: Failure | null) => void
  /** A person wants it tried again. */
  readonly retryPrint: (jobId: string) => void
  readonly doubtPrint: (jobId: string, why: Failure) => void
  /** Of a paper that no event of a sale tells about. */
  readonly endPrint: (jobId: string, how: 'printed' | 'given-up', at: number) => void
  readonly redirectPrint: (jobId: string, printer: PrinterName) => void
  readonly eraseSeals: (saleId: string, paymentIds: readonly string[]) => void
  readonly acknowledgeRescue: () => void
  /** SQLite's online backup into a new file. */
  readonly backUpTo: (file: string) => Promise<void>
  /** Opens a backup. One of an older version is brought up to date under the name of `copy`. */
  readonly withBackup: <Value>(file: string, copy: string, work: (source: Database) => Value) => Value
  /** Takes what another journal has and this one has not. */
  readonly merge: (source: Database) => MergeReport
  /** What `merge` would come to. */
  readonly rehearse: (source: Database) => MergeReport
  /** Of the last event: tells how far the journal has come. */
  readonly position: () => number
  /** Its pages cannot all be read: it is rescued at the next start. */
  readonly markSuspect: () => void
  readonly close: () => void
}

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
  /** The disk took nothing of it. */
  | { readonly failure: Failure }

export type JournalOptions = {
  /** What events mean. */
  readonly model: SaleModel
  readonly now: () => number
  readonly log?: Log
  /** Written into the file when it is first opened; a file of the other mode is refused. */
  readonly mode?: Mode
  /** Called before a damaged journal is rescued: what is sealed in the damaged file is never to be read again. */
  readonly destroySealKey?: () => void
}

/**
 * Opens the journal, making or migrating its file, and saving what can be read of a damaged one. Throws a named refusal
 * where it cannot be used, here and whenever the disk takes no more; the same journal goes on once it does again. After
 * JOURNAL_DAMAGED it is rescued when it is opened again.
 */
export function openJournal(file: string, options?: JournalOptions): Journal {
  const log = options?.log ?? silentLog
  const now = options?.now ?? Date.now
  const mode = options?.mode ?? null
  const model = options?.model ?? null
  const rescue: Rescue = (damaged, at, { create }) =>
    rescueJournal(damaged, at, {
      create,
      model: model ?? NO_MODEL,
      log,
      destroySealKey: options?.destroySealKey ?? (() => {}),
      backups: mode === null ? null : { folder: backupFolder(dirname(file)), mode },
    })
  const database = openOrRescue(file, { rebuild: rebuildWith(model), mode, now, log, rescue })
  try {
    return watched(file, journalOn(database, { file, model: model ?? NO_MODEL, mode, now, log }))
  } catch (error) {
    database.close()
    if (isDamage(error)) markSuspect(file)
    throw journalFailure(error)
  }
}

type Parts = {
  readonly file: string
  readonly model: SaleModel
  readonly mode: Mode | null
  readonly now: () => number
  readonly log: Log
}

function journalOn(database: Database, { file, model, mode, now, log }: Parts): Journal {
  const facts = keyValueTable(database)
  const tag = facts.read('tag') ?? facts.write('tag', drawLetters(4))
  if (mode !== null && facts.read('mode') === null) facts.write('mode', mode)
  const commands = commandTable(database)
  tidied(() => commands.forget(now()), log)
  let lastAt = latestAt(database)
  let commits = 0
  let command: CommandStamp | null = null
  const jobs = printJobTable(database)
  const news = rescueNotice(facts)
  const books = reconciliationTable(database)
  const recent = recentSales()
  const reads = saleReads(database)
  const listeners = new Set<(change: Committed) => void>()
  const tell = (change: Committed): void => {
    for (const listener of listeners) listener(change)
  }
  const after = afterTransactions({
    undone: (before) => {
      lastAt = before.lastAt
      recent.forget()
    },
    tell,
    erased: () => emptyWal(database),
    log,
  })
  /** What is undone was never known. */
  const write = <Answer>(work: () => Answer): Answer =>
    after.run({ lastAt }, () => inTransaction(database, work))
  const committed = (at: number): void => {
    lastAt = Math.max(lastAt ?? at, at)
    commits += 1
  }
  const wake = <Args extends unknown[]>(work: (...args: Args) => void) => {
    return (...args: Args): void =>
      write(() => {
        work(...args)
        after.note({ jobs: true })
      })
  }
  const takenFrom = (source: Database) => ({ model, live: false, wrong: wrongInFile(source) })
  /** A paper that waits, and did not come out, may be one that its sale wants no more. */
  const waits = (jobs: boolean, work: () => string | undefined): void =>
    write(() => {
      const sale = work()
      after.note({ jobs, ...(sale === undefined ? {} : { sale }) })
    })
  return {
    tag,
    ...reads,
    sale: (id) => recent.known(id)?.sale ?? reads.sale(id),
    ...saleSearch(database),
    ...ledgerReads(database),
    ...dayEntries(database, model),
    ...jobs,
    ...sealTable(database),
    ...news,
    ...shiftReads(database, facts),
    ...auditReads(database),
    ...chainReads(database),
    ...books,
    keepReconciliation: (kept) => write(() => books.keepReconciliation(kept)),
    explain: (span, key, explanation) => write(() => books.explain(span, key, explanation)),
    unexplain: (key) => write(() => books.unexplain(key)),
    lastAt: () => lastAt,
    commits: () => commits,
    counter: () => facts.read('counter'),
    freeCounter: () => void write(() => facts.write('counter', null)),
    takeCounter: (saleId) => void write(() => facts.write('counter', saleId)),
    noteLooks: (saleId, { looks, lookedAt }) =>
      write(() => {
        prepared(database, 'UPDATE sale SET looks = ?, looked_at = ? WHERE id = ?').run(
          looks,
          lookedAt,
          saleId,
        )
      }),
    queuePrint: wake(jobs.queuePrint),
    beginPrint: (jobId) => write(() => jobs.beginPrint(jobId)),
    requeuePrint: (jobId, why) => waits(false, () => jobs.requeuePrint(jobId, why)),
    retryPrint: (jobId) => waits(true, () => jobs.requeuePrint(jobId, null)),
    doubtPrint: (jobId, why) => write(() => jobs.doubtPrint(jobId, why)),
    endPrint: (jobId, how, at) => write(() => jobs.endPrint(jobId, how, at)),
    redirectPrint: (jobId, printer) => waits(true, () => jobs.redirectPrint(jobId, printer)),
    eraseSeals: (saleId, paymentIds) =>
      write(() => {
        for (const paymentId of paymentIds) eraseSeal(database, saleId, paymentId)
        after.note({ erases: true })
      }),
    acknowledgeRescue: () => write(news.acknowledgeRescue),
    backUpTo: (path) => backUpDatabase(database, path).finally(() => endPeriod(database)),
    withBackup: (backup, copy, work) => withJournalFile(backup, { model, log, copy }, work),
    merge: (source) => {
      recent.forget()
      return mergeJournal(database, source, takenFrom(source)).report
    },
    rehearse: (source) => rehearseMerge(database, source, takenFrom(source)).report,
    position: () => lastPosition(database),
    markSuspect: () => markSuspect(file),
    keepCountDraft: (shiftId, draft) => void write(() => facts.write(countDraftOf(shiftId), draft)),
    commitShift: (commit) =>
      write(() => {
        writeShift(database, commit, { facts, command })
        committed(commit.at)
        after.note({ jobs: (commit.newJobs ?? []).length > 0 })
      }),
    commit: (commit) =>
      write(() => {
        const known = recent.known(commit.sale.id)
        writeCommit(database, commit, { facts, command, known, model })
        recent.keep({ sale: commit.sale, total: commit.total })
        committed(commit.at)
        after.note({
          sale: commit.sale.id,
          byPerson: command !== null,
          jobs: (commit.newJobs ?? []).length > 0 || commit.paperReady === true,
          erases: (commit.erasedSeals ?? []).length > 0,
        })
      }),
    command: (asked, work) => {
      const done = commands.done(asked)
      if (done) return done.answer as never
      return write(() => {
        const outer = command
        command = { id: asked.id, actor: asked.actor }
        try {
          const answer = work()
          if (answer instanceof Promise) throw new TypeError('a command is done at once')
          commands.keep(asked, answer)
          return answer
        } finally {
          command = outer
        }
      })
    },
    audited: (entry, work) =>
      write(() => {
        const answer = work()
        if (answer instanceof Promise) throw new TypeError('what is audited with its act is done at once')
        writeAudit(database, facts, entry)
        return answer
      }),
    onCommit: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

type Before = { readonly lastAt: number | null }
type Noted = {
  readonly sale?: string
  readonly byPerson?: boolean
  readonly jobs?: boolean
  readonly erases?: boolean
}

/**
 * What follows a transaction is done behind the outermost one, and never inside it: listeners are told, and what was erased
 * is erased from the write-ahead log too. It stands in older pages of that log, and in the file, until the log is emptied.
 */
function afterTransactions({
  undone,
  tell,
  erased,
  log,
}: {
  readonly undone: (before: Before) => void
  readonly tell: (change: Committed) => void
  readonly erased: () => void
  readonly log: Log
}) {
  let inside = false
  let erases = false
  let sales = new Set<string>()
  let byPerson = false
  let jobs = false
  const erase = (): void => {
    if (!erases) return
    erases = false
    try {
      erased()
    } catch (error) {
      erases = true // with the next one
      log.warn(`what was erased is in the write-ahead log for now: ${journalFailure(error).message}`)
    }
  }
  const begin = (): void => {
    inside = true
    sales = new Set()
    byPerson = false
    jobs = false
  }
  return {
    note: (noted: Noted): void => {
      if (noted.sale !== undefined) sales.add(noted.sale)
      byPerson ||= noted.byPerson ?? false
      jobs ||= noted.jobs ?? false
      erases ||= noted.erases ?? false
    },
    run: <Answer>(before: Before, work: () => Answer): Answer => {
      if (inside) return work()
      begin()
      let answer: Answer
      try {
        answer = work()
      } catch (error) {
        inside = false
        undone(before)
        if (isOfTheDisk(error)) tell({ failure: journalFailure(error).failure })
        throw error
      }
      inside = false
      erase()
      tell({ failure: null, sales, byPerson, jobs })
      return answer
    },
  }
}

/** What need not be done now: a full disk keeps nobody from looking. */
function tidied(work: () => void, log: Log): void {
  try {
    work()
  } catch (error) {
    if (isDamage(error)) throw error
    log.warn(`old commands are kept for now: ${journalFailure(error).message}`)
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
