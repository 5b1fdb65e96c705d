/** Schemas of replies about reports. */
import { z } from 'zod'
import {
  COMPARED,
  type Compared,
  REPORT_TABLES,
  type ReportStep,
  type ReportTable,
  type TableOfReport,
} from '../report.ts'

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

export const reportStepSchema = z.discriminatedUnion('done', [
  z.strictObject({ done: z.literal(false), share: z.number().min(0).max(1) }),
  z.strictObject({ done: z.literal(true), report: reportSchema }),
]) as unknown as z.ZodType<ReportStep>
