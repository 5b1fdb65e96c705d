/**
 * The search index of sales: `found_sale` has each sale's place in the history and its total, `sale_term` the places of
 * each term. It is written in the same transaction as the sale's row, and can be built from the rows.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type Money, money } from '../../../shared/money/money.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { attempt, prepared, type Row, UNREADABLE } from '../sqlite/index.ts'
import { termsOf } from './sale-terms.ts'

/** The largest number of sales opened within one ms. A place is a time in ms × 1000, exact for thousands of years. */
const IN_A_MS = 1000

/** The lowest place of a sale that was opened at this time (ms). */
export const placeOf = (openedAt: number): number => openedAt * IN_A_MS

/** The time at which a sale at this place was opened. */
export const openedAtOf = (place: number): number => Math.floor(place / IN_A_MS)

/** A sale with the total of its row. */
export type Indexed = { readonly sale: Sale; readonly total: Money }

/** Updates the index after a change of a sale; `before` is null for a new one. The caller holds the transaction. */
export function indexSale(database: DatabaseSync, before: Indexed | null, after: Indexed): void {
  const { sale, total } = after
  const had = before === null ? NO_TERMS : readableTerms(before)
  const has = readableTerms(after)
  // Most events after the charge change nothing in the index.
  if (before !== null && before.total === total && before.sale.lines === sale.lines && isSame(had, has))
    return
  const place = placeFound(database, sale) ?? newPlace(database, sale)
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

/** Reads the sale from its row, before the row is overwritten. */
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

/** Memory for building the index. Beyond it SQLite uses temporary files. */
const BULK_CACHE_KB = 256 * 1024
const EVERY = 50_000

/**
 * Builds the index of all sales from their rows. Terms are collected first and written in order, which is much faster
 * than sale by sale. The caller holds the transaction.
 */
export function indexAllSales(database: DatabaseSync, log: Log): void {
  const cache = database.prepare('PRAGMA cache_size').get() as { cache_size: number }
  database.exec(`
    PRAGMA cache_size = -${BULK_CACHE_KB};
    DELETE FROM found_sale;
    DELETE FROM sale_term;
    CREATE TEMP TABLE gathered (term TEXT NOT NULL, place INTEGER NOT NULL);
  `)
  try {
    gather(database, log)
    database.exec('INSERT INTO sale_term (term, place) SELECT term, place FROM gathered ORDER BY term, place')
  } finally {
    database.exec(`DROP TABLE IF EXISTS temp.gathered; PRAGMA cache_size = ${cache.cache_size};`)
  }
}

function gather(database: DatabaseSync, log: Log): void {
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
    if (done % EVERY === 0) log.info(`sales are indexed: ${done} of ${all}`)
  }
}

const NO_TERMS: ReadonlySet<string> = new Set()

/** The search terms of a sale. Empty where the row is damaged, so that the row does not stop a rescue or a merge. */
export function readableTerms({ sale, total }: Indexed): ReadonlySet<string> {
  const known = termsKnown.get(sale)
  if (known?.total === total) return known.terms
  const terms = attempt(() => termsOf(sale, total))
  if (terms === UNREADABLE) return NO_TERMS
  termsKnown.set(sale, { total, terms })
  return terms
}

/** The terms by sale object: the sale after one change is the same object as the sale before the next one. */
const termsKnown = new WeakMap<Sale, { readonly total: Money; readonly terms: ReadonlySet<string> }>()

const isSame = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some === others || (some.size === others.size && [...some].every((one) => others.has(one)))

export const linesOf = (sale: Partial<Sale> | undefined): Sale['lines'] => sale?.lines ?? []
