/**
 * Takes what another journal has and this one has not. A sale is its events, which are only ever added: the longer
 * history that begins with the shorter one is right, and nothing is ever taken away (docs/decisions/restoring.md).
 */
import type { DatabaseSync } from 'node:sqlite'
import { money } from '../../shared/money.ts'
import type { RecordedEvent, Sale } from '../../shared/sale.ts'
import { takeAudit } from './audit.ts'
import { sumSale } from './day-sums.ts'
import { takeReconciliations } from './reconciliations.ts'
import type { Fold } from './refold.ts'
import type { Row } from './row.ts'
import { type Indexed, indexSale, rowAsIndexed } from './sale-index.ts'
import { invoiceIdOf } from './sales.ts'
import { attempt, type SalvagedSale, salvagedOrphans, salvagedSales, UNREADABLE } from './salvage.ts'
import { takeShifts } from './take-shifts.ts'
import { inTransaction } from './transaction.ts'

export type MergeReport = {
  readonly added: number
  readonly updated: number
  readonly same: number
  /** Left as they are here: the number is another sale's, or the histories part. */
  readonly conflicts: number
  /** Taken with some of their events unreadable. */
  readonly partly: number
}

export type MergeOptions = {
  readonly fold: Fold
  /** Sealed lottery numbers and print jobs come along: only out of the journal that was in use. */
  readonly live: boolean
}

/** The caller holds no transaction; all of it is committed, or nothing. */
export function mergeJournal(target: DatabaseSync, source: DatabaseSync, options: MergeOptions): MergeReport {
  return inTransaction(target, () => {
    const count = { added: 0, updated: 0, same: 0, conflicts: 0, partly: 0 }
    count.conflicts += takeShifts(target, source, options)
    const known = new Set<string>()
    const take = (salvaged: SalvagedSale): void => {
      known.add(salvaged.id)
      const sale = readable(salvaged, options.fold)
      if (sale === null) return
      const taken = takeSale(target, sale)
      count[taken] += 1
      if (taken !== 'added' && taken !== 'updated') return
      if (!sale.complete) count.partly += 1
      takeAttention(target, source, sale.id)
      if (options.live) takePrinting(target, source, sale.id)
    }
    for (const sale of salvagedSales(source)) take(sale)
    for (const orphan of salvagedOrphans(source, (id) => known.has(id))) take(orphan)
    takeAudit(target, source, options.live)
    takeReconciliations(target, source)
    if (options.live) takeFacts(target, source)
    return count
  })
}

/** What a merge would come to. Nothing is written. */
export function rehearseMerge(
  target: DatabaseSync,
  source: DatabaseSync,
  options: MergeOptions,
): MergeReport {
  const rehearsed: { report: MergeReport | null } = { report: null }
  try {
    inTransaction(target, () => {
      rehearsed.report = mergeJournal(target, source, options)
      throw new RehearsalOver()
    })
  } catch (error) {
    if (!(error instanceof RehearsalOver)) throw error
  }
  if (rehearsed.report === null) throw new Error('the rehearsal gave no report')
  return rehearsed.report
}

class RehearsalOver extends Error {}

type Columns = {
  readonly terminal: string
  readonly day: string
  readonly sequence: number
  readonly sender_invoice_no: string
  readonly opened_at: number
  readonly version: number
  readonly state: string
  readonly state_since: number
  readonly total: number
  readonly invoice_id: string | null
  readonly due: number
  readonly waits: number
  readonly snapshot: string
}

type ReadableSale = Pick<SalvagedSale, 'id' | 'events'> & {
  readonly columns: Columns
  /** All its events were read, and they make it. */
  readonly complete: boolean
}

/** A sale as its events make it; as its row says, where some of them are missing. Null where there is too little of it. */
function readable({ id, row, events }: SalvagedSale, fold: Fold): ReadableSale | null {
  const whole = row === null ? events.length > 0 : events.length === Number(row.version)
  const folded = whole ? attempt(() => foldedColumns(id, row, events, fold)) : UNREADABLE
  if (folded !== UNREADABLE) return { id, events, columns: folded, complete: true }
  if (row === null || attempt(() => JSON.parse(String(row.snapshot))) === UNREADABLE) return null
  return { id, events, columns: columnsOf(row), complete: false }
}

