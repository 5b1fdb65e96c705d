/**
 * Finds sales by their index, newest first. The query reads the sales of the rarest group of terms and tests each of
 * them for the other groups. That is fast where one group is rare, and where all groups are common. Any other search
 * would take long, and the till waits meanwhile. So every search is done in steps whose size follows from their time, and
 * a search that takes too long returns what it has found, with the place to continue from.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SalePage, SaleRow, SoldGoods } from '../../../shared/books/history.ts'
import { type Money, money } from '../../../shared/money/money.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { statusOf } from '../../../shared/sale/status.ts'
import type { Row } from '../sqlite/index.ts'
import { placeOf } from './sale-index.ts'
import { isReturned, tenderOf, term } from './sale-terms.ts'

export type SaleSearch = {
  /** The sale has at least one term of each group. */
  readonly groups: readonly (readonly string[])[]
  /** Opened at or after `from` and before `to`, in ms. */
  readonly from: number | null
  readonly to: number | null
  readonly least: Money | null
  readonly most: Money | null
  /** The place of the last sale on the previous page. */
  readonly before: number | null
  readonly limit: number
}

/** How many candidates the first step reads. A fast step is followed by one of twice its size, a slow one by one of half. */
const FIRST_STEP = 64
const LARGEST_STEP = 16_384
const STEP_MS = 4
/** After this time a search returns an incomplete page, with the place to continue from. */
const ENOUGH_MS = 24
/** A search whose page is full counts further sales only until then. */
const ENOUGH_COUNTED_MS = 12
const COUNTED = 1_000
/** How many places are read to estimate how rare a term is. */
const SAMPLE = 200
/** A range of totals with at most this many sales is read first. */
const FEW_TOTALS = 3_000

const LARGEST_PLACE = Number.MAX_SAFE_INTEGER

type Range = { readonly low: number; readonly high: number }
type Sql = { readonly text: string; readonly values: readonly SQLInputValue[] }
/** The query that reads candidates, and the conditions that each of them must meet. */
type Plan = { readonly lead: (range: Range) => Sql; readonly tests: Sql }

export type SaleFinder = ReturnType<typeof saleFinder>

export function saleFinder(database: DatabaseSync) {
  return {
    /** One page of matching sales, newest first. The work is bounded: see `SalePage.next`. */
    find: (search: SaleSearch): FoundPage => {
      const { places, next } = walked(database, search, search.limit + 1)
      return pageOf(database, search, places, next)
    },
    /** The same with the number of matching sales, up to a thousand, and the sum of the sold ones if these are all. */
    findAndCount: (search: SaleSearch): FoundPage & Pick<SalePage, 'count'> => {
      const { places, next } = walked(database, search, Math.max(COUNTED, search.limit) + 1)
      const count =
        places.length > COUNTED
          ? { known: COUNTED, more: true, sold: null }
          : {
              known: places.length,
              more: next !== null,
              sold: next === null ? soldAt(database, places) : null,
            }
      return { ...pageOf(database, search, places, next), count }
    },
    /** Terms with that beginning, the last first: of numbers of sales, the newest. */
    lastTermsBeginning: (start: string, most: number): readonly string[] =>
      distinctTerms(database, start, most),
    cashierNames: (): readonly string[] =>
      distinctTerms(database, 'who:')
        .map((term) => term.slice('who:'.length))
        .reverse(),
    /** Goods that were ever sold, in the order of their first sale, after the first `after` ones. */
    soldGoods: (after: number): readonly SoldGoods[] =>
      database
        .prepare('SELECT code, name FROM sold_goods WHERE rowid > ? ORDER BY rowid')
        .all(after)
        .map((row) => ({ code: String(row.code), name: String(row.name) })),
  }
}

type FoundPage = Pick<SalePage, 'rows' | 'next'>

function pageOf(
  database: DatabaseSync,
  { limit }: SaleSearch,
  places: readonly number[],
  next: number | null,
): FoundPage {
  const page = places.slice(0, limit)
  return { rows: rowsAt(database, page), next: places.length > limit ? (page.at(-1) ?? null) : next }
}

