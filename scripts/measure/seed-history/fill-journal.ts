/**
 * Writes stories into a journal in two ways: commit by commit, as the terminal does, or directly into its tables, which takes only
 * minutes for a million sales. A test checks that both ways make the same rows.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { createSaleStore } from '../../../main/sale/run/index.ts'
import { BODY_VERSION, chainAll } from '../../../main/storage/journal/index.ts'
import {
  chargedInvoice,
  foldSale,
  indexAllSales,
  sumAll,
  tagOf,
} from '../../../main/storage/projections/index.ts'
import { type Journal, openJournal } from '../../../main/storage/store/index.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import { queuedWork } from '../../../shared/sale/queued-work.ts'
import type { RecordedEvent, Sale } from '../../../shared/sale/sale.ts'
import { statusOf } from '../../../shared/sale/status.ts'
import type { PrintKind } from '../../../shared/shop/printing.ts'
import type { Drawer } from './drawer.ts'
import { inOrder, type PlacedCommit } from './in-order.ts'
import type { Story } from './telling.ts'

/** The only way that makes shifts: a Z has the figures of the till's own reports at that time. */
export function fillByCommits(journal: Journal, stories: Iterable<Story>, drawer: Drawer = () => {}): void {
  let now = 0
  const clock = { now: () => now, monotonic: () => now, after: () => () => {} }
  const store = createSaleStore({ journal, clock })
  for (const { story, at, events, newJobs = [] } of inOrder(stories)) {
    drawer(at)
    now = at
    store.append(story.id, events, { newJobs })
    for (const { id, kind } of newJobs) {
      journal.printJobs.begin(id)
      if (isSlip(kind)) journal.printJobs.end(id, 'printed', at)
    }
  }
  drawer(Number.POSITIVE_INFINITY)
}

/** Return slips are stored as printed at once, because no event of a sale records their printing. */
const isSlip = (kind: PrintKind): boolean => kind === 'refund-slip'

export function fillFast(file: string, stories: Iterable<Story>): void {
  openJournal(file, { now: Date.now, mode: 'test' }).close()
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA foreign_keys = OFF;
    PRAGMA cache_size = -1500000;
    BEGIN;
  `)
  const writeSale = saleWriter(database)
  const writeEvents = eventWriter(database)
  for (const commit of inOrder(stories)) {
    writeEvents(commit)
    if (commit.after === 0) writeSale(commit.story)
  }
  indexAllSales(database, silentLog)
  sumAll(database, silentLog)
  chainAll(database)
  database.exec('COMMIT; PRAGMA journal_mode = WAL;')
  database.close()
}

/** Writes only the final state of a sale and of its print jobs: nobody reads the file before it is complete. */
function saleWriter(database: DatabaseSync): (story: Story) => void {
  const insertSale = rowsInto(database, 'sale')
  const insertInvoice = rowsInto(database, 'sale_invoice')
  const insertJob = database.prepare(
    `INSERT INTO print_job (id, kind, sale_id, state, attempts, queued_at, printed_at) VALUES (?, ?, ?, ?, 1, ?, ?)`,
  )
  return (story) => {
    const { sale, columns } = foldSale(story.id, recorded(story))
    const { state, total, due, waits, attention } = columns
    const { since, lookedAt } = timesOf(story)
    insertSale({
      id: sale.id,
      terminal: sale.terminal,
      day: sale.day,
      sequence: sale.sequence,
      sender_invoice_no: sale.senderInvoiceNo,
      opened_at: sale.openedAt,
      version: sale.version,
      state,
      invoice_id: chargedInvoice(sale),
      tag: tagOf(sale.senderInvoiceNo),
      state_since: since,
      total,
      due: Number(due),
      waits: Number(waits),
      attention,
      checked_at: lookedAt,
      snapshot: JSON.stringify(sale),
    })
    for (const { invoice } of sale.invoices)
      if (invoice) insertInvoice({ invoice_id: invoice.invoiceId, sale_id: sale.id })
    for (const { at, newJobs = [] } of story.commits)
      for (const { id, kind } of newJobs) {
        const printed = story.commits.find(({ events }) =>
          events.some((event) => event.kind === 'receipt-printed' && event.jobId === id),
        )
        const printedAt = isSlip(kind) ? at : (printed?.at ?? null)
        insertJob.run(id, kind, story.id, printedAt === null ? 'printing' : 'printed', at, printedAt)
      }
  }
}

/** Inserts rows; the keys are the names of the columns, in each row the same. */
function rowsInto(database: DatabaseSync, table: string) {
  let insert: StatementSync | null = null
  return (row: Readonly<Record<string, SQLInputValue>>): void => {
    const columns = Object.keys(row)
    insert ??= database.prepare(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((column) => `:${column}`).join()})`,
    )
    insert.run(row)
  }
}

const recorded = ({ commits }: Story): RecordedEvent[] =>
  commits
    .flatMap(({ at, events }) => events.map((event) => ({ at, event })))
    .map((one, index) => ({ ...one, seq: index + 1, command: null }))

/** The times of the last change of state and of the first check, as main/storage/projections/sale-rows.ts stores them. */
function timesOf({ id, commits }: Story) {
  let sale: Sale | null = null
  let since = 0
  let lookedAt: number | null = null
  let had = { state: '', waits: 0 }
  for (const { at, events } of commits) {
    const before: Sale | null = sale
    sale = applyAll(before, id, at, events)
    const has = { state: statusOf(sale).name, waits: queuedWork(sale).length > 0 ? 1 : 0 }
    if (has.state !== had.state || has.waits > had.waits) since = at
    if (before !== null && sale.monitoredUntil !== before.monitoredUntil) lookedAt = at
    had = has
  }
  return { since, lookedAt }
}

function eventWriter(database: DatabaseSync): (commit: PlacedCommit) => void {
  const insert = database.prepare(
    'INSERT INTO event (id, subject, seq, at, kind, version, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return ({ story: { id }, at, events, after }) => {
    events.forEach((event, index) => {
      const { kind } = event
      const seq = after + index + 1
      insert.run(eventId(id, seq), id, seq, at, kind, BODY_VERSION, JSON.stringify(event))
    })
  }
}

/** As long as the ids of the terminal, but the same in every run. */
const eventId = (saleId: string, seq: number): string =>
  `${saleId.replaceAll('-', '').slice(0, 13)}${seq.toString(36).padStart(3, '0')}`
