import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { BookSpan } from '../../../shared/books/reconciliation.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { PrinterName, PrintKind, PrintState, SalePrint } from '../../../shared/shop/printing.ts'
import { numberOrNull, prepared, type Row, textOrNull } from '../sqlite/index.ts'

type Standing = Omit<SalePrint, 'printedAt'>

export type PrintJob = Standing & {
  readonly id: string
  /** Null for a paper that is not about a sale. */
  readonly saleId: string | null
  /** The shift of an X or a Z. */
  readonly shiftId: string | null
  /** The day or shift of a reconciliation. */
  readonly span: BookSpan | null
}

export type NewPrintJob = {
  readonly id: string
  readonly kind: PrintKind
  readonly printer?: PrinterName
  readonly shiftId?: string
  readonly span?: BookSpan
}

const COLUMNS = 'id, kind, sale_id, shift_id, day, printer, state, failure, attempts, queued_at'
const OVER = `state IN ('printed', 'given-up')`
const NOT_OVER = `state NOT IN ('printed', 'given-up')`
/** As in the condition of a partial index. */
const TROUBLED = `(state = 'unconfirmed' OR failure IS NOT NULL)`

/** Printers that are out of order and jobs that were tried already. The queue skips both for now. */
type NotNow = { readonly halted: ReadonlySet<PrinterName>; readonly tried: ReadonlySet<string> }

/** Reads the print queue's rows. */
export function printJobReader(database: DatabaseSync) {
  const first = (kinds: 'drawer' | 'papers', { halted, tried }: NotNow): PrintJob | null => {
    const row = prepared(
      database,
      `SELECT ${COLUMNS} FROM print_job WHERE ${NOT_OVER} AND state = 'queued' AND kind ${kinds === 'drawer' ? '=' : '<>'} 'drawer'
        AND printer NOT IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?))
        ORDER BY queued_at, rowid LIMIT 1`,
    ).get(JSON.stringify([...halted]), JSON.stringify([...tried]))
    return row ? asJob(row) : null
  }
  return {
    /** The next job of the queue that is not to be skipped; null if there is none. */
    next: (not: NotNow): PrintJob | null => first('drawer', not) ?? first('papers', not),
    /** How many papers are not finished. */
    papersOwed: (): number =>
      Number(
        prepared(
          database,
          `SELECT count(*) AS count FROM print_job WHERE ${NOT_OVER} AND kind <> 'drawer'`,
        ).get()?.count,
      ),
    /** The papers among `owed` that are unconfirmed or have a failure. */
    troubled: (): readonly PrintJob[] =>
      prepared(
        database,
        `SELECT ${COLUMNS} FROM print_job WHERE ${NOT_OVER} AND ${TROUBLED} AND kind <> 'drawer' ORDER BY queued_at, rowid`,
      )
        .all()
        .map(asJob),
    /** The place of the job that was queued last; 0 if there is none. */
    lastPlace: (): number =>
      Number(prepared(database, 'SELECT ifnull(max(rowid), 0) AS place FROM print_job').get()?.place),
    /** The jobs that were queued after this place, and the place of the last one. */
    queuedAfter: (place: number): { readonly ids: readonly string[]; readonly place: number } => {
      const queued = 'SELECT rowid AS place, id FROM print_job WHERE rowid > ? ORDER BY rowid'
      const rows = prepared(database, queued).all(place)
      return { ids: rows.map(({ id }) => String(id)), place: Number(rows.at(-1)?.place ?? place) }
    },
    /** Jobs that are not finished, in the order of the queue: drawer pulses first. */
    owed: (): readonly PrintJob[] =>
      prepared(
        database,
        `SELECT ${COLUMNS} FROM print_job WHERE ${NOT_OVER} ORDER BY kind <> 'drawer', queued_at, rowid`,
      )
        .all()
        .map(asJob),
    /** Null where there is none. */
    byId: (jobId: string): PrintJob | null => {
      const row = prepared(database, `SELECT ${COLUMNS} FROM print_job WHERE id = ?`).get(jobId)
      return row ? asJob(row) : null
    },
    /** All papers and drawer pulses of a sale, in the order in which they were queued. */
    ofSale: (saleId: string): readonly SalePrint[] =>
      prepared(
        database,
        'SELECT kind, printer, state, failure, attempts, queued_at, printed_at FROM print_job WHERE sale_id = ? ORDER BY queued_at, rowid',
      )
        .all(saleId)
        .map(asPrint),
    /** Whether a receipt of the sale was printed: then a later paper is a slip. */
    receiptIsOut: (saleId: string): boolean =>
      prepared(
        database,
        `SELECT 1 FROM print_job WHERE sale_id = ? AND kind IN ('sale', 'e-receipt') AND state = 'printed'`,
      ).get(saleId) !== undefined,
  }
}

