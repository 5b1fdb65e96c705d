/**
 * What an owner asks about the other tills of the shop. The answers come from the shop database over the link, and are
 * computed by the code that computes the own figures: the rows go into a journal in memory, which has the journal's readers.
 * Nothing at the counter waits for it.
 */
import { z } from 'zod'
import { codeOfChoice, type TillChoice, type TillFigures } from '../../../shared/books/all-tills.ts'
import type { DayRange, ReportOrder, ReportStep, ReportTable } from '../../../shared/books/report.ts'
import type { ShiftReport } from '../../../shared/books/shift.ts'
import type { Today } from '../../../shared/books/today.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import type { PaymentProvider } from '../../../shared/sale/providers.ts'
import { dayAfter, shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { History } from '../../books/history/index.ts'
import { createReports, figuresOfReport, type Reports } from '../../books/reports/index.ts'
import { zOf } from '../../books/shifts/index.ts'
import { journalInMemory, type ProjectionReaders } from '../../storage/projections/index.ts'
import type { AuditPlace, ShopLink } from '../link/index.ts'
import { booksOfTills, shopOfLink } from './books-of-tills.ts'
import { journalOfFigures } from './journal-of-figures.ts'
import { paymentsOfTills } from './payments-of-tills.ts'
import { salesOfTills } from './sales-of-tills.ts'
import { tillFigures } from './till-figures.ts'

type Parts = {
  readonly link: Pick<ShopLink, 'ask' | 'member'>
  /** The name under which a product was sold; null where nobody here knows it. */
  readonly nameOf: (code: string) => string | null
  /** Of this till. */
  readonly history: History
  /** Of this till. */
  readonly journal: Pick<ProjectionReaders, 'sales'>
  readonly payments: PaymentProvider
  readonly clock: Pick<Clock, 'now'>
}

/** The page of today shows the differences of the last shifts: after a weekend those of Friday. */
const DAYS_OF_SHIFTS = 3

type Figures = {
  readonly reports: Reports
  readonly tills: readonly TillFigures[]
  readonly close: () => void
}

export function createAllTills({ link, nameOf, history, journal, payments, clock }: Parts) {
  const sales = salesOfTills({ link, history, clock })
  let known: readonly string[] = []
  let underWay: { readonly of: string; readonly figures: Promise<Figures> } | null = null

  const figuresOf = async (till: TillChoice, days: DayRange, earlier = 0): Promise<Figures> => {
    const now = clock.now()
    const { range, asked } = figuresOfReport(days, now, earlier)
    const told = await link.ask((database) => database.figures(codeOfChoice(till), asked))
    const journal = await journalOfFigures(told, codeOfChoice(till), nameOf)
    const until = shopMoment(dayAfter(range.to, 1))
    return {
      reports: createReports({ journal, now: () => now }),
      tills: tillFigures(told.tills, {
        ...{ me: link.member()?.code ?? null, now, until },
        unread: journal.unread,
      }),
      close: journal.close,
    }
  }

  return {
    sales,
    /** Asks the payment service whether another till's sale was paid. */
    checkPayment: paymentsOfTills({ link, one: sales.one, payments, sales: journal.sales, clock }),
    audit: auditOfTills({ link }),
    books: booksOfTills({ shops: [shopOfLink(link)], me: () => link.member()?.code ?? null, clock }),
    /** The terminal codes of the shop's other tills: without a connection those that were known before. */
    others: async (): Promise<readonly string[]> => {
      if (link.member() === null) return []
      const tills = await link.ask((database) => database.fleet()).catch(() => null)
      if (tills !== null)
        known = tills
          // A till that waits for a new login may have sales, if the server ever heard from it.
          .filter(({ isMe, state, silentMs }) => !isMe && (state !== 'pairing' || silentMs !== null))
          .map(({ code }) => code)
      return known
    },
    /** The Z of a shift of another till; null while it is open. Throws NOT_FOUND. */
    z: async (shiftId: string): Promise<ShiftReport | null> => {
      if (link.member() === null) throw new CommandRefused('NOT_FOUND')
      const rows = await link.ask((database) => database.rows('shift', shiftId))
      const journal = journalInMemory()
      try {
        for (const { body } of rows) journal.takeShift(body)
        const record = journal.shifts.byId(shiftId)
        if (record === null) throw new CommandRefused('NOT_FOUND')
        return zOf(journal.shifts, record)
      } finally {
        journal.close()
      }
    },
    /** Computes one short step of a report, as `Reports.step`. The first step asks the shop database. */
    reportStep: async (till: TillChoice, days: DayRange, order: ReportOrder): Promise<ReportStep> => {
      const of = JSON.stringify([till, days])
      if (underWay?.of !== of) underWay = { of, figures: figuresOf(till, days) }
      const mine = underWay
      try {
        const { reports, tills } = await mine.figures
        const step = reports.step(days, order)
        if (step.done && underWay === mine) underWay = null
        return step.done ? { ...step, tills } : step
      } catch (error) {
        if (underWay === mine) underWay = null
        throw error
      }
    },
    /** As `Reports.today`. */
    today: async (till: TillChoice): Promise<Today> => {
      const day = shopDay(clock.now())
      const { reports, tills, close } = await figuresOf(till, { from: day, to: day }, DAYS_OF_SHIFTS)
      try {
        return { ...(await reports.today()), tills: [...tills] }
      } finally {
        close()
      }
    },
    /** All rows of one table, as `Reports.table`. */
    reportTable: async (till: TillChoice, days: DayRange, table: ReportTable) => {
      const { reports, tills, close } = await figuresOf(till, days)
      try {
        return { ...(await reports.table(days, table)), tills }
      } finally {
        close()
      }
    },
  }
}

const someone = z.nullable(z.object({ id: z.string(), name: z.string(), role: z.string() }))
const entry = z.object({
  kind: z.string(),
  about: z.record(z.string(), z.unknown()),
  who: someone,
  approvedBy: someone,
})

/** The audit trail of all tills, newest first. An entry that cannot be read is still listed, with its time and its till. */
const auditOfTills =
  ({ link }: { readonly link: Pick<ShopLink, 'ask'> }) =>
  async (till: TillChoice, before: AuditPlace | null, most: number) => {
    const rows = await link.ask((database) => database.audit(codeOfChoice(till), before, most))
    return rows.map(({ body, sequence, ...place }) => {
      const read = entry.safeParse(JSON.parse(body))
      const { kind, about, who, approvedBy } = read.success ? read.data : UNREADABLE
      const sale =
        typeof about.saleId === 'string' && sequence !== null ? { id: about.saleId, sequence } : null
      return { ...place, action: kind, about, who, approvedBy, sale }
    })
  }

const UNREADABLE: z.output<typeof entry> = { kind: '?', about: {}, who: null, approvedBy: null }
