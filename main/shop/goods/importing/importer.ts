/**
 * Imports a file of goods step by step (shared/shop/goods-import.ts shows the steps), one at a time. It runs here and not
 * in the page, so that a reload of the page finds it is.
 */
import { randomUUID } from 'node:crypto'
import { type FailureName, failure, refuse } from '../../../../shared/failure.ts'
import type { SaleRule } from '../../../../shared/shop/age-and-bans.ts'
import { priceChanges } from '../../../../shared/shop/goods-changes.ts'
import {
  type ColumnDefaults,
  type ColumnMatch,
  type ImportState,
  MOST_IMPORT_BYTES,
} from '../../../../shared/shop/goods-import.ts'
import { type Chunked, chunked } from '../../../base/chunked.ts'
import { createSignal, type Signal } from '../../../base/signal.ts'
import type { Running } from '../../../base/thread.ts'
import type { RegisterChange } from '../../../storage/register/index.ts'
import { type ReadRows, readInThread } from '../../tables/index.ts'
import { type CatalogueItem, catalogueItem } from '../catalogue-item.ts'
import type { ShopGoods } from '../shop-goods.ts'
import { type Checked, checkRows, type RightRow } from './check-rows.ts'
import { matchColumns, notTaken, spareCode } from './columns.ts'
import {
  type AuditedChanges,
  auditedChanges,
  forgetReport,
  type PriceChange,
  type PriceReports,
} from './price-report.ts'
import { type ReadSheet, sheetsOf, shownSheets, type Taken, takenOf, usualSheets } from './sheets.ts'

export type Importer = {
  readonly state: () => ImportState
  /** Whether it works, and does not wait for a person. */
  readonly isWorking: () => boolean
  readonly begin: (name: string, bytes: number) => { id: string }
  /** Takes the pieces of the file in order. The last one starts the reading. */
  readonly take: (id: string, piece: Uint8Array) => void
  /** Reads these sheets of a workbook as one list, under the column names of the first. */
  readonly chooseSheets: (id: string, sheets: readonly number[]) => void
  /** Starts the dry run. `onChange` tells when it is done. */
  readonly check: (id: string, columns: ColumnMatch, defaults: ColumnDefaults) => void
  /** Imports all valid rows or none. Wrong rows are refused unless a person chose to leave them out. */
  readonly run: (id: string, wrong: 'refuse' | 'leave out', record: ImportRecord) => void
  readonly again: (id: string) => void
  readonly stop: (id: string) => void
  /**
   * Ends an import that somebody other than `who` began, unless it is already being written. Otherwise `who` could import goods
   * that they did not choose.
   */
  readonly handTo: (who: string) => void
  readonly onChange: Signal['listen']
}

/** Records an import. Nothing is recorded of an import that was stopped or failed. */
type ImportRecord = {
  /** Stored in the transaction that changes the goods, so that a kill loses both or neither. */
  readonly notes: (what: Imported) => readonly RegisterChange[]
  /** Called after that transaction. */
  readonly imported: () => void
}

/** What an import has done, for the audit trail. */
export type Imported = AuditedChanges & {
  readonly file: string
  readonly added: number
  readonly changedGoods: number
  /** The number of wrong rows that were left out. */
  readonly leftOut: number
}

export type ImporterParts = {
  readonly goods: ShopGoods
  readonly monotonic: () => number
  /** The person at the till; null on a till without people. */
  readonly who: () => string | null
  readonly firstDefaults: () => ColumnDefaults
  readonly rules: () => readonly SaleRule[]
  readonly priceReports: PriceReports
}

type File = {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly pieces: Uint8Array[]
  reading: Running<ReadRows> | null
  table: ReadRows | null
  sheets: readonly ReadSheet[]
  taken: Taken | null
  chosen: readonly number[]
  columns: ColumnMatch | null
  defaults: ColumnDefaults
  checked: Checked | null
  stopped: boolean
}

/** How often the page sees the progress. */
const NOTIFY_EVERY_MS = 150
const SAMPLES = 3
const WORKING: ReadonlySet<ImportState['step']> = new Set(['reading', 'checking', 'importing'])

