/** Commands of reports and of the accounting export. */
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { type TillChoice, tillChoiceSchema } from '../../../shared/books/all-tills.ts'
import {
  type DayRange,
  REPORT_ORDERS,
  REPORT_TABLES,
  type ReportTable,
  reportStepSchema,
  sortingSchema,
  toIssueListSchema,
} from '../../../shared/books/report.ts'
import { todaySchema } from '../../../shared/books/today.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { ENTRIES_BY } from '../../../shared/shop/ledger-accounts.ts'
import { sorted } from '../../../shared/texts/report-words.ts'
import { ownTurn } from '../../base/chunked.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import { exportReport as writeReport } from '../../books/reports/index.ts'
import { reportPage } from '../../paper/facts/index.ts'
import { fileName } from '../../shop/tables/index.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, defineCommand, wholeRequest } from './define-command.ts'
import { day, tableFormat, writtenFile } from './schemas.ts'
import { seesExpected } from './sees-expected.ts'

/** A range that includes both days. */
const range = z.strictObject({ from: day, to: day })
/** Of which tills the report is. */
const report = range.extend({ till: tillChoiceSchema.default('this') })

/** All rows of a table, with how current each till's figures are. */
async function tableOf(
  { session }: Pick<CommandContext, 'session'>,
  { till, table, ...days }: DayRange & { readonly till: TillChoice; readonly table: ReportTable },
) {
  const { reports } = session().books
  const { allTills } = session().manyTills
  if (till !== 'this') return allTills.reportTable(till, days, table)
  return { ...(await reports.table(days, table)), tills: [] }
}

/** For the audit row: one of this till names no tills. */
const ofTills = (till: TillChoice) => (till === 'this' ? {} : { till })
/** What the name of a file ends with. */
const nameOfTills = (till: TillChoice): string => (till === 'this' ? '' : `-${till}`)

/** Computes one step of a report: send the same request again until it is done. The days may come in either order. */
export const readReport = backgroundCommand({
  request: report.extend({ order: z.enum(REPORT_ORDERS) }),
  reply: reportStepSchema,
  permission: 'reports',
  handle: async ({ session }, { till, order, ...days }) => {
    await ownTurn()
    return till === 'this'
      ? session().books.reports.step(days, order)
      : session().manyTills.allTills.reportStep(till, days, order)
  },
})

/** The figures of today, of this till or of the shop's tills. */
export const today = backgroundCommand({
  request: z.strictObject({ till: tillChoiceSchema.default('this') }),
  reply: todaySchema,
  permission: 'reports',
  handle: async (context, { till }) => {
    const { books, manyTills } = context.session()
    const figures =
      till === 'this' ? { ...(await books.reports.today()), tills: [] } : await manyTills.allTills.today(till)
    return seesExpected(context) ? figures : { ...figures, drawers: null }
  },
})

/**
 * Prints all rows of one table with the system's dialog, or saves them as a PDF in the documents folder: then `path` is
 * its path.
 */
export const printReport = defineCommand({
  request: report.extend({
    table: z.enum(REPORT_TABLES),
    /** Null for the table's own order. */
    sorting: sortingSchema.nullable(),
    on: z.enum(['paper', 'pdf']),
  }),
  reply: z.strictObject({ path: z.string().nullable() }),
  permission: 'reports',
  audit: ({ from, to, till, table, on }) => ({ from, to, table, on, ...ofTills(till) }),
  handle: async (
    { session, clock, computer: { pagePaper, documents }, shop: { settings } },
    { sorting, on, ...asked },
  ) => {
    if (pagePaper === null) throw new CommandRefused('PAGE_PRINTER_MISSING')
    const { language, shop: seller } = settings.read()
    const { table } = asked
    const { from, to, rows, tills } = await tableOf({ session }, asked)
    const testMode = session().mode === 'test'
    const page = reportPage({
      from,
      to,
      table,
      rows: sorted(rows, sorting),
      shop: seller.name,
      tills,
      testMode,
      language,
      now: clock.now(),
    })
    if (on === 'paper') {
      const end = await pagePaper.print(page)
      if (end === 'no printer') throw new CommandRefused('PAGE_PRINTER_MISSING')
      if (end === 'failed') throw new CommandRefused('PRINTER_FAILED')
      return { path: null }
    }
    const name = fileName({ testMode, language }, language === 'mn' ? 'tailan' : 'report')
    const pdf = await pagePaper.pdf(page)
    return writeDocument(documents, `${name}-${table}-${from}_${to}${nameOfTills(asked.till)}.pdf`, (draft) =>
      writeFile(draft, pdf, { flush: true }),
    )
  },
})

/** Writes all rows of one table into the documents folder. */
export const exportReport = defineCommand({
  request: report.extend({ table: z.enum(REPORT_TABLES), format: tableFormat }),
  reply: writtenFile,
  permission: 'reports',
  audit: ({ till, ...asked }) => ({ ...asked, ...ofTills(till) }),
  handle: async (context, { format, ...asked }) => {
    const { table } = asked
    const { from, to, rows, tills } = await tableOf(context, asked)
    const { language } = context.shop.settings.read()
    const { documents: folder } = context.computer
    const testMode = context.session().mode === 'test'
    return {
      path: await writeReport({
        from,
        to,
        table,
        rows,
        tills,
        more: nameOfTills(asked.till),
        format,
        folder,
        language,
        testMode,
      }),
    }
  },
})

/** A page has room for so many; the export has all. */
const MOST_TO_ISSUE = 500

/** Sale by sale, the e-receipts of one day to issue elsewhere. */
export const listToIssue = backgroundCommand({
  request: z.strictObject({ day }),
  reply: toIssueListSchema,
  permission: 'reports',
  handle: async (context, asked) => {
    const rows = await context.session().books.reports.toIssue(asked.day)
    return { rows: rows.slice(0, MOST_TO_ISSUE), all: rows.length }
  },
})

/**
 * Opens the folder of the exports in the system's file manager. The page names no folder. In kiosk mode that window is a
 * way out of the till, for those who may also turn the mode off.
 */
export const openDocuments = defineCommand({
  permission: 'copy-receipt',
  permissionFor: (_nothing, { shop: { settings } }) => (settings.read().kiosk === 'on' ? 'settings' : null),
  handle: (context) => context.computer.openDocuments(),
})

/** Writes the accounting entries of these days, with the shop's own accounts, into the documents folder. */
export const exportEntries = defineCommand({
  request: range.extend({ by: z.enum(ENTRIES_BY), format: tableFormat }),
  reply: writtenFile,
  permission: 'reports',
  audit: wholeRequest,
  handle: async (context, asked) => {
    const { accounts, language } = context.shop.settings.read()
    const { mode } = context.session()
    const { reports } = context.session().books
    const testMode = mode === 'test'
    return {
      path: await reports.entries({
        ...asked,
        accounts,
        language,
        testMode,
        folder: context.computer.documents,
      }),
    }
  },
})
