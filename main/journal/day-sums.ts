/**
 * The sums of each day (sale-sums.ts), kept in the same commit as the sale: a year of reports is read from some hundred
 * thousand rows, where the sales themselves would be a million snapshots.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Sale } from '../../shared/sale.ts'
import { prepared } from './prepared.ts'
import { hasTable, type Row } from './row.ts'
import type { Progress } from './sale-index.ts'
import { type SumFigures, type SumRow, type SumSubject, sumsOf } from './sale-sums.ts'

type Sums = Map<string, SumRow>

/** Takes one sale's change into the sums: `before` is null for a new one. The caller holds the transaction. */
export function sumSale(database: DatabaseSync, before: Sale | null, after: Sale): void {
  const change: Sums = new Map()
  if (before !== null) for (const row of readableSums(before)) addTo(change, row, -1)
  for (const row of readableSums(after)) addTo(change, row, 1)
  write(database, change)
}

/** A row of an older shape, whose events cannot be read any more, adds nothing: a rescue or a merge goes on all the same. */
function readableSums(sale: Sale): readonly SumRow[] {
  try {
    return sumsOf(sale)
  } catch {
    return []
  }
}

const FIGURES = ['times', 'lines', 'quantity', 'amount', 'vat', 'cityTax'] as const

function addTo(sums: Sums, row: SumRow, sign: 1 | -1): void {
  const name = `${row.subject}\n${row.day}\n${row.key}`
  const had = sums.get(name)
  const figure = (which: (typeof FIGURES)[number]) => (had?.[which] ?? 0) + sign * row[which]
  sums.set(name, {
    subject: row.subject,
    day: row.day,
    key: row.key,
    times: figure('times'),
    lines: figure('lines'),
    quantity: figure('quantity'),
    amount: figure('amount'),
    vat: figure('vat'),
    cityTax: figure('cityTax'),
  })
}

const isNothing = (row: SumFigures): boolean => FIGURES.every((which) => row[which] === 0)

const ADD = `INSERT INTO day_sum (subject, day, key, times, lines, quantity, amount, vat, city_tax)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (subject, day, key) DO UPDATE SET times = times + excluded.times, lines = lines + excluded.lines,
    quantity = quantity + excluded.quantity, amount = amount + excluded.amount, vat = vat + excluded.vat,
    city_tax = city_tax + excluded.city_tax`

const DROP_EMPTY = `DELETE FROM day_sum WHERE subject = ? AND day = ? AND key = ? AND times = 0 AND lines = 0
  AND quantity = 0 AND amount = 0 AND vat = 0 AND city_tax = 0`

function write(database: DatabaseSync, sums: Sums): void {
  const changed = [...sums.values()].filter((row) => !isNothing(row))
  if (changed.length === 0) return
  const add = prepared(database, ADD)
  for (const { subject, day, key, times, lines, quantity, amount, vat, cityTax } of changed)
    add.run(subject, day, key, times, lines, quantity, amount, vat, cityTax)
  const shrunk = changed.filter(({ times }) => times < 0)
  if (shrunk.length === 0) return
  const drop = prepared(database, DROP_EMPTY)
  for (const { subject, day, key } of shrunk) drop.run(subject, day, key)
}

/** So many sums are held in memory before they are written. */
const HELD = 50_000
const EVERY = 50_000

/** Makes the sums of all days anew from the sales. The caller holds the transaction. */
export function sumAllSales(database: DatabaseSync, progress: Progress): void {
  database.exec('DELETE FROM day_sum')
  const { all } = database.prepare('SELECT count(*) AS "all" FROM sale').get() as { all: number }
  const sums: Sums = new Map()
  let done = 0
  for (const { snapshot } of database.prepare('SELECT snapshot FROM sale').iterate()) {
    for (const row of readableSums(JSON.parse(String(snapshot)) as Sale)) addTo(sums, row, 1)
    if (sums.size >= HELD) flush(database, sums)
    done += 1
    if (done % EVERY === 0) progress(done, all)
  }
  flush(database, sums)
}

function flush(database: DatabaseSync, sums: Sums): void {
  write(database, sums)
  sums.clear()
}

