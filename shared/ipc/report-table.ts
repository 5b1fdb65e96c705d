/** Requests and answers of the verbs of reports: part of the IPC table. */
import { z } from 'zod'
import { ENTRIES_BY, typedAccountNumbers } from '../ledger-accounts.ts'
import { REPORT_ORDERS, REPORT_TABLES, reportStepSchema } from '../report.ts'
import type { REPORT_VERBS } from './report-verbs.ts'

const day = z.iso.date()
const range = { from: day, to: day }

export const REPORT_TABLE = {
  /** Send the same request again until the report is done. Both days are included, in either order. */
  readReport: {
    request: z.strictObject({ ...range, order: z.enum(REPORT_ORDERS) }),
    answer: reportStepSchema,
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