/** The matching places, step by step. `next` is the place to continue from after the time limit; null at the end. */
function walked(database: DatabaseSync, search: SaleSearch, most: number) {
  const begun = performance.now()
  const places: number[] = []
  let range = narrowed(database, search)
  if (range === null) return { places, next: null }
  const { step, reachedBy } = stepsOf(database, planOf(database, search, range))
  for (let size = FIRST_STEP; ; ) {
    const stepBegun = performance.now()
    places.push(...step(range, size, most - places.length))
    if (places.length >= most) return { places, next: null }
    const reached = reachedBy(range, size)
    const now = performance.now()
    const enough = places.length > search.limit ? ENOUGH_COUNTED_MS : ENOUGH_MS
    if (reached === null || now - begun > enough) return { places, next: reached }
    range = { low: range.low, high: reached }
    if (now - stepBegun < STEP_MS / 2) size = Math.min(LARGEST_STEP, size * 2)
    else if (now - stepBegun > STEP_MS) size = Math.max(FIRST_STEP, size >> 1)
  }
}

function stepsOf(database: DatabaseSync, { lead, tests }: Plan) {
  const { text } = lead({ low: 0, high: 0 })
  const matching = database.prepare(
    `SELECT place FROM (${text} ORDER BY place DESC LIMIT ?) AS lead WHERE ${tests.text} LIMIT ?`,
  )
  const last = database.prepare(`${text} ORDER BY place DESC LIMIT 1 OFFSET ?`)
  return {
    /** The matching places among the next candidates, newest first. */
    step: (range: Range, size: number, most: number): number[] =>
      matching.all(...lead(range).values, size, ...tests.values, most).map(({ place }) => Number(place)),
    /** The last candidate of a full step; null where fewer are left. */
    reachedBy: (range: Range, size: number): number | null => {
      const row = last.get(...lead(range).values, size - 1)
      return row === undefined ? null : Number(row.place)
    },
  }
}

/** The range of places in which all groups have sales; null where there is none. */
function narrowed(database: DatabaseSync, search: SaleSearch): Range | null {
  let low = search.from === null ? 0 : placeOf(search.from)
  let high = Math.min(search.before ?? LARGEST_PLACE, search.to === null ? LARGEST_PLACE : placeOf(search.to))
  const ends = database.prepare(
    `SELECT (SELECT min(place) FROM sale_term WHERE term = ?1 AND place >= ?2 AND place < ?3) AS oldest,
       (SELECT max(place) FROM sale_term WHERE term = ?1 AND place >= ?2 AND place < ?3) AS newest`,
  )
  for (const group of search.groups) {
    const found = group
      .map((term) => ends.get(term, low, high) as Row)
      .filter(({ oldest }) => oldest !== null)
    if (found.length === 0) return null
    low = Math.max(low, Math.min(...found.map(({ oldest }) => Number(oldest))))
    high = Math.min(high, Math.max(...found.map(({ newest }) => Number(newest))) + 1)
    if (low >= high) return null
  }
  return { low, high }
}

function planOf(database: DatabaseSync, search: SaleSearch, range: Range): Plan {
  const groups = search.groups
    .map((group) => ({ group, density: densityOf(database, group, range) }))
    .sort((one, other) => one.density - other.density)
    .map(({ group }) => group)
  const totals = totalsLead(database, search)
  if (totals !== null) return { lead: totals, tests: allOf(groups.map(hasOneOf)) }
  const [first, ...rest] = groups
  const tests = allOf([...rest.map(hasOneOf), ...totalTest(search)])
  if (first === undefined) return { lead: everySale, tests }
  return { lead: (within) => leadBy(first, within), tests }
}

const everySale = ({ low, high }: Range): Sql => ({
  text: 'SELECT place FROM found_sale WHERE place >= ? AND place < ?',
  values: [low, high],
})

/** One SELECT for each term, because SQLite merges ordered SELECTs without sorting. */
const leadBy = (group: readonly string[], { low, high }: Range): Sql => ({
  text: group
    .map(() => 'SELECT place FROM sale_term WHERE term = ? AND place >= ? AND place < ?')
    .join(' UNION '),
  values: group.flatMap((term) => [term, low, high]),
})

