import { randomBytes } from 'node:crypto'
import type { AttentionItem, SaleSummary } from '../../shared/ipc/index.ts'
import type { RecordedEvent, Sale } from '../../shared/sale.ts'
import { attentionTable } from './attention.ts'
import { type Commit, write } from './commit.ts'
import { factTable } from './facts.ts'
import { inTransaction, openDatabase } from './open.ts'
import { type PrintJob, printJobTable } from './print-jobs.ts'
import { saleReads } from './sales.ts'

export type JournalReader = {
  /** Four letters made with the file, so that a terminal set up anew never repeats a number it once used. */
  readonly tag: string
  readonly sale: (id: string) => Sale | null
  readonly saleByInvoice: (invoiceId: string) => Sale | null
  readonly events: (saleId: string) => readonly RecordedEvent[]
  readonly dueSales: () => readonly Sale[]
  readonly waiting: () => { readonly count: number; readonly oldestAt: number | null }
  readonly salesOf: (day: string) => readonly SaleSummary[]
  readonly nextSequence: (terminal: string, day: string) => number
  readonly counter: () => string | null
  readonly seals: (saleId: string) => ReadonlyMap<string, Uint8Array>
  readonly owedJobs: () => readonly PrintJob[]
  readonly attention: () => readonly AttentionItem[]
  readonly attentionCount: () => number
}

export type Journal = JournalReader & {
  readonly commit: (commit: Commit) => void
  readonly freeCounter: () => void
  readonly beginPrint: (jobId: string) => void
  readonly requeuePrint: (jobId: string) => void
  readonly settleAttention: (id: number, at: number) => string | null
  readonly close: () => void
}

/** Opens the journal, making or migrating its file. Throws a named refusal where it cannot be used. */
export function openJournal(file: string): Journal {
  const database = openDatabase(file)
  const facts = factTable(database)
  const tag = facts.read('tag') ?? facts.write('tag', newTag())
  return {
    tag,
    ...saleReads(database),
    ...attentionTable(database),
    ...printJobTable(database),
    counter: () => facts.read('counter'),
    freeCounter: () => void facts.write('counter', null),
    commit: (commit) => inTransaction(database, () => write(database, facts, commit)),
    close: () => database.close(),
  }
}

const newTag = (): string => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return [...randomBytes(4)].map((byte) => letters[byte % letters.length]).join('')
}