function foldedColumns(id: string, row: Row | null, events: readonly RecordedEvent[], fold: Fold): Columns {
  const { sale, columns } = fold(id, events)
  return {
    terminal: sale.terminal,
    day: sale.day,
    sequence: sale.sequence,
    sender_invoice_no: sale.senderInvoiceNo,
    opened_at: sale.openedAt,
    version: sale.version,
    state: sale.state.name,
    state_since: row === null ? (events.at(-1)?.at ?? sale.openedAt) : Number(row.state_since),
    total: columns.total,
    invoice_id: invoiceIdOf(sale),
    due: Number(columns.due),
    waits: Number(columns.waits),
    snapshot: JSON.stringify(sale),
  }
}

const columnsOf = (row: Row): Columns => ({
  terminal: String(row.terminal),
  day: String(row.day),
  sequence: Number(row.sequence),
  sender_invoice_no: String(row.sender_invoice_no),
  opened_at: Number(row.opened_at),
  version: Number(row.version),
  state: String(row.state),
  state_since: Number(row.state_since),
  total: Number(row.total),
  invoice_id: row.invoice_id === null ? null : String(row.invoice_id),
  due: Number(row.due),
  waits: Number(row.waits ?? 0),
  snapshot: String(row.snapshot),
})

type Taken = 'added' | 'updated' | 'same' | 'conflicts'

function takeSale(target: DatabaseSync, sale: ReadableSale): Taken {
  const had = target.prepare('SELECT version FROM sale WHERE id = ?').get(sale.id) as Row | undefined
  if (isTaken(target, sale)) return 'conflicts'
  if (!had) {
    insertSale(target, sale)
    keepFor(target, null, asIndexed(sale))
    insertEvents(target, sale, 0)
    return 'added'
  }
  const version = Number(had.version)
  if (version >= sale.columns.version) return 'same'
  if (!sale.complete || !beginsAlike(target, sale, version)) return 'conflicts'
  keepFor(target, rowAsIndexed(target, sale.id), asIndexed(sale))
  updateSale(target, sale)
  insertEvents(target, sale, version)
  return 'updated'
}

/** What sales are found by, and what their days come to. */
function keepFor(target: DatabaseSync, before: Indexed | null, after: Indexed): void {
  indexSale(target, before, after)
  sumSale(target, before?.sale ?? null, after.sale)
}

const asIndexed = ({ columns }: ReadableSale): Indexed => ({
  sale: JSON.parse(columns.snapshot) as Sale,
  total: money(columns.total),
})

/** Whether another sale has what only one may have. */
function isTaken(target: DatabaseSync, { id, columns }: ReadableSale): boolean {
  const { sender_invoice_no, terminal, day, sequence, invoice_id } = columns
  return (
    target
      .prepare(
        `SELECT 1 FROM sale WHERE id <> ? AND (sender_invoice_no = ? OR invoice_id = ?
           OR (terminal = ? AND day = ? AND sequence = ?)) LIMIT 1`,
      )
      .get(id, sender_invoice_no, invoice_id, terminal, day, sequence) !== undefined
  )
}

function beginsAlike(target: DatabaseSync, { id, events }: ReadableSale, version: number): boolean {
  const had = target
    .prepare('SELECT seq, body FROM sale_event WHERE sale_id = ? ORDER BY seq')
    .all(id) as Row[]
  return (
    had.length === version &&
    had.every((row, index) => {
      const event = events[index]
      return event?.seq === Number(row.seq) && event.body === String(row.body)
    })
  )
}

const NAMES = [
  'terminal',
  'day',
  'sequence',
  'sender_invoice_no',
  'opened_at',
  'version',
  'state',
  'state_since',
  'total',
  'invoice_id',
  'due',
  'waits',
  'snapshot',
] as const satisfies readonly (keyof Columns)[]

const CHANGING = [
  'version',
  'state',
  'state_since',
  'total',
  'invoice_id',
  'due',
  'waits',
  'snapshot',
] as const