/** A query for the sales of the range of totals; null where they are too many to read first. */
function totalsLead(database: DatabaseSync, search: SaleSearch): Plan['lead'] | null {
  if (search.least === null && search.most === null) return null
  const [least, most] = [search.least ?? 0, search.most ?? LARGEST_PLACE]
  const rows = database
    .prepare('SELECT place FROM found_sale WHERE total BETWEEN ? AND ? LIMIT ?')
    .all(least, most, FEW_TOTALS + 1)
  if (rows.length > FEW_TOTALS) return null
  const places = JSON.stringify(rows.map((row) => Number(row.place)))
  return ({ low, high }) => ({
    text: 'SELECT value AS place FROM json_each(?) WHERE value >= ? AND value < ?',
    values: [places, low, high],
  })
}

const totalTest = ({ least, most }: SaleSearch): Sql[] =>
  least === null && most === null
    ? []
    : [
        {
          text: 'EXISTS (SELECT 1 FROM found_sale WHERE found_sale.place = lead.place AND total BETWEEN ? AND ?)',
          values: [least ?? 0, most ?? LARGEST_PLACE],
        },
      ]

const hasOneOf = (group: readonly string[]): Sql => ({
  text: `EXISTS (SELECT 1 FROM sale_term WHERE term IN (${group.map(() => '?').join(', ')}) AND sale_term.place = lead.place)`,
  values: group,
})

const allOf = (tests: readonly Sql[]): Sql => ({
  text: tests.length === 0 ? 'TRUE' : tests.map(({ text }) => text).join(' AND '),
  values: tests.flatMap(({ values }) => values),
})

/** How many sales per place a group has at the newest end of the range, estimated from a sample of each term. */
function densityOf(database: DatabaseSync, group: readonly string[], { low, high }: Range): number {
  const sample = database.prepare(
    `SELECT count(*) AS many, min(place) AS last FROM
       (SELECT place FROM sale_term WHERE term = ? AND place >= ? AND place < ? ORDER BY place DESC LIMIT ${SAMPLE})`,
  )
  let density = 0
  for (const term of group) {
    const row = sample.get(term, low, high) as Row
    const many = Number(row.many)
    density += many / (many < SAMPLE ? high - low : high - Number(row.last))
  }
  return density
}

/** Distinct terms with that beginning, the last first. Each query starts before the previous term. */
function distinctTerms(database: DatabaseSync, start: string, most = Number.POSITIVE_INFINITY): string[] {
  const next = database.prepare(
    'SELECT term FROM sale_term WHERE term >= ? AND term < ? ORDER BY term DESC LIMIT 1',
  )
  const terms: string[] = []
  for (let before = `${start}\u{10ffff}`; terms.length < most; ) {
    const row = next.get(start, before)
    if (row === undefined) break
    before = String(row.term)
    terms.push(before)
  }
  return terms
}

/** The sum of those of these sales that were sold. */
function soldAt(database: DatabaseSync, places: readonly number[]): Money {
  const row = database
    .prepare(
      `SELECT coalesce(sum(total), 0) AS sold FROM json_each(?) AS found
       CROSS JOIN found_sale ON found_sale.place = found.value
       WHERE EXISTS (SELECT 1 FROM sale_term WHERE term = ? AND sale_term.place = found.value)`,
    )
    .get(JSON.stringify(places), term.standing('sold')) as Row
  return money(Number(row.sold))
}

function rowsAt(database: DatabaseSync, places: readonly number[]): SaleRow[] {
  const read = database.prepare(
    `SELECT found_sale.place, found_sale.total, sale.snapshot FROM found_sale
     JOIN sale ON sale.id = found_sale.sale_id WHERE found_sale.place = ?`,
  )
  return [...places]
    .sort((one, other) => other - one)
    .flatMap((place) => {
      const row = read.get(place)
      return row === undefined ? [] : [asRow(row)]
    })
}

const FIRST_GOODS = 3

function asRow(row: Row): SaleRow {
  const sale = JSON.parse(String(row.snapshot)) as Sale
  return {
    place: Number(row.place),
    id: sale.id,
    till: null,
    day: sale.day,
    sequence: sale.sequence,
    senderInvoiceNo: sale.senderInvoiceNo,
    ...(sale.origin ? { origin: sale.origin } : {}),
    openedAt: sale.openedAt,
    state: statusOf(sale).name,
    total: money(Number(row.total)),
    lineCount: sale.lines.length,
    goods: sale.lines
      .slice(0, FIRST_GOODS)
      .map((line) => line.product.name)
      .join(', '),
    tender: tenderOf(sale),
    cashier: sale.cashier?.name ?? null,
    returned: isReturned(sale),
  }
}