/** Whether this file has them: one that is on its way up from an older version has none yet. */
export const hasDaySums = (database: DatabaseSync): boolean => hasTable(database, 'day_sum')

/** What matters for the day on which it was: kept apart. Of the others a span of days comes as one row a key. */
const BY_DAY: readonly SumSubject[] = ['hour', 'back']
const BY_KEY: readonly SumSubject[] = [
  'product',
  'category',
  'cashier',
  'tender',
  'discount',
  'e-receipt',
  'elsewhere',
  'back-product',
  'back-category',
  'back-cashier',
  'void',
  'cancelled',
  'late',
]

/** `day` is that of the span's first day where all of the span is in one row. */
export function daySumReads(database: DatabaseSync) {
  const ofDays = prepared(database, 'SELECT * FROM day_sum WHERE subject = ? AND day BETWEEN ? AND ?')
  const ofSpan = prepared(
    database,
    `SELECT ?1 AS subject, ?2 AS day, key, sum(times) AS times, sum(lines) AS lines, sum(quantity) AS quantity,
       sum(amount) AS amount, sum(vat) AS vat, sum(city_tax) AS city_tax
     FROM day_sum WHERE subject = ?1 AND day BETWEEN ?2 AND ?3 GROUP BY key`,
  )
  // Apart: SQLite leaps to the one end of an index, or to the other, but walks through all of it for both.
  const ends = prepared(
    database,
    `SELECT (SELECT min(day) FROM day_sum WHERE subject = ?1) AS first,
       (SELECT max(day) FROM day_sum WHERE subject = ?1) AS last`,
  )
  // A sale that was sold in that hour has not changed its state before it.
  const openedAbout = prepared(
    database,
    `SELECT snapshot FROM sale WHERE day BETWEEN date(?, '-1 day') AND ? AND opened_at < ? AND state_since >= ?`,
  )
  const newestName = prepared(
    database,
    'SELECT name FROM sold_goods WHERE code = ? ORDER BY rowid DESC LIMIT 1',
  )
  const byDay = (from: string, to: string): readonly SumRow[] =>
    BY_DAY.flatMap((subject) => ofDays.all(subject, from, to).map(asSumRow))
  return {
    daySums: (from: string, to: string): readonly SumRow[] => [
      ...byDay(from, to),
      ...BY_KEY.flatMap((subject) => ofSpan.all(subject, from, to).map(asSumRow)),
    ],
    /** Only what the days themselves come to: for comparing. */
    daySumsByDay: byDay,
    /**
     * What was sold from then until before then, within one hour of that day: sums are kept by whole hours. Of the sales
     * that were opened on it or on the day before; one that was parked longer is told by its hour alone.
     */
    soldWithin: (day: string, from: number, before: number): readonly SumRow[] => {
      const sums: Sums = new Map()
      for (const { snapshot } of openedAbout.iterate(day, day, before, from)) {
        const sale = JSON.parse(String(snapshot)) as Sale
        if (sale.soldAt === null || sale.soldAt < from || sale.soldAt >= before) continue
        for (const row of readableSums(sale)) if (row.subject === 'hour') addTo(sums, row, 1)
      }
      return [...sums.values()]
    },
    /** The first and the last day on which there is anything; null where nothing was ever sold. */
    summedDays: (): { readonly first: string; readonly last: string } | null => {
      const days = [...BY_DAY, ...BY_KEY]
        .map((subject) => ends.get(subject) as Row)
        .flatMap(({ first, last }) => (first === null ? [] : [String(first), String(last)]))
        .sort()
      const [first] = days
      return first === undefined ? null : { first, last: days.at(-1) ?? first }
    },
    /** The newest name that goods of the code were sold under. */
    soldName: (code: string): string | null => {
      const row = newestName.get(code)
      return row === undefined ? null : String(row.name)
    },
  }
}

const asSumRow = (row: Row): SumRow => ({
  subject: row.subject as SumSubject,
  day: String(row.day),
  key: String(row.key),
  times: Number(row.times),
  lines: Number(row.lines),
  quantity: Number(row.quantity),
  amount: Number(row.amount),
  vat: Number(row.vat),
  cityTax: Number(row.city_tax),
})
