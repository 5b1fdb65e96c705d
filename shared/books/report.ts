/** Sales reports: the page's questions to the main process, and the answers. */
import { z } from 'zod'
import { moneySchema, quantitySchema } from '../money/schemas.ts'
import type { TaxKind } from '../money/tax.ts'
import { countSchema, type Wire } from '../wire.ts'
import { tillFiguresSchema } from './all-tills.ts'
import type { BRIDGE_PARTS } from './shift.ts'

/** First and last shop day (yyyy-MM-dd), both included. */
const dayRange = { from: z.iso.date(), to: z.iso.date() }
const dayRangeSchema = z.strictObject(dayRange)
export type DayRange = Wire<typeof dayRangeSchema>

/** The report tables and the columns of each, from left to right. */
export const REPORT_COLUMNS = {
  days: ['day', 'times', 'amount', 'back', 'net', 'average', 'before'],
  hours: ['hour', 'times', 'amount', 'back', 'share', 'average', 'before'],
  weekdays: ['weekday', 'times', 'amount', 'share', 'average', 'before'],
  products: ['code', 'name', 'quantity', 'times', 'amount', 'back', 'net', 'share'],
  categories: ['name', 'times', 'amount', 'back', 'net', 'share'],
  cashiers: ['name', 'times', 'amount', 'average', 'discounts', 'overrides', 'removed', 'back', 'overShort'],
  tenders: ['kind', 'times', 'amount', 'back', 'net', 'share'],
  taxes: ['kind', 'times', 'amount', 'vat', 'vatUntold', 'cityTax', 'cityTaxUntold'],
  elsewhere: ['day', 'times', 'amount', 'back', 'net', 'vat', 'cityTax'],
  kinds: ['kind', 'lines', 'amount', 'back', 'net', 'vat', 'cityTax'],
  returns: ['name', 'times', 'amount', 'share'],
  shifts: ['name', 'times', 'amount', 'back', 'net', 'printed'],
  tills: ['code', 'times', 'amount', 'back', 'net', 'share'],
  other: ['kind', 'times', 'amount'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ReportTable = keyof typeof REPORT_COLUMNS
export const REPORT_TABLES = Object.keys(REPORT_COLUMNS) as readonly ReportTable[]
export type ReportColumn = (typeof REPORT_COLUMNS)[ReportTable][number]

/** A table of the report, or the overview. */
export type RangeTable = ReportTable | 'picture'
export type ShownTable = RangeTable | 'today'

/** The tabs and their tables. A press on a tab opens its first one. */
export const TABS = {
  today: ['today'],
  picture: ['picture'],
  time: ['hours', 'days', 'weekdays', 'shifts', 'tills'],
  goods: ['products', 'categories', 'returns'],
  people: ['cashiers'],
  money: ['tenders', 'other'],
  tax: ['taxes', 'kinds', 'elsewhere'],
} as const satisfies Readonly<Record<string, readonly ShownTable[]>>
export type ReportTab = keyof typeof TABS
export const REPORT_TABS = Object.keys(TABS) as readonly ReportTab[]

export const tabOf = (table: ShownTable): ReportTab =>
  REPORT_TABS.find((tab) => (TABS[tab] as readonly ShownTable[]).includes(table)) ?? 'picture'

/** `tax`: money that the service may not have told. */
export type FigureForm = 'count' | 'quantity' | 'money' | 'tax' | 'share'
type ColumnForm = { readonly form: 'words' } | { readonly form: FigureForm; readonly adds: boolean }
const figure = <const Form extends FigureForm>(form: Form, adds: boolean) => ({ form, adds })
const WORDS = { form: 'words' } as const

/** How screen, paper and file write a column, and whether its figures add up to a total. */
const COLUMN_FORMS = {
  day: WORDS,
  hour: WORDS,
  weekday: WORDS,
  code: WORDS,
  name: WORDS,
  kind: WORDS,
  times: figure('count', true),
  lines: figure('count', true),
  quantity: figure('quantity', false),
  amount: figure('money', true),
  back: figure('money', true),
  net: figure('money', true),
  average: figure('money', false),
  share: figure('share', false),
  vat: figure('tax', true),
  cityTax: figure('tax', true),
  vatUntold: figure('count', false),
  cityTaxUntold: figure('count', false),
  before: figure('money', true),
  printed: figure('money', true),
  discounts: figure('money', true),
  overrides: figure('money', true),
  removed: figure('money', true),
  overShort: figure('money', true),
} as const satisfies Readonly<Record<ReportColumn, ColumnForm>>
type WordColumn = {
  [C in ReportColumn]: (typeof COLUMN_FORMS)[C] extends typeof WORDS ? C : never
}[ReportColumn]
export type FigureColumn = Exclude<ReportColumn, WordColumn>

export const isWords = (column: ReportColumn): column is WordColumn => COLUMN_FORMS[column].form === 'words'
export const formOf = (column: FigureColumn): FigureForm => COLUMN_FORMS[column].form

/** What lies between the tenders and the net sales, as on X and Z. Such a row has a net, and no other figure. */
export type BridgePart = (typeof BRIDGE_PARTS)[number]
export type BridgeKind = `bridge-${BridgePart}`
export const isBridge = (table: ReportTable, { key }: Pick<ReportRow, 'key'>): boolean =>
  table === 'tenders' && key.startsWith('bridge-')

/** The rows of the tables `tenders`, `taxes`, `kinds` and `other`. */
export type RowKind =
  | BridgeKind
  | 'cash'
  /** A card at the bank's terminal. `card` below is a card payment by QR. */
  | 'terminal'
  | 'transfer'
  | 'qr'
  | 'card'
  | 'issued'
  /** Of the issued and of the void ones those whose taxes the service did not tell, and those that it told later. */
  | 'taxes-unknown'
  | 'taxes-unknown-voided'
  | 'taxes-told'
  /** E-receipts still to be issued at the end of the range. */
  | 'owed'
  | 'refused'
  /** A person has seen the refusal, or the e-receipt is no longer needed: it will not be issued. */
  | 'given-up'
  | 'void'
  /** Paid at the counter: the service issues no e-receipt for it. */
  | 'to-issue-elsewhere'
  /** Of those, what came back, or what an e-receipt of ours covers since. */
  | 'elsewhere-back'
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
  /** Money owed to payers at the end of the range: tenders of cancelled sales, late payments, surplus. */
  | 'held'
  | 'late'
  | 'surplus'
  | 'kept'
  | 'repaid-cash'
  | 'repaid-transfer'
  | 'written-off'
  /** Cash in, cash out, and the differences found by counts. */
  | 'drawer-in'
  | 'drawer-out'
  | 'over-short'

/** Numbers are negative if a figure of an earlier day was corrected. */
export const reportRowSchema = z.strictObject({
  /** The day, hour ("09"), weekday (1 is Monday), product code, category, id of a cashier or shift, reason, or kind. */
  key: z.string(),
  /** Name of the product, category or cashier; empty if there is none. */
  name: z.string(),
  /** Number of sales; of lines in the table of goods; of payments; of e-receipts, also of those to issue elsewhere. */
  times: z.int(),
  lines: z.int(),
  quantity: quantitySchema,
  amount: moneySchema,
  /** Returned goods; for a cashier, the returns that the cashier took. */
  back: moneySchema,
  net: moneySchema,
  /** Average per sale; for a weekday, per day. */
  average: moneySchema,
  /** Share of the table's total amount, in hundredths of a percent. */
  share: z.int(),
  /** Null where the row tells no taxes. */
  vat: z.nullable(moneySchema),
  cityTax: z.nullable(moneySchema),
  /** Number of e-receipts of this row whose VAT, or city tax, the service did not tell with them. */
  vatUntold: z.int(),
  cityTaxUntold: z.int(),
  /** Amount of the same row in the range before; null if it had none. */
  before: z.nullable(moneySchema),
  /** For a shift, the net on its Z report; null if it has none. */
  printed: z.nullable(moneySchema),
  /** Of a person: discounts given, lines sold at another price, lines removed, and differences of counted drawers. */
  discounts: z.nullable(moneySchema),
  overrides: z.nullable(moneySchema),
  removed: z.nullable(moneySchema),
  overShort: z.nullable(moneySchema),
})
export type ReportRow = Wire<typeof reportRowSchema>

/** The text key of a column's heading. */
export function columnText(table: ReportTable, column: ReportColumn) {
  if (column === 'times') return `reports.times.${table}` as const
  if (column === 'amount' && table === 'tenders') return 'reports.column.taken'
  if (column === 'back' && table === 'tenders') return 'reports.column.refunded'
  if (column === 'average' && table === 'weekdays') return 'reports.column.averageDay'
  if (column === 'name' && table === 'shifts') return 'reports.column.shift'
  if (column === 'name' && table === 'returns') return 'reports.column.reason'
  return `reports.column.${column}` as const
}

/** The text key for a row without a name: nobody signed in, no shift, no return, no category. */
export const namelessText = (table: ReportTable) =>
  NAMELESS[table as keyof typeof NAMELESS] ?? 'reports.unnamed'
const NAMELESS = {
  cashiers: 'reports.nobody',
  shifts: 'reports.withoutShift',
  returns: 'reports.withoutReturn',
} as const

/** Stands for a tax that the row does not tell. */
export const UNTOLD = '–'

/** Tables whose rows add up to a whole: they have a total. */
export const WHOLE_TABLES: ReadonlySet<ReportTable> = new Set<ReportTable>([
  'days',
  'hours',
  'weekdays',
  'products',
  'categories',
  'cashiers',
  'tenders',
  'elsewhere',
  'kinds',
  'returns',
  'shifts',
  'tills',
])

/** The sum of a column; null if its figures cannot be added. */
export const totalOf = (column: FigureColumn, rows: readonly ReportRow[]): number | null =>
  COLUMN_FORMS[column].adds ? rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) : null

export const reportTotalsSchema = z.strictObject({
  sales: countSchema,
  amount: moneySchema,
  back: moneySchema,
  net: moneySchema,
  averageSale: moneySchema,
  /** Per hour in which something was sold. */
  averageHour: moneySchema,
  /** Average number of lines per sale, in hundredths. */
  linesOfSale: countSchema,
  /** Number of days on which something was sold. */
  days: countSchema,
})
export type ReportTotals = Wire<typeof reportTotalsSchema>

export const COMPARED = [
  'net',
  'amount',
  'back',
  'sales',
  'averageSale',
  'averageHour',
  'linesOfSale',
] as const
export type Compared = (typeof COMPARED)[number]

const tableOfReportSchema = z.strictObject({
  /** Days, hours, weekdays and shifts are in order of time; other tables have the largest first. */
  rows: z.array(reportRowSchema),
  /** Number of all rows. The table of goods shows only a part of them. */
  all: countSchema,
})
export type TableOfReport = Wire<typeof tableOfReportSchema>

const reportSchema = z.strictObject(dayRange).extend({
  /** The preceding range of as many days; if the range starts a month, the same days of the month before. */
  before: dayRangeSchema,
  /** If the range ends today, the last day before counts only up to this time ("14:25"). Null if it counts whole. */
  beforeUntil: z.nullable(z.string()),
  totals: reportTotalsSchema,
  totalsBefore: reportTotalsSchema,
  /** The change from the previous range, in hundredths of a percent. Null if the earlier value was zero or negative. */
  changes: z.record(z.enum(COMPARED), z.nullable(z.int())),
  tables: z.record(z.enum(REPORT_TABLES), tableOfReportSchema),
})
export type Report = Wire<typeof reportSchema>

const toIssueRowSchema = z.strictObject({
  saleId: z.string(),
  terminal: z.string(),
  sequence: countSchema,
  senderInvoiceNo: z.string(),
  /** The register number of the organisation; empty for an individual. */
  register: z.string(),
  at: z.int(),
  /** `later`: given up, or voided although the goods stay sold. `back`: came back, or has an e-receipt since; negative. */
  what: z.enum(['sold', 'later', 'back']),
  amount: moneySchema,
  vat: moneySchema,
  cityTax: moneySchema,
})
export type ToIssueRow = Wire<typeof toIssueRowSchema>

/** The e-receipts of one day to issue elsewhere; `all` counts also those that are left out. */
export const toIssueListSchema = z.strictObject({ rows: z.array(toIssueRowSchema), all: countSchema })

const REPORT_COLUMN_NAMES = [...new Set(Object.values(REPORT_COLUMNS).flat())]

/** The order that a person chose by the head of a column. */
export const sortingSchema = z.strictObject({ column: z.enum(REPORT_COLUMN_NAMES), down: z.boolean() })
export type Sorting = Wire<typeof sortingSchema>

/** The orders in which goods can be sorted. */
export const REPORT_ORDERS = ['amount', 'quantity', 'times', 'back'] as const
export type ReportOrder = (typeof REPORT_ORDERS)[number]

/** One short step of a report, so that the till can work between steps. The page asks again until it is done. */
export const reportStepSchema = z.discriminatedUnion('done', [
  z.strictObject({ done: z.literal(false), share: z.number().min(0).max(1) }),
  z.strictObject({
    done: z.literal(true),
    report: reportSchema,
    /** How current the figures of each till are. Empty for this till's own figures. */
    tills: z.array(tillFiguresSchema),
  }),
])
export type ReportStep = Wire<typeof reportStepSchema>
