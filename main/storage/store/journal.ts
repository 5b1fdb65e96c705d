import { randomLetters } from '../../../shared/sale/sale-number.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { type JournalFile, journalFile, type RescueNotice, rescueNotice } from '../backup/index.ts'
import {
  type AuditEntry,
  type AuditReader,
  auditReader,
  type ChainReader,
  type Command,
  chainReader,
  commandTable,
  keyValueTable,
  writeAudit,
} from '../journal/index.ts'
import {
  type ClaimedReturnWriter,
  type CounterWriter,
  claimedReturnWriter,
  counterWriter,
  eraseSeal,
  type ProjectionReaders,
  projectionReaders,
  type ReconciliationWriter,
  recentSales,
  reconciliationWriter,
} from '../projections/index.ts'
import { type Database, isDamage, journalFailure } from '../sqlite/index.ts'
import { type SaleWriter, saleWriter } from './commit.ts'
import { type ShiftWriter, shiftWriter } from './commit-shift.ts'
import { type PrintQueueWriter, printQueueWriter } from './print-queue.ts'
import { createTransactions, type Transactions } from './transactions.ts'

/** What reads the journal. Each part is described where it is implemented. */
export type JournalReader = ProjectionReaders &
  Pick<Transactions, 'lastAt' | 'commits'> & {
    /** Four random letters of each file, so that a new or rescued journal never repeats a number of the old one. */
    readonly tag: string
    readonly audit: AuditReader
    readonly chain: ChainReader
    readonly rescue: Pick<RescueNotice, 'report'>
  }

/** What writes the journal. A call returns when its change is on the disk, or throws and has changed nothing. */
export type JournalWriter = Pick<Transactions, 'onCommit'> & {
  readonly sales: SaleWriter
  readonly counter: CounterWriter
  readonly claimedReturns: ClaimedReturnWriter
  readonly shifts: ShiftWriter
  readonly printJobs: PrintQueueWriter
  readonly seals: { readonly erase: (saleId: string, paymentIds: readonly string[]) => void }
  readonly reconciliations: ReconciliationWriter
  readonly rescue: Pick<RescueNotice, 'acknowledge'>
  /**
   * Runs a person's command, with all its commits and its idempotency key, in one transaction; its events contain the
   * key. A repeated key is not carried out again and returns the same answer. If the work throws, nothing is stored.
   * The work must be synchronous.
   */
  readonly command: <Value>(command: Command, work: () => Value) => Value
  /** Runs the work, with all its commits, in one transaction. If it throws, nothing is stored. The work must be synchronous. */
  readonly inOneCommit: <Value>(work: () => Value) => Value
  /** Whether this command was carried out before. */
  readonly isDone: (command: Command) => boolean
  /** Runs the work and adds the entry to the audit trail, in one transaction. The work must be synchronous. */
  readonly audited: <Value>(entry: AuditEntry, work: () => Value) => Value
}

export type Journal = JournalReader &
  JournalWriter & { readonly file: JournalFile; readonly close: () => void }

type Parts = {
  readonly file: string
  readonly mode: Mode | null
  readonly now: () => number
  readonly log: Log
}

export function createJournal(database: Database, { file, mode, now, log }: Parts): Journal {
  const keyValues = keyValueTable(database)
  const tag = keyValues.read('tag') ?? keyValues.write('tag', randomLetters(4))
  if (mode !== null && keyValues.read('mode') === null) keyValues.write('mode', mode)
  const recent = recentSales()
  const transactions = createTransactions(database, { undone: recent.forget, log })
  const { write, note, lastAt, commits, onCommit } = transactions
  const reads = projectionReaders(database)
  const counter = counterWriter(database)
  const claimedReturns = claimedReturnWriter(database)
  const reconciliations = reconciliationWriter(database)
  const copies = journalFile(database, { file, merged: recent.forget })
  const notice = rescueNotice(keyValues)
  return {
    tag,
    lastAt,
    commits,
    onCommit,
    ...reads,
    sales: {
      ...reads.sales,
      byId: (id) => recent.known(id)?.sale ?? reads.sales.byId(id),
      ...saleWriter(database, { transactions, recent }),
    },
    counter: {
      ...reads.counter,
      take: (saleId) => write(() => counter.take(saleId)),
      free: () => write(counter.free),
    },
    claimedReturns: {
      ...reads.claimedReturns,
      add: (numbers) => write(() => claimedReturns.add(numbers)),
      remove: (numbers) => write(() => claimedReturns.remove(numbers)),
    },
    shifts: { ...reads.shifts, ...shiftWriter(database, transactions) },
    printJobs: { ...reads.printJobs, ...printQueueWriter(database, transactions) },
    seals: {
      ...reads.seals,
      erase: (saleId, paymentIds) =>
        write(() => {
          for (const paymentId of paymentIds) eraseSeal(database, saleId, paymentId)
          note({ erases: true })
        }),
    },
    reconciliations: {
      ...reads.reconciliations,
      keep: (reconciliation) => write(() => reconciliations.keep(reconciliation)),
      explain: (span, key, explanation) => write(() => reconciliations.explain(span, key, explanation)),
      unexplain: (key) => write(() => reconciliations.unexplain(key)),
    },
    audit: auditReader(database),
    chain: chainReader(database),
    rescue: { report: notice.report, acknowledge: () => write(notice.acknowledge) },
    ...commandWriter(database, transactions, { now, log }),
    file: copies,
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

function commandWriter(
  database: Database,
  { write, stamped }: Transactions,
  { now, log }: Pick<Parts, 'now' | 'log'>,
): Pick<JournalWriter, 'command' | 'inOneCommit' | 'isDone' | 'audited'> {
  const keyValues = keyValueTable(database)
  const commands = commandTable(database)
  tidied(() => commands.forget(now()), log)
  return {
    command: (command, work) => {
      const done = commands.done(command)
      if (done) return done.answer as never
      return write(() => {
        const answer = stamped({ id: command.id, actor: command.actor }, () => doneAtOnce(work))
        commands.keep(command, answer)
        return answer
      })
    },
    inOneCommit: (work) => write(() => doneAtOnce(work)),
    isDone: (command) => commands.done(command) !== null,
    audited: (entry, work) =>
      write(() => {
        const answer = doneAtOnce(work)
        writeAudit(database, keyValues, entry)
        return answer
      }),
  }
}

/** Throws for a promise: the transaction is committed when the work returns, and later writes would not be in it. */
function doneAtOnce<Answer>(work: () => Answer): Answer {
  const answer = work()
  if (answer instanceof Promise) throw new TypeError('the work of a transaction must be done when it returns')
  return answer
}

/** Ignores a full disk, which must not keep the journal from opening. Old commands can be deleted later. */
function tidied(work: () => void, log: Log): void {
  try {
    work()
  } catch (error) {
    if (isDamage(error)) throw error
    log.warn(`old commands are kept for now: ${journalFailure(error).message}`)
  }
}
