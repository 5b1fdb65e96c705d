/**
 * Sums of the postings (shared/ledger), written in the transaction of their events. X, Z and reports read them. They can
 * be computed again from the events at any time, and `npm run audit:verify` compares them. The column `book` says what
 * a sum is about:
 *
 *     day 2026-11-22     posted on that day of the shop
 *     shift 4f0c… 2026-11-22   posted on that day while that shift was open
 *     before 4f0c…       posted in a time without a shift: the Z of the next shift reports it
 *     none 2026-11-22    posted on that day without a shift
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ShiftEvent } from '../../../shared/books/shift.ts'
import {
  COUNTS,
  type Figures,
  isNothing,
  NOTHING,
  type Posting,
  plus,
  postingsOf,
  postingsOfShift,
} from '../../../shared/ledger/index.ts'
import { applyAll, replayed, type SaleBeginning } from '../../../shared/sale/apply.ts'
import type { Return } from '../../../shared/sale/return.ts'
import type { Sale, SaleEvent } from '../../../shared/sale/sale.ts'
import { ACCOUNTS } from '../../../shared/shop/ledger-accounts.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { eventIn, eventRows, recordedEvent } from '../journal/index.ts'
import { attempt, prepared, type Row, textOrNull, UNREADABLE } from '../sqlite/index.ts'
import { beginningOf } from './sale-rows.ts'
import type { EventInShift } from './sales.ts'

export type SumRow = Figures & Pick<Posting, 'account' | 'key'> & { readonly book: string }

/** Postings with their time and shift; the shift id "-4f0c…" is a time without a shift. */
export type Entry = {
  readonly at: number
  readonly shiftId: string | null
  readonly postings: readonly Posting[]
}

/** The postings of one event. */
export type EventEntry = Entry & { readonly event: SaleEvent | ShiftEvent }

type Sums = Map<string, SumRow>

export const bookOf = {
  day: (day: string) => `day ${day}`,
  shift: (shiftId: string, day: string) => `shift ${shiftId} ${day}`,
  before: (period: string) => `before ${period}`,
  withoutShift: (day: string) => `none ${day}`,
}

function booksOf({ at, shiftId }: Pick<Entry, 'at' | 'shiftId'>): readonly string[] {
  const day = shopDay(at)
  const ofDay = bookOf.day(day)
  if (shiftId !== null && !shiftId.startsWith('-')) return [ofDay, bookOf.shift(shiftId, day)]
  const without = [ofDay, bookOf.withoutShift(day)]
  return shiftId === null ? without : [...without, bookOf.before(shiftId.slice(1))]
}

/** Adds the postings to the sums; -1 subtracts them. The caller holds the transaction. */
export function sumUp(database: DatabaseSync, entries: readonly Entry[], sign: 1 | -1 = 1): void {
  const summing = sumsOf(database)
  summing.add(entries, sign)
  summing.write()
}

/**
 * Collects the changes of the sums, because many sales change the same ones. The caller holds the transaction, and
 * calls `write` before it ends.
 */
export function sumsOf(database: DatabaseSync) {
  const changes: Sums = new Map()
  const writeAll = (): void => {
    write(database, changes)
    changes.clear()
  }
  return {
    add: (entries: readonly Entry[], sign: 1 | -1 = 1): void => {
      for (const entry of entries) addTo(changes, entry, sign)
      if (changes.size >= HELD) writeAll()
    },
    write: writeAll,
  }
}

/** The postings of a sale, event by event. */
export const entriesOf = (database: DatabaseSync, saleId: string): readonly EventEntry[] =>
  entriesOfRows(database, saleId, eventRows(database, saleId))

const entriesOfRows = (database: DatabaseSync, saleId: string, rows: readonly Row[]): readonly EventEntry[] =>
  entriesOfEvents(saleId, rows.flatMap(readableEvent), beginning(database, saleId))

/** The same of events that were read. Events that do not fit post nothing, so that they do not stop a rescue or a merge. */
export function entriesOfEvents(
  saleId: string,
  events: readonly EventInShift[],
  row: SaleBeginning | null,
): readonly EventEntry[] {
  const shifts = new Map(events.map(({ seq, shiftId }) => [seq, shiftId]))
  const entries = attempt(() =>
    replayed(saleId, events, row).map(({ before, recorded: { seq, at, event }, after }) => ({
      at,
      shiftId: shifts.get(seq) ?? null,
      event,
      postings: postingsOf(before, after, event),
    })),
  )
  return entries === UNREADABLE ? [] : entries
}