export function createImporter(parts: ImporterParts): Importer {
  const { goods, monotonic, firstDefaults, priceReports } = parts
  const changes = createSignal()
  let state: ImportState = { step: 'none' }
  let file: File | null = null
  let begunBy: string | null = null
  let toldAt = Number.NEGATIVE_INFINITY

  const tell = (next: ImportState): void => {
    // The last progress is always told: the worker thread then has all rows and takes a while to write them.
    const isLast = next.step === 'importing' && next.done === next.rows
    const progress = next.step === state.step && next.step !== 'columns' && !isLast
    state = next
    if (progress && monotonic() - toldAt < NOTIFY_EVERY_MS) return
    toldAt = monotonic()
    changes.emit()
  }
  const named = (id: string, ...steps: ImportState['step'][]): File =>
    file?.id === id && steps.includes(state.step) ? file : refuse('IMPORT_GONE')
  const of = ({ id, name }: File) => ({ id, name })
  const isOver = (one: File): boolean => one.stopped || file !== one

  const fail = (one: File, name: FailureName, detail: string | null = null): void => {
    if (isOver(one)) return
    file = null
    tell({ ...of(one), step: 'failed', failure: failure(name, detail) })
  }

  const end = (): void => {
    file?.reading?.stop()
    file = null
    tell({ step: 'none' })
  }

  const read = async (one: File): Promise<void> => {
    const bytes = Buffer.concat(one.pieces)
    one.pieces.length = 0
    tell({ ...of(one), step: 'reading', rows: 0, all: null })
    one.reading = readInThread(bytes, (rows, all) => {
      if (!isOver(one)) tell({ ...of(one), step: 'reading', rows, all })
    })
    try {
      const table = await one.reading.done
      if (isOver(one)) return
      one.table = table
      one.sheets = sheetsOf(table)
      takeSheets(one, usualSheets(one.sheets))
      if (countOf(one) === 0) return fail(one, 'IMPORT_EMPTY')
      showColumns(one)
    } catch (error) {
      fail(one, 'IMPORT_UNREADABLE', error instanceof Error ? error.message : null)
    }
  }

  const takeSheets = (one: File, chosen: readonly number[]): void => {
    if (one.table === null) return
    const taken = takenOf(
      one.table,
      chosen.flatMap((at) => one.sheets[at] ?? []),
    )
    one.chosen = chosen
    one.columns = matchColumns(taken.names)
    one.taken = taken
  }

  /** Rows of a workbook have cells with places, so only a row of a CSV file can have too many. */
  const widthOf = ({ table, sheets: [sheet] }: File): number | null =>
    table?.how.kind === 'csv' && sheet !== undefined && sheet.header !== null
      ? table.rows.cells(sheet.header).length
      : null

  const countOf = ({ taken }: File): number => taken?.rows.length ?? 0

  const showColumns = (one: File): void => {
    const { table, taken, columns } = one
    if (table === null || taken === null || columns === null) return
    one.stopped = false
    one.checked = null
    tell({
      ...of(one),
      step: 'columns',
      how: table.how,
      rows: countOf(one),
      sheets: table.how.kind === 'csv' ? [] : [...shownSheets(one.sheets, one.chosen)],
      headers: taken.names.map(brief),
      samples: Array.from({ length: Math.min(SAMPLES, countOf(one)) }, (_, at) =>
        taken.rows.cells(at).slice(0, taken.names.length).map(brief),
      ),
      columns,
      notTaken: [...notTaken(taken.names)],
      defaults: one.defaults,
    })
  }

  const check = async (one: File, columns: ColumnMatch): Promise<void> => {
    if (one.taken === null) return
    const rows = countOf(one)
    const progress = (done: number): void => tell({ ...of(one), step: 'checking', done, rows })
    progress(0)
    const own = goods.own()
    const checking = checkRows(
      {
        rows: one.taken.rows,
        placeOf: one.taken.placeOf,
        spare: spareCode(one.taken.names, columns.code),
        width: widthOf(one),
        columns,
        defaults: one.defaults,
        had: (code) => own?.entry(code) ?? null,
        owner: (code) => own?.owner(code) ?? null,
        alike: (code) => own?.alike(code) ?? [],
        rules: parts.rules(),
      },
      progress,
    )
    const checked = await chunked(checking, () => isOver(one))
    if (file !== one) return
    if (checked === null) return showColumns(one)
    one.checked = checked
    showChecked(one, checked)
  }

  const showChecked = (one: File, { right: _right, ...told }: Checked): void => {
    one.stopped = false
    tell({ ...of(one), step: 'checked', ...told })
  }

  const run = async (one: File, checked: Checked, record: ImportRecord): Promise<void> => {
    const changes: PriceChange[] = []
    let audited: AuditedChanges | null = null
    const notes = async (): Promise<readonly RegisterChange[]> => {
      const { added, changed, wrong } = checked.counts
      audited = await auditedChanges(priceReports, one.id, changes)
      return record.notes({ file: one.name, added, changedGoods: changed, leftOut: wrong, ...audited })
    }
    let whole = false
    const rows = checked.right.size
    const progress = (done: number): void => tell({ ...of(one), step: 'importing', done, rows })
    progress(0)
    try {
      const watch = {
        // All goods are written, not only the rows of the import, so the progress is scaled to the rows.
        progress: (done: number, all: number) => progress(Math.floor((done / all) * rows)),
        stopped: () => one.stopped,
      }
      whole = await goods.rewrite((own) => merging(own, checked.right, changes), watch, notes)
      if (whole) record.imported()
      if (file !== one) return
      if (!whole) return showChecked(one, checked)
      file = null
      tell({ ...of(one), step: 'done', counts: checked.counts, repriced: repricedIn(changes) })
    } catch (error) {
      one.stopped = false
      fail(one, 'NOT_SAVED', error instanceof Error ? error.message : null)
    } finally {
      if (!whole && audited !== null) await forgetReport(priceReports, audited)
    }
  }

  return {
    state: () => state,
    isWorking: () => WORKING.has(state.step),
    onChange: changes.listen,
    begin: (name, bytes) => {
      if (bytes > MOST_IMPORT_BYTES) return refuse('IMPORT_TOO_LARGE')
      if (bytes === 0) return refuse('IMPORT_EMPTY')
      if (state.step === 'importing') return refuse('BUSY')
      file?.reading?.stop()
      begunBy = parts.who()
      file = {
        id: randomUUID(),
        name,
        bytes,
        pieces: [],
        reading: null,
        table: null,
        sheets: [],
        taken: null,
        chosen: [],
        columns: null,
        defaults: firstDefaults(),
        checked: null,
        stopped: false,
      }
      tell({ ...of(file), step: 'receiving', received: 0, bytes })
      return { id: file.id }
    },
    take: (id, piece) => {
      const one = named(id, 'receiving')
      one.pieces.push(piece)
      const received = one.pieces.reduce((sum, { length }) => sum + length, 0)
      if (received > one.bytes) return fail(one, 'IMPORT_UNREADABLE')
      if (received === one.bytes) void read(one)
      else tell({ ...of(one), step: 'receiving', received, bytes: one.bytes })
    },
    check: (id, columns, defaults) => {
      const one = named(id, 'columns', 'checked')
      one.columns = columns
      one.defaults = defaults
      void check(one, columns)
    },
    run: (id, wrong, record) => {
      const one = named(id, 'checked')
      const { checked } = one
      if (checked === null) return refuse('IMPORT_GONE')
      if (checked.right.size === 0) return refuse('IMPORT_EMPTY')
      if (checked.counts.wrong > 0 && wrong === 'refuse') return refuse('NOT_NOW')
      void run(one, checked, record)
    },
    chooseSheets: (id, chosen) => {
      const one = named(id, 'columns')
      if (chosen.length === 0 || chosen.some((at) => one.sheets[at] === undefined)) return refuse('NOT_FOUND')
      takeSheets(one, chosen)
      showColumns(one)
    },
    again: (id) => showColumns(named(id, 'columns', 'checked')),
    stop: (id) => {
      if (state.step === 'none' || state.id !== id) return
      if (file !== null && (state.step === 'checking' || state.step === 'importing')) {
        file.stopped = true
        return
      }
      end()
    },
    handTo: (who) => {
      if (begunBy !== null && begunBy !== who && state.step !== 'none' && state.step !== 'importing') end()
    },
  }
}

const SLICE = 256

/** Existing products keep favourite, picture and position; new ones follow. Adds each changed price to `changes`. */
function* merging(
  own: ReadonlyMap<string, CatalogueItem>,
  right: ReadonlyMap<string, RightRow>,
  changes: PriceChange[],
): Chunked<ReadonlyMap<string, CatalogueItem>> {
  const merged = new Map<string, CatalogueItem>()
  for (const [key, one] of own) {
    merged.set(key, one)
    if (merged.size % SLICE === 0) yield
  }
  let rows = 0
  for (const [key, productOver] of right) {
    const had = merged.get(key)
    const { product, codes } = productOver(had ?? null)
    if (had !== undefined)
      for (const change of priceChanges(had, { product, codes }))
        changes.push({ code: product.code, ...change })
    merged.set(key, had ? { ...had, product, codes } : catalogueItem(product, codes))
    rows += 1
    if (rows % SLICE === 0) yield
  }
  return merged
}

const repricedIn = (changes: readonly PriceChange[]): number =>
  changes.filter(({ field, from }) => field === 'price' && from !== null).length

const brief = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 60)}…` : cell)
