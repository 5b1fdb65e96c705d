/** What was sold, added up: what the page asks for and what it is answered. Both sides of the bridge agree on it here. */
import type { Money } from './money.ts'
import type { Quantity } from './quantity.ts'
import type { TaxKind } from './tax.ts'

/** Both ends are shop days (yyyy-MM-dd), and both are within. */
export type DayRange = { readonly from: string; readonly to: string }

export const REPORT_TABLES = [
  'days',
  'hours',
  'weekdays',
  'products',
  'categories',
  'cashiers',
  'tenders',
  'taxes',
  'kinds',
  'returns',
  'shifts',
  'other',
] as const
export type ReportTable = (typeof REPORT_TABLES)[number]

/** What the rows of the tables `tenders`, `taxes`, `kinds` and `other` are about. */
export type RowKind =
  | 'cash'
  /** A card at the bank's own terminal; `card` is one that paid by QR. */
  | 'terminal'
  | 'transfer'
  | 'qr'
  | 'card'
  | 'issued'
  | 'owed'
  | 'refused'
  | 'void'
  /** Paid at the counter: this interface issues no e-receipt for it. */
  | 'to-issue-elsewhere'
  | 'discount-line'
  | 'discount-sale'
  | 'back-card'
  | 'back-cash'
  | 'back-transfer'
  | 'back-terminal'
  | 'back-elsewhere'
  | TaxKind
  | 'cancelled-charge'
  | 'cancelled-cart'
  /** What payers are owed more, or less, than before: for cancelled charges, and above the price. */
  | 'late'
  | 'surplus'
  | 'kept'
  | 'repaid-cash'
  | 'repaid-transfer'
  | 'written-off'
  /** Put into the drawer and taken out of it, and what counts found more or less. */
  | 'drawer-in'
  | 'drawer-out'
  | 'over-short'

export type ReportRow = {
  /** The day, the hour ("09"), the weekday (1 is Monday), a product's code, a category, a cashier's or a shift's id, a reason, or a kind. */
  readonly key: string
  /** Of a product, a category or a cashier; empty where there is none. */
  readonly name: string
  /** Sales; lines of them for goods; payments; e-receipts. */
  readonly times: number
  readonly lines: number
  readonly quantity: Quantity
  readonly amount: Money
  /** Goods that came back: of a cashier, those that they took back. */
  readonly back: Money
  readonly net: Money
  /** A sale's; of a weekday, a day's. */
  readonly average: Money
  /** Of the whole table's amount, in hundredths of a percent. */
  readonly share: number
  readonly vat: Money
  readonly cityTax: Money
  /** What the same place of the range before came to; null where there is none. */
  readonly before: Money | null
}

/** What a column shows of a row: each table has those that mean something in it. */
export const REPORT_COLUMNS = {
  days: ['day', 'times', 'amount', 'back', 'net', 'average', 'before'],
  hours: ['hour', 'times', 'amount', 'back', 'share', 'average', 'before'],
  weekdays: ['weekday', 'times', 'amount', 'share', 'average', 'before'],
  products: ['code', 'name', 'quantity', 'times', 'amount', 'back', 'net', 'share'],
  categories: ['name', 'times', 'amount', 'back', 'net', 'share'],
  cashiers: ['name', 'times', 'lines', 'amount', 'share', 'average', 'back'],
  tenders: ['kind', 'times', 'amount', 'back', 'net', 'share'],
  taxes: ['kind', 'times', 'amount', 'vat', 'cityTax'],
  kinds: ['kind', 'lines', 'amount', 'back', 'net', 'vat', 'cityTax'],
  returns: ['name', 'times', 'amount', 'share'],
  shifts: ['name', 'times', 'amount', 'back', 'net'],
  other: ['kind', 'times', 'amount'],
} as const satisfies Readonly<Record<ReportTable, readonly string[]>>
export type ReportColumn = (typeof REPORT_COLUMNS)[ReportTable][number]

/** Columns that are read as words, not as figures. */
export const WORD_COLUMNS: ReadonlySet<ReportColumn> = new Set<ReportColumn>([
  'day',
  'hour',
  'weekday',
  'code',
  'name',
  'kind',
])

export type ReportTotals = {
  readonly sales: number
  readonly amount: Money
  readonly back: Money
  readonly net: Money
  readonly averageSale: Money
  /** Of an hour in which something was sold. */
  readonly averageHour: Money
  /** Hundredths of a line. */
  readonly linesOfSale: number
  /** Days on which something was sold. */
  readonly days: number
}

export const COMPARED = ['amount', 'sales', 'averageSale', 'averageHour', 'linesOfSale', 'back'] as const
export type Compared = (typeof COMPARED)[number]

export type TableOfReport = {
  /** Days, hours and weekdays in their order, the others with the most of what was asked for first. */
  readonly rows: readonly ReportRow[]
  /** How many there are: of goods, more than are shown. */
  readonly all: number
}

export type Report = DayRange & {
  /** As many days just before; of the beginning of a month, the same days of the month before. */
  readonly before: DayRange
  /** "14:25": the last day of it counts up to then, because the range ends today; null where all of it counts. */
  readonly beforeUntil: string | null
  readonly totals: ReportTotals
  readonly totalsBefore: ReportTotals
  /** By how much more or less than before, in hundredths of a percent; null where there was nothing before. */
  readonly changes: Readonly<Record<Compared, number | null>>
  readonly tables: Readonly<Record<ReportTable, TableOfReport>>
}

/** What goods are put in order by. */
export const REPORT_ORDERS = ['amount', 'quantity', 'times', 'back'] as const
export type ReportOrder = (typeof REPORT_ORDERS)[number]

/** One step of a report: each is short, so that the till goes on meanwhile. Whoever does not ask again has stopped it. */
export type ReportStep =
  | { readonly done: false; readonly share: number }
  | { readonly done: true; readonly report: Report }