/** Changes the print queue. The caller holds the transaction. */
export function printJobWriter(database: DatabaseSync) {
  /** Changes a job that is not finished. Returns the id of its sale. */
  const change = (jobId: string, set: string, ...values: readonly SQLInputValue[]): string | null => {
    const query = `UPDATE print_job SET ${set} WHERE id = ? AND ${NOT_OVER} RETURNING sale_id`
    return textOrNull(prepared(database, query).get(...values, jobId)?.sale_id)
  }
  return {
    queue: (job: NewPrintJob, saleId: string | null, at: number): void => writeJob(database, job, saleId, at),
    /** Records the intent, before the bytes leave (law 1). */
    begin: (jobId: string): void => void change(jobId, `state = 'printing', attempts = attempts + 1`),
    requeue: (jobId: string, why: Failure | null) =>
      change(jobId, `state = 'queued', failure = ?`, asText(why)),
    leaveUnconfirmed: (jobId: string, why: Failure): void =>
      void change(jobId, `state = 'unconfirmed', failure = ?`, asText(why)),
    /** Ends a job that no event of a sale ends, such as a copy. */
    end: (jobId: string, how: 'printed' | 'given-up', at: number): void =>
      void change(jobId, 'state = ?, printed_at = ?', how, how === 'printed' ? at : null),
    redirect: (jobId: string, printer: PrinterName) =>
      change(jobId, `printer = ?, state = 'queued'`, printer),
  }
}

export function writeJob(
  database: DatabaseSync,
  { id, kind, printer = 'main', shiftId, span }: NewPrintJob,
  saleId: string | null,
  at: number,
): void {
  prepared(
    database,
    `INSERT INTO print_job (id, kind, sale_id, shift_id, day, printer, state, queued_at) VALUES (?, ?, ?, ?, ?, ?, 'queued', ?)`,
  ).run(id, kind, saleId, shiftId ?? null, span ?? null, printer, at)
}

export function endJob(
  database: DatabaseSync,
  jobId: string,
  state: 'printed' | 'given-up',
  at: number | null,
): void {
  prepared(
    database,
    `UPDATE print_job SET state = ?, failure = NULL, printed_at = ? WHERE id = ? AND state <> 'printed'`,
  ).run(state, at, jobId)
}

const ALL_COLUMNS = `${COLUMNS}, printed_at`
const NAMES = ALL_COLUMNS.split(', ')

/** A finished job stays finished. Of two unfinished versions the one with more attempts is newer. */
const TAKE = `INSERT INTO print_job (${ALL_COLUMNS}) VALUES (${NAMES.map(() => '?').join(', ')})
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, failure = excluded.failure, attempts = excluded.attempts,
    printed_at = excluded.printed_at
  WHERE print_job.${NOT_OVER} AND (excluded.${OVER} OR excluded.attempts > print_job.attempts)`

/**
 * Takes the jobs of another journal. Queued papers are printed here. A paper that was printing becomes unconfirmed.
 * Drawer pulses are given up, because their time has passed.
 */
export function takeJobs(target: DatabaseSync, theirs: readonly Row[]): void {
  for (const row of theirs) {
    const isPulse = row.kind === 'drawer' && row.state !== 'printed'
    const job: Row = {
      ...row,
      state: isPulse ? 'given-up' : row.state === 'printing' ? 'unconfirmed' : row.state,
    }
    prepared(target, TAKE).run(...NAMES.map((name) => (job[name] ?? null) as SQLInputValue))
  }
}

/** All jobs of a sale. */
export const jobRows = (database: DatabaseSync, saleId: string): readonly Row[] =>
  prepared(database, 'SELECT * FROM print_job WHERE sale_id = ? ORDER BY rowid').all(saleId)

const asText = (why: Failure | null): string | null => (why === null ? null : JSON.stringify(why))

const asPrint = (row: Row): SalePrint => ({ ...asStanding(row), printedAt: numberOrNull(row.printed_at) })

const asJob = (row: Row): PrintJob => ({
  ...asStanding(row),
  id: String(row.id),
  saleId: textOrNull(row.sale_id),
  shiftId: textOrNull(row.shift_id),
  span: textOrNull(row.day),
})

const asStanding = (row: Row): Standing => ({
  kind: row.kind as PrintKind,
  printer: row.printer as PrinterName,
  state: row.state as PrintState,
  failure: row.failure === null ? null : (JSON.parse(String(row.failure)) as Failure),
  attempts: Number(row.attempts),
  queuedAt: Number(row.queued_at),
})