/** New events of a sale, with the state of the sale before and after they are applied. */
type SaleChange = {
  readonly before: Sale | null
  readonly at: number
  readonly events: readonly SaleEvent[]
  readonly after: Sale
}

/** The postings of new events of a sale. */
export function postingsOfChange({ before, at, events, after }: SaleChange): readonly Posting[] {
  let sale = before
  return events.flatMap((event, index) => {
    const had = sale
    // Uses the same object that is stored: the ledger caches results by object, and the next commit needs them again.
    sale = index === events.length - 1 ? after : applyAll(had, after.id, at, [event])
    return postingsOf(had, sale, event)
  })
}

function beginning(database: DatabaseSync, saleId: string): SaleBeginning | null {
  const row = prepared(
    database,
    'SELECT terminal, day, sequence, sender_invoice_no, opened_at, version FROM sale WHERE id = ?',
  ).get(saleId)
  return row === undefined ? null : beginningOf(row)
}

/** An event with its shift. An event whose body cannot be read is skipped, as if its row were missing. */
export function readableEvent(row: Row): readonly EventInShift[] {
  const event = attempt(() => recordedEvent(row))
  return event === UNREADABLE ? [] : [{ ...event, shiftId: textOrNull(row.shift_id) }]
}

function addTo(sums: Sums, entry: Entry, sign: 1 | -1): void {
  for (const book of booksOf(entry))
    for (const { account, key, ...posted } of entry.postings) {
      const name = nameOf({ account, book, key })
      sums.set(name, { account, book, key, ...plus(sums.get(name) ?? NOTHING, posted, sign) })
    }
}

/** Which sums the postings of these entries changed. */
export function sumNames(entries: readonly Entry[]): readonly Pick<SumRow, 'account' | 'book' | 'key'>[] {
  const sums: Sums = new Map()
  for (const entry of entries) addTo(sums, entry, 1)
  return [...sums.values()].map(({ account, book, key }) => ({ account, book, key }))
}

const nameOf = ({ account, book, key }: Pick<SumRow, 'account' | 'book' | 'key'>): string =>
  `${account}\n${book}\n${key}`

const ADD = `INSERT INTO ledger_sum (account, book, key, times, lines, quantity, amount, vat, city_tax)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (account, book, key) DO UPDATE SET times = times + excluded.times, lines = lines + excluded.lines,
    quantity = quantity + excluded.quantity, amount = amount + excluded.amount, vat = vat + excluded.vat,
    city_tax = city_tax + excluded.city_tax`

const DROP_EMPTY = `DELETE FROM ledger_sum WHERE account = ? AND book = ? AND key = ? AND times = 0 AND lines = 0
  AND quantity = 0 AND amount = 0 AND vat = 0 AND city_tax = 0`

function write(database: DatabaseSync, sums: Sums): void {
  const changed = [...sums.values()].filter((row) => !isNothing(row))
  if (changed.length === 0) return
  const add = prepared(database, ADD)
  const drop = prepared(database, DROP_EMPTY)
  for (const row of changed) {
    const { account, book, key, times, lines, quantity, amount, vat, cityTax } = row
    add.run(account, book, key, times, lines, quantity, amount, vat, cityTax)
    if (times <= 0) drop.run(account, book, key)
  }
}

/** How many sums are held in memory before they are written. */
const HELD = 50_000
const EVERY = 50_000

/** Computes all sums again from the events. The caller holds the transaction. */
export function sumAll(database: DatabaseSync, log: Log): void {
  database.exec('DELETE FROM ledger_sum')
  const sums = sumsOf(database)
  const { all } = database.prepare('SELECT count(*) AS "all" FROM sale').get() as { all: number }
  let done = 0
  for (const entry of entriesOfAll(database, () => {
    done += 1
    if (done % EVERY === 0) log.info(`sums are computed: ${done} of ${all} sales`)
  }))
    sums.add([entry])
  sums.write()
}

function* entriesOfAll(database: DatabaseSync, oneMore = () => {}): Generator<Entry> {
  for (const { id } of database.prepare('SELECT id FROM shift ORDER BY rowid').all())
    yield* entriesOfShift(database, String(id))
  for (const { id } of database.prepare('SELECT id FROM sale ORDER BY rowid').all()) {
    yield* entriesOf(database, String(id))
    oneMore()
  }
}

