/** Requests and answers of the verbs of reports: part of the IPC table. */
import { z } from 'zod'
import { ENTRIES_BY, typedAccountNumbers } from '../ledger-accounts.ts'
import {
  COMPARED,
  type Compared,
  REPORT_ORDERS,
  REPORT_TABLES,
  type ReportStep,
  type ReportTable,
  type TableOfReport,
} from '../report.ts'
import type { REPORT_VERBS } from './report-verbs.ts'

const day = z.iso.date()
const count = z.int().nonnegative()
/** Negative where a figure of an earlier day was corrected. */
const difference = z.int()
const hundredths = z.int()

const rowSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  times: difference,
  lines: difference,
  quantity: z.int(),
  amount: hundredths,
  back: hundredths,
  net: hundredths,
  average: hundredths,
  share: z.int(),
  vat: hundredths,
  cityTax: hundredths,
  before: hundredths.nullable(),
  printed: hundredths.nullable(),
})
const tableSchema = z.strictObject({
  rows: z.array(rowSchema),
  all: count,
}) as unknown as z.ZodType<TableOfReport>
const totalsSchema = z.strictObject({
  sales: count,
  amount: hundredths,
  back: hundredths,
  net: hundredths,
  averageSale: hundredths,
  averageHour: hundredths,
  linesOfSale: count,
  days: count,
})
const tables = Object.fromEntries(REPORT_TABLES.map((table) => [table, tableSchema]))
const change = z.int().nullable()
const changes = Object.fromEntries(COMPARED.map((which) => [which, change]))
const reportSchema = z.strictObject({
  from: day,
  to: day,
  before: z.strictObject({ from: day, to: day }),
  beforeUntil: z.string().nullable(),
  totals: totalsSchema,
  totalsBefore: totalsSchema,
  changes: z.strictObject(changes as Record<Compared, typeof change>),
  tables: z.strictObject(tables as Record<ReportTable, typeof tableSchema>),
})

const range = { from: day, to: day }

export const REPORT_TABLE = {
  /** Send the same request again until the report is done. Both days are included, in either order. */
  readReport: {
    request: z.strictObject({ ...range, order: z.enum(REPORT_ORDERS) }),
    answer: z.discriminatedUnion('done', [
      z.strictObject({ done: z.literal(false), share: z.number().min(0).max(1) }),
      z.strictObject({ done: z.literal(true), report: reportSchema }),
    ]) as unknown as z.ZodType<ReportStep>,
  },
  /** Prints the page in the system's dialog, or as a PDF into the documents folder. Null where it went to a printer. */
  printReport: {
    request: z.strictObject({ ...range, table: z.enum(REPORT_TABLES), on: z.enum(['paper', 'pdf']) }),
    answer: z.strictObject({ path: z.string().nullable() }),
  },
  /** Writes all rows of one table into the documents folder. */
  exportReport: {
    request: z.strictObject({ ...range, table: z.enum(REPORT_TABLES), format: z.enum(['csv', 'xlsx']) }),
    answer: z.strictObject({ path: z.string() }),
  },
  /** Writes the accounting entries of these days, in the shop's own accounts, into the documents folder. */
  exportEntries: {
    request: z.strictObject({ ...range, by: z.enum(ENTRIES_BY), format: z.enum(['csv', 'xlsx']) }),
    answer: z.strictObject({ path: z.string() }),
  },
  /** The numbers of the accounts, as typed. */
  saveAccounts: { request: typedAccountNumbers, answer: z.undefined() },
} as const satisfies Record<(typeof REPORT_VERBS)[number], { request: z.ZodType; answer: z.ZodType }>
