/** Sales reports: what the page asks the main process for, and its answer. */
import { z } from 'zod'
import type { TaxKind } from './tax.ts'
import { countSchema, moneySchema, quantitySchema, type Wire } from './wire.ts'

/** Both ends are shop days (yyyy-MM-dd), and both are within. */
const dayRange = { from: z.iso.date(), to: z.iso.date() }
const dayRangeSchema = z.strictObject(dayRange)
export type DayRange = Wire<typeof dayRangeSchema>

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
  'tills',
  'other',
] as const
export type ReportTable = (typeof REPORT_TABLES)[number]

/** The rows of the tables `tenders`, `taxes`, `kinds` and `other`. */
export type RowKind =
  | 'cash'
  /** A card at the bank's own terminal; `card` is one that paid by QR. */
  | 'terminal'
  | 'transfer'
  | 'qr'
  | 'card'
  | 'issued'
  /** At the end of the range. */
  | 'owed'
  | 'refused'
  /** Looked at, or not needed any more: nobody issues them. */
  | 'given-up'
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
  /** Owed to payers at the end of the range: paid after a cancellation, paid too much. */
  | 'held'
  | 'late'
  | 'surplus'
  | 'kept'
  | 'repaid-cash'
  | 'repaid-transfer'
  | 'written-off'
  /** Cash put into the drawer, taken out of it, and differences found by counts. */
  | 'drawer-in'
  | 'drawer-out'
  | 'over-short'

/** Numbers are negative where a figure of an earlier day was corrected. */
const reportRowSchema = z.strictObject({
  /** The day, the hour ("09"), the weekday (1 is Monday), a product's code, a category, a cashier's or a shift's id, a reason, or a kind. */
  key: z.string(),
  /** Of a product, a category or a cashier; empty where there is none. */
  name: z.string(),
  /** Sales; lines of them for goods; payments; e-receipts. */
  times: z.int(),
  lines: z.int(),
  quantity: quantitySchema,
  amount: moneySchema,
  /** Returned goods; of a cashier, the goods they took back. */
  back: moneySchema,
  net: moneySchema,
  /** Per sale; of a weekday, per day. */
  average: moneySchema,
  /** Of the whole table's amount, in hundredths of a percent. */
  share: z.int(),
  vat: moneySchema,
  cityTax: moneySchema,
  /** The amount of the same row in the range before; null where there is none. */
  before: z.nullable(moneySchema),
  /** Of a shift: the net that its Z printed; null where it has none. */
  printed: z.nullable(moneySchema),
})
export type ReportRow = Wire<typeof reportRowSchema>

/** The columns of each report table, from left to right. */
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
  shifts: ['name', 'times', 'amount', 'back', 'net', 'printed'],
  tills: ['code', 'times', 'amount', 'back', 'net', 'share'],
  other: ['kind', 'times', 'amount'],
} as const satisfies Readonly<Record<ReportTable, readonly string[]>>
export type ReportColumn = (typeof REPORT_COLUMNS)[ReportTable][number]

/** The text that stands above a column. */
export function columnText(table: ReportTable, column: ReportColumn) {
  if (column === 'times') return `reports.times.${table}` as const
  if (column === 'average' && table === 'weekdays') return 'reports.column.averageDay'
  if (column === 'name' && table === 'shifts') return 'reports.column.shift'
  if (column === 'name' && table === 'returns') return 'reports.column.reason'
  return `reports.column.${column}` as const
}

/** The text for a row without a name: nobody signed in, no shift, no return, no category. */
export const namelessText = (table: ReportTable) =>
  NAMELESS[table as keyof typeof NAMELESS] ?? 'reports.unnamed'
const NAMELESS = {
  cashiers: 'reports.nobody',
  shifts: 'reports.withoutShift',
  returns: 'reports.withoutReturn',
} as const

/** Tables whose rows are parts of one whole. */
export const WHOLE_TABLES: ReadonlySet<ReportTable> = new Set<ReportTable>([
  'days',
  'hours',
  'weekdays',
  'categories',
  'cashiers',
  'tenders',
  'kinds',
  'returns',
  'shifts',
])

/** Columns that are read as words, not as figures. */
export const WORD_COLUMNS: ReadonlySet<ReportColumn> = new Set<ReportColumn>([
  'day',
  'hour',
  'weekday',
  'code',
  'name',
  'kind',
])

const reportTotalsSchema = z.strictObject({
  sales: countSchema,
  amount: moneySchema,
  back: moneySchema,
  net: moneySchema,
  averageSale: moneySchema,
  /** Of an hour in which something was sold. */
  averageHour: moneySchema,
  /** Hundredths of a line. */
  linesOfSale: countSchema,
  /** Days on which something was sold. */
  days: countSchema,
})
export type ReportTotals = Wire<typeof reportTotalsSchema>

export const COMPARED = ['amount', 'sales', 'averageSale', 'averageHour', 'linesOfSale', 'back'] as const
export type Compared = (typeof COMPARED)[number]

const tableOfReportSchema = z.strictObject({
  /** Days, hours, weekdays and shifts in time order, the others with the largest first. */
  rows: z.array(reportRowSchema),
  /** The number of all rows: of goods more than are shown. */
  all: countSchema,
})
export type TableOfReport = Wire<typeof tableOfReportSchema>

const reportSchema = z.strictObject(dayRange).extend({
  /** As many days just before; of the beginning of a month, the same days of the month before. */
  before: dayRangeSchema,
  /** "14:25": the last day before counts up to this time, because the range ends today. Null where all of it counts. */
  beforeUntil: z.nullable(z.string()),
  totals: reportTotalsSchema,
  totalsBefore: reportTotalsSchema,
  /** The change to the range before, in hundredths of a percent; null where there was nothing before. */
  changes: z.record(z.enum(COMPARED), z.nullable(z.int())),
  tables: z.record(z.enum(REPORT_TABLES), tableOfReportSchema),
})
export type Report = Wire<typeof reportSchema>

/** How goods are sorted. */
export const REPORT_ORDERS = ['amount', 'quantity', 'times', 'back'] as const
export type ReportOrder = (typeof REPORT_ORDERS)[number]

/** One short step of a report, so that the till can work between steps. The page asks again until it is done. */
export const reportStepSchema = z.discriminatedUnion('done', [
  z.strictObject({ done: z.literal(false), share: z.number().min(0).max(1) }),
  z.strictObject({ done: z.literal(true), report: reportSchema }),
])
export type ReportStep = Wire<typeof reportStepSchema>