/** The running total of terminal codes before each of these positions. */
export function soldBefore(
  database: DatabaseSync,
  ends: readonly { readonly position: number; readonly codes: readonly string[] }[],
): readonly number[] {
  const sold = ends.map(() => 0)
  for (const { id } of database.prepare('SELECT id FROM sale ORDER BY rowid').all()) {
    const rows = eventRows(database, String(id))
    const places = rows.map(({ position }) => Number(position))
    const [first, last] = [Math.min(...places), Math.max(...places)]
    const all = entriesOfRows(database, String(id), rows)
    for (const [index, { position: end, codes }] of ends.entries()) {
      if (end <= first) continue
      const then = rows.filter(({ position }) => Number(position) < end)
      const entries = end > last ? all : entriesOfRows(database, String(id), then)
      sold[index] = (sold[index] ?? 0) + soldIn(entries, codes)
    }
  }
  return sold
}

const soldIn = (entries: readonly Entry[], codes: readonly string[]): number =>
  entries
    .flatMap(({ postings }) => postings)
    .filter(({ account, key }) => account === 'till' && codes.includes(key))
    .reduce((sum, { amount }) => sum + amount, 0)

type WrongSum = { readonly sum: string; readonly kept: string; readonly made: string }

/** Computes all sums again from the events, and returns the stored ones that differ. Writes nothing. */
export function wrongSums(database: DatabaseSync): readonly WrongSum[] {
  const made: Sums = new Map()
  for (const entry of entriesOfAll(database)) addTo(made, entry, 1)
  const kept = new Map(
    database
      .prepare('SELECT * FROM ledger_sum')
      .all()
      .map(asSumRow)
      .map((row) => [nameOf(row), row]),
  )
  return [...new Set([...kept.keys(), ...made.keys()])].flatMap((name) => {
    const [had, is] = [figuresOf(kept.get(name)), figuresOf(made.get(name))]
    return had === is ? [] : [{ sum: name.replaceAll('\n', ', '), kept: had, made: is }]
  })
}

const figuresOf = (row: Figures = NOTHING): string => Object.values(plus(NOTHING, row)).join(' ')

/** The postings of a shift, event by event. */
export const entriesOfShift = (database: DatabaseSync, shiftId: string): readonly EventEntry[] =>
  eventRows(database, shiftId).map((row) => entryOfShift(shiftId, Number(row.at), eventIn<ShiftEvent>(row)))

/** The postings of one event of a shift. */
export const entryOfShift = (shiftId: string, at: number, event: ShiftEvent): EventEntry => ({
  at,
  shiftId,
  event,
  postings: postingsOfShift(event),
})

/** Accounts that are read day by day. Others are read as one row per key for the whole range. */
export const DAILY_ACCOUNTS: readonly SumRow['account'][] = ['hour', 'returns', 'e-receipt']
const ALL: readonly SumRow['account'][] = [...ACCOUNTS, ...COUNTS]
export const WHOLE_ACCOUNTS = ALL.filter((account) => !DAILY_ACCOUNTS.includes(account))

export type SumReader = ReturnType<typeof sumReader>