function insertSale(target: DatabaseSync, { id, columns }: ReadableSale): void {
  target
    .prepare(`INSERT INTO sale (id, ${NAMES.join(', ')}) VALUES (?, ${NAMES.map(() => '?').join(', ')})`)
    .run(id, ...NAMES.map((name) => columns[name]))
}

function updateSale(target: DatabaseSync, { id, columns }: ReadableSale): void {
  target
    .prepare(`UPDATE sale SET ${CHANGING.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`)
    .run(...CHANGING.map((name) => columns[name]), id)
}

function insertEvents(target: DatabaseSync, { id, events }: ReadableSale, after: number): void {
  const insert = target.prepare(
    'INSERT INTO sale_event (sale_id, seq, at, kind, body, shift_id) VALUES (?, ?, ?, ?, ?, ?)',
  )
  // The shift of that time, not the one that is open now.
  for (const { seq, at, kind, body, shiftId } of events)
    if (seq > after) insert.run(id, seq, at, kind, body, shiftId)
}

/** What waited for a person, unless it does already. */
function takeAttention(target: DatabaseSync, source: DatabaseSync, saleId: string): void {
  const rows = attempt(() => source.prepare('SELECT * FROM attention WHERE sale_id = ?').all(saleId) as Row[])
  if (rows === UNREADABLE) return
  const had = target.prepare('SELECT 1 FROM attention WHERE sale_id = ? AND cause = ? AND at = ?')
  const insert = target.prepare(
    'INSERT INTO attention (sale_id, cause, failure, amount, at, settled_at, remedy) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  for (const row of rows) {
    const [cause, at] = [String(row.cause), Number(row.at)]
    if (had.get(saleId, cause, at)) continue
    insert.run(
      saleId,
      cause,
      row.failure === null ? null : String(row.failure),
      row.amount === null ? null : Number(row.amount),
      at,
      row.settled_at === null ? null : Number(row.settled_at),
      typeof row.remedy === 'string' ? row.remedy : null,
    )
  }
}

function takePrinting(target: DatabaseSync, source: DatabaseSync, saleId: string): void {
  const jobs = attempt(() => source.prepare('SELECT * FROM print_job WHERE sale_id = ?').all(saleId) as Row[])
  const job = target.prepare(
    `INSERT OR IGNORE INTO print_job (id, kind, sale_id, printer, state, failure, attempts, queued_at, printed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const row of jobs === UNREADABLE ? [] : jobs)
    job.run(
      String(row.id),
      // A journal from before there were kinds.
      typeof row.kind === 'string' ? row.kind : 'sale',
      saleId,
      typeof row.printer === 'string' ? row.printer : 'main',
      String(row.state),
      typeof row.failure === 'string' ? row.failure : null,
      Number(row.attempts),
      Number(row.queued_at),
      row.printed_at === null ? null : Number(row.printed_at),
    )
  const seals = attempt(
    () => source.prepare('SELECT * FROM receipt_seal WHERE sale_id = ?').all(saleId) as Row[],
  )
  const seal = target.prepare(
    'INSERT OR IGNORE INTO receipt_seal (sale_id, payment_id, sealed) VALUES (?, ?, ?)',
  )
  for (const row of seals === UNREADABLE ? [] : seals)
    seal.run(saleId, String(row.payment_id), row.sealed as Uint8Array)
}

/** The journal's tag and the sale at the counter, for a new file that has none of its own; and acts, which are done once. */
function takeFacts(target: DatabaseSync, source: DatabaseSync): void {
  const facts = attempt(() => source.prepare('SELECT name, value FROM fact').all() as Row[])
  const keep = target.prepare('INSERT OR IGNORE INTO fact (name, value) VALUES (?, ?)')
  for (const row of facts === UNREADABLE ? [] : facts)
    keep.run(String(row.name), row.value === null ? null : String(row.value))
  const acts = attempt(() => source.prepare('SELECT id, at, answer FROM act').all() as Row[])
  const act = target.prepare('INSERT OR IGNORE INTO act (id, at, answer) VALUES (?, ?, ?)')
  for (const row of acts === UNREADABLE ? [] : acts)
    act.run(String(row.id), Number(row.at), row.answer === null ? null : String(row.answer))
}
