/**
 * The index that sales are found by: `found_sale` has each sale's place in the history and its total, `sale_term` its
 * places by term. Written in the same transaction as the sale's row; made from the rows for a journal that had none.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type Money, money } from '../../shared/money.ts'
import type { Sale } from '../../shared/sale.ts'
import { hasTable, type Progress, prepared, type Row } from '../journal/index.ts'
import { termsOf } from './sale-terms.ts'

/** At most this many sales are opened within one millisecond. Places stay exact integers for thousands of years. */
const IN_A_MS = 1000

/** The least place of a sale that was opened then. */
export const placeOf = (openedAt: number): number => openedAt * IN_A_MS

/** A sale with its total, as its row has them. */
export type Indexed = { readonly sale: Sale; readonly total: Money }

/** Updates the index after a change of a sale; `before` is null for a new one. The caller holds the transaction. */
export function indexSale(database: DatabaseSync, before: Indexed | null, after: Indexed): void {
  const { sale, total } = after
  const place = placeFound(database, sale) ?? newPlace(database, sale)
  const had = before === null ? NO_TERMS : readableTerms(before)
  const has = readableTerms(after)
  prepared(
    database,
    `INSERT INTO found_sale (place, sale_id, total) VALUES (?, ?, ?)
       ON CONFLICT (place) DO UPDATE SET total = excluded.total WHERE total <> excluded.total`,
  ).run(place, sale.id, total)
  const drop = prepared(database, 'DELETE FROM sale_term WHERE term = ? AND place = ?')
  for (const term of had) if (!has.has(term)) drop.run(term, place)
  const add = prepared(database, 'INSERT OR IGNORE INTO sale_term (term, place) VALUES (?, ?)')
  for (const term of has) if (!had.has(term)) add.run(term, place)
  const known = new Set(linesOf(before?.sale).map((line) => line.product.code))
  keepGoods(
    database,
    linesOf(sale).filter((line) => !known.has(line.product.code)),
  )
}

const NAMED = 'INSERT OR IGNORE INTO sold_goods (code, name) VALUES (?, ?)'

function keepGoods(database: DatabaseSync, lines: Sale['lines']): void {
  if (lines.length === 0) return
  const keep = prepared(database, NAMED)
  for (const { product } of lines) keep.run(product.code, product.name)
}

/** A sale as its row has it now, before it is overwritten. */
export function rowAsIndexed(database: DatabaseSync, id: string): Indexed | null {
  const row = prepared(database, 'SELECT total, snapshot FROM sale WHERE id = ?').get(id)
  return row === undefined ? null : asIndexed(row)
}

export const asIndexed = (row: Row): Indexed => ({
  sale: JSON.parse(String(row.snapshot)) as Sale,
  total: money(Number(row.total)),
})

function placeFound(database: DatabaseSync, { id, openedAt }: Sale): number | null {
  const row = prepared(
    database,
    'SELECT place FROM found_sale WHERE place BETWEEN ? AND ? AND sale_id = ?',
  ).get(placeOf(openedAt), placeOf(openedAt) + IN_A_MS - 1, id)
  return row === undefined ? null : Number(row.place)
}

function newPlace(database: DatabaseSync, { id, openedAt }: Sale): number {
  const row = prepared(database, 'SELECT max(place) AS last FROM found_sale WHERE place BETWEEN ? AND ?').get(
    placeOf(openedAt),
    placeOf(openedAt) + IN_A_MS - 1,
  ) as Row
  if (row.last === null) return placeOf(openedAt)
  const next = Number(row.last) + 1
  if (next >= placeOf(openedAt + 1)) throw new Error(`sale ${id}: no place is left in its millisecond`)
  return next
}

/** Memory for building the index; beyond it SQLite uses files. */
const BULK_CACHE_KB = 256 * 1024
const EVERY = 50_000

/**
 * Computes the index of all sales again from their rows. Terms are gathered first and written in their order, which is many times
 * faster than sale by sale. The caller holds the transaction.
 */
export function indexAllSales(database: DatabaseSync, progress: Progress): void {
  const cache = database.prepare('PRAGMA cache_size').get() as { cache_size: number }
  database.exec(`
    PRAGMA cache_size = -${BULK_CACHE_KB};
    DELETE FROM found_sale;
    DELETE FROM sale_term;
    CREATE TEMP TABLE gathered (term TEXT NOT NULL, place INTEGER NOT NULL);
  `)
  try {
    gather(database, progress)
    database.exec('INSERT INTO sale_term (term, place) SELECT term, place FROM gathered ORDER BY term, place')
  } finally {
    database.exec(`DROP TABLE IF EXISTS temp.gathered; PRAGMA cache_size = ${cache.cache_size};`)
  }
}

function gather(database: DatabaseSync, progress: Progress): void {
  const { all } = database.prepare('SELECT count(*) AS "all" FROM sale').get() as { all: number }
  const found = database.prepare('INSERT INTO found_sale (place, sale_id, total) VALUES (?, ?, ?)')
  const gathered = database.prepare('INSERT INTO temp.gathered (term, place) VALUES (?, ?)')
  const named = new Set<string>()
  let done = 0
  for (const row of database.prepare('SELECT id, opened_at, total, snapshot FROM sale').iterate()) {
    const { sale, total } = asIndexed(row)
    const place = newPlace(database, { ...sale, openedAt: Number(row.opened_at) })
    found.run(place, String(row.id), total)
    for (const term of readableTerms({ sale, total })) gathered.run(term, place)
    const fresh = linesOf(sale).filter(({ product }) => !named.has(`${product.code}\n${product.name}`))
    keepGoods(database, fresh)
    for (const { product } of fresh) named.add(`${product.code}\n${product.name}`)
    done += 1
    if (done % EVERY === 0) progress(done, all)
  }
}

const NO_TERMS: ReadonlySet<string> = new Set()

/** A row of an older form whose events cannot be read has no terms: it must not stop a rescue or a merge. */
export function readableTerms({ sale, total }: Indexed): ReadonlySet<string> {
  try {
    return termsOf(sale, total)
  } catch {
    return NO_TERMS
  }
}

export const linesOf = (sale: Partial<Sale> | undefined): Sale['lines'] => sale?.lines ?? []

/** A file in the middle of a migration may not have the index yet. */
export const hasSaleIndex = (database: DatabaseSync): boolean => hasTable(database, 'sale_term')