export function sumReader(database: DatabaseSync) {
  const ofBook = prepared(database, 'SELECT * FROM ledger_sum WHERE account = ? AND book = ?')
  const ofBooks = prepared(database, 'SELECT * FROM ledger_sum WHERE account = ? AND book BETWEEN ? AND ?')
  const ofSpan = prepared(
    database,
    `SELECT ?1 AS account, ?2 AS book, key, sum(times) AS times, sum(lines) AS lines, sum(quantity) AS quantity,
       sum(amount) AS amount, sum(vat) AS vat, sum(city_tax) AS city_tax
     FROM ledger_sum WHERE account = ?1 AND book BETWEEN ?2 AND ?3 GROUP BY key`,
  )
  // Two subqueries: SQLite finds one end of an index at once, but scans all of it for both ends together.
  const ends = prepared(
    database,
    `SELECT (SELECT min(book) FROM ledger_sum WHERE account = ?1 AND book > 'day ' AND book < 'day a') AS first,
       (SELECT max(book) FROM ledger_sum WHERE account = ?1 AND book > 'day ' AND book < 'day a') AS last`,
  )
  // The sale changed its state when it was sold or later, so `state_since` is not before that time.
  const openedAbout = prepared(
    database,
    `SELECT id FROM sale WHERE day BETWEEN date(?, '-1 day') AND ? AND opened_at < ? AND state_since >= ?`,
  )
  const snapshotOf = prepared(database, 'SELECT snapshot FROM sale WHERE id = ?')
  // A sale also has returns of other tills, which are in the books of those.
  const returnedAbout = prepared(
    database,
    `SELECT r.value AS completed FROM event e JOIN sale s ON s.id = e.subject JOIN json_each(s.snapshot, '$.returns') r
       ON r.value ->> '$.id' = e.body ->> '$.returnId' WHERE e.at >= ? AND e.at < ? AND e.kind = 'return-completed'`,
  )
  const newestName = prepared(
    database,
    'SELECT name FROM sold_goods WHERE code = ? ORDER BY rowid DESC LIMIT 1',
  )
  const byKey = (account: SumRow['account'], from: string, to: string): readonly SumRow[] =>
    ofSpan.all(account, bookOf.day(from), bookOf.day(to)).map(asSumRow)
  const byDay = (from: string, to: string): readonly SumRow[] =>
    DAILY_ACCOUNTS.flatMap((account) => ofBooks.all(account, bookOf.day(from), bookOf.day(to)).map(asSumRow))
  return {
    /** The sums of a shift by key; with a range of days, only what was posted on them. */
    ofShift: (
      shiftId: string,
      accounts: readonly SumRow['account'][] = ALL,
      { from, to } = { from: '', to: '9999' },
    ): readonly SumRow[] => {
      const [first, last] = [bookOf.shift(shiftId, from), bookOf.shift(shiftId, to)]
      return accounts.flatMap((account) => ofSpan.all(account, first, last).map(asSumRow))
    },
    /** All sums of one book. */
    ofBook: (book: string, accounts: readonly SumRow['account'][] = ALL): readonly SumRow[] =>
      accounts.flatMap((account) => ofBook.all(account, book).map(asSumRow)),
    /** The sums of these days: by day for the accounts of `DAILY_ACCOUNTS`, otherwise one row for each key. */
    ofDays: (from: string, to: string): readonly SumRow[] => [
      ...byDay(from, to),
      ...WHOLE_ACCOUNTS.flatMap((account) => byKey(account, from, to)),
    ],
    /** The accounts of `DAILY_ACCOUNTS`, by day. */
    byDay,
    /** The sums of an account without a shift on these days, the newest first. */
    withoutShift: (account: SumRow['account'], from: string, to = '9999'): readonly SumRow[] =>
      ofBooks.all(account, bookOf.withoutShift(from), bookOf.withoutShift(to)).map(asSumRow).reverse(),
    /**
     * The sales sold in that time, which is part of one hour of that day, because sums are kept by whole hours. Finds
     * sales opened on that day or the day before. A sale that was parked longer is not found. Each is read when it is
     * asked for.
     */
    *soldWithin(day: string, from: number, before: number): Iterable<Sale> {
      for (const { id } of openedAbout.all(day, day, before, from)) {
        const row = snapshotOf.get(String(id))
        if (row === undefined) continue
        const sale = JSON.parse(String(row.snapshot)) as Sale
        if (!sale.origin && sale.soldAt !== null && sale.soldAt >= from && sale.soldAt < before) yield sale
      }
    },
    /** The returns that this till completed in that time. */
    returnedWithin: (from: number, before: number): readonly Return[] =>
      returnedAbout.all(from, before).map(({ completed }) => JSON.parse(String(completed)) as Return),
    /** The first and the last day with any postings; null where there are none. */
    span: (): { readonly first: string; readonly last: string } | null => {
      const days = ALL.map((account) => ends.get(account) as Row)
        .flatMap(({ first, last }) => (first === null ? [] : [String(first), String(last)]))
        .map((book) => book.slice('day '.length))
        .sort()
      const [first] = days
      return first === undefined ? null : { first, last: days.at(-1) ?? first }
    },
    /** The sums of one account, by key, from the first day on. */
    allTime: (account: SumRow['account']): readonly SumRow[] => byKey(account, '', '9999'),
    /** The sums of one account on these days, one row for each key. */
    byKey,
    /** The newest name under which the product was sold. */
    soldName: (code: string) => textOrNull(newestName.get(code)?.name),
  }
}

const asSumRow = (row: Row): SumRow => ({
  account: row.account as SumRow['account'],
  book: String(row.book),
  key: String(row.key),
  times: Number(row.times),
  lines: Number(row.lines),
  quantity: Number(row.quantity),
  amount: Number(row.amount),
  vat: Number(row.vat),
  cityTax: Number(row.city_tax),
})
