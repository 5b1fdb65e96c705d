import {
  type DayRange,
  REPORT_TABLES,
  type Report,
  type ReportOrder,
  type ReportStep,
  type ReportTable,
  type TableOfReport,
  type ToIssueRow,
} from '../../../shared/books/report.ts'
import type { Today } from '../../../shared/books/today.ts'
import { NOTHING, plus } from '../../../shared/ledger/index.ts'
import { dayAfter, shopDay } from '../../../shared/shop/shop-day.ts'
import { type Chunked, chunked } from '../../base/chunked.ts'
import type { JournalReader } from '../../storage/store/index.ts'
import { type EntriesFile, pauses, toIssueOfDay, writeEntries } from '../accounting/index.ts'
import { daysIn, rangeBefore } from './days.ts'
import {
  comparedUntil,
  daysWithPostings,
  gather,
  gatherBefore,
  inPieces,
  nothingYet,
  type ShiftSum,
  shiftOn,
  withoutShift,
} from './gather.ts'
import { type Gathering, tableOf } from './tables.ts'
import { todayOf } from './today.ts'
import { changesBetween, totalsOf } from './totals.ts'

export type Reports = {
  /** Computes one short step; the last one returns the report. */
  readonly step: (asked: DayRange, order: ReportOrder) => ReportStep
  /** All rows of one table, computed in short steps so that the till can work between them. */
  readonly table: (
    asked: DayRange,
    table: ReportTable,
  ) => Promise<Pick<Report, 'from' | 'to'> & TableOfReport>
  readonly today: () => Promise<Omit<Today, 'tills'>>
  /** Sale by sale, the e-receipts of one day to issue elsewhere. */
  readonly toIssue: (day: string) => Promise<readonly ToIssueRow[]>
  /** Writes the accounting export; returns the path of the file. */
  readonly entries: (asked: Omit<EntriesFile, 'dayEntries'>) => Promise<string>
}

type Parts = {
  readonly journal: Pick<JournalReader, 'sums' | 'shifts' | 'dayEntries' | 'commits'>
  readonly now: () => number
}

/** A step ends when this much time has passed: the till sells between two steps. */
const STEP_MS = 3
/** The page shows this many rows; the export has all. */
const MOST_ROWS = 200
/** A report is restarted at most this often when sales come in while it is computed. */
const MOST_AGAIN = 3
/** A page asks for the next step at once, so a report that waits longer for it was left. */
const LEFT_MS = 5_000
/** How many shifts are read at a time. */
const SHIFTS = 100

/** What the tables of a report are made of. */
type ReportSums = {
  readonly gathering: Gathering
  /** See `comparedUntil`. */
  readonly until: string | null
  /** The number of commits when its first sum was read. After another commit the report is out of date. */
  readonly commits: number
}

type Draft = {
  readonly range: DayRange
  /** The part of the days that is read, from 0 to 1. */
  share: number
  readonly work: Chunked<ReportSums>
  sums: ReportSums | null
  /** When the last step ended, in monotonic ms. -Infinity after the report was returned. */
  stepped: number
  /** The reports that are being made of the same sums, by their order. */
  readonly made: Map<ReportOrder, Chunked<Report>>
}

/** Reports from the journal's sums. Works without the service. */
export function createReports({ journal, now }: Parts): Reports {
  let kept: Draft | null = null
  const nameOf = (code: string): string => journal.sums.soldName(code) ?? ''
  const isStale = ({ commits, gathering: { range, before }, until }: ReportSums): boolean =>
    commits !== journal.commits() || until !== comparedUntil(range, before, now())

  /** If a sale comes in while the sums are read, it reads all of them again: a report shows one moment. */
  function* gathered(range: DayRange, onShare: (share: number) => void = () => {}): Chunked<ReportSums> {
    for (let again = MOST_AGAIN; ; again -= 1) {
      const found = yield* gatherAll(journal, range, now(), onShare)
      if (found.commits === journal.commits() || again === 0) return found
    }
  }
  const draftOf = (range: DayRange): Draft => {
    const work = gathered(range, (share) => {
      draft.share = share
    })
    const draft: Draft = {
      range,
      share: 0,
      work,
      sums: null,
      stepped: Number.NEGATIVE_INFINITY,
      made: new Map(),
    }
    return draft
  }
  /** Takes the draft a piece further. The last piece returns the report. */
  const advance = (draft: Draft, order: ReportOrder): Report | null => {
    if (draft.sums === null) {
      const step = draft.work.next()
      if (step.done) draft.sums = step.value
      return null
    }
    const work = draft.made.get(order) ?? reportOf(draft.sums, nameOf, order)
    draft.made.set(order, work)
    const step = work.next()
    if (!step.done) return null
    draft.stepped = Number.NEGATIVE_INFINITY
    draft.made.delete(order)
    return step.value
  }
  return {
    step: (asked, order) => {
      const begun = performance.now()
      const range = orderedRange(asked, journal.sums.span)
      const isOver = kept?.sums && begun - kept.stepped > LEFT_MS && isStale(kept.sums)
      if (kept === null || isOver || kept.range.from !== range.from || kept.range.to !== range.to)
        kept = draftOf(range)
      do {
        const report = advance(kept, order)
        if (report !== null) return { done: true, report, tills: [] }
        kept.stepped = performance.now()
      } while (kept.stepped < begun + STEP_MS)
      return { done: false, share: kept.share }
    },
    table: async (asked, table) => {
      const range = orderedRange(asked, journal.sums.span)
      const { gathering } = await chunked(gathered(range))
      const rows = tableOf(table, gathering, nameOf, 'amount')
      return { ...range, rows, all: rows.length }
    },
    today: async () => {
      const day = shopDay(now())
      const { gathering, until } = await chunked(gathered({ from: day, to: day }))
      return todayOf(journal, gathering, until, nameOf)
    },
    toIssue: (day) => toIssueOfDay(journal.dayEntries, day, pauses()),
    entries: (asked) => writeEntries({ ...asked, dayEntries: journal.dayEntries }),
  }
}

function* gatherAll(
  { sums, shifts, commits }: Parts['journal'],
  range: DayRange,
  now: number,
  onShare: (share: number) => void,
): Chunked<ReportSums> {
  onShare(0)
  const begun = commits()
  const span = sums.span()
  const before = rangeBefore(range)
  const until = comparedUntil(range, before, now)
  const gatheredBefore = yield* gatherBefore(sums, before, until)
  const owed = nothingYet()
  // A clock that was ahead has posted on future days, so a report until today includes all that is owed.
  const end = range.to >= shopDay(now) ? LAST_DAY : range.to
  const owe = (from: string, to: string): void => {
    for (const account of ['e-receipt', 'payers'] as const) gather(owed, sums.byKey(account, from, to))
  }
  // The shop database adds the days before those of the report up to one sum, which has no day.
  owe('', '')
  const untilEnd = daysWithPostings({ from: '', to: end }, span)
  if (untilEnd) yield* inPieces(untilEnd, owe)
  const gathered = nothingYet()
  const without = { sold: NOTHING, back: 0 }
  const days = daysWithPostings(range, span)
  if (days)
    yield* inPieces(
      days,
      (from, to) => {
        gather(gathered, sums.ofDays(from, to))
        const { sold, back } = withoutShift(sums, from, to)
        without.sold = plus(without.sold, sold)
        without.back += back
      },
      (left) => onShare(1 - left / daysIn(days)),
    )
  const ofShifts = yield* shiftsOn({ sums, shifts }, range)
  const gathering = { range, before, gathered, gatheredBefore, owed, shifts: ofShifts, withoutShift: without }
  return { gathering, until, commits: begun }
}

/**
 * The shifts with sales or returns in the range, the earliest first. It looks at every shift, because a clock that was
 * wrong may have dated one years too early.
 */
function* shiftsOn(journal: Pick<JournalReader, 'sums' | 'shifts'>, range: DayRange): Chunked<ShiftSum[]> {
  const found: { readonly openedAt: number; readonly sum: ShiftSum }[] = []
  for (const portion of journal.shifts.portions(SHIFTS)) {
    yield
    for (const shift of portion) {
      const sum = shiftOn(journal, shift, range)
      if (sum) found.push({ openedAt: shift.openedAt, sum })
      yield
    }
  }
  return found.sort((one, other) => one.openedAt - other.openedAt).map(({ sum }) => sum)
}

/** After every day of the shop. */
const LAST_DAY = '9999'

/** The longest range, so that a mistyped year does not make a table of a million days. */
const MOST_DAYS = 3700

/** The days in order. A range that is too long is cut at its beginning. */
export function orderedRange(
  { from, to }: DayRange,
  span: () => { readonly first: string } | null,
): DayRange {
  const range = from <= to ? { from, to } : { from: to, to: from }
  if (daysIn(range) <= MOST_DAYS) return range
  const first = dayAfter(range.to, 1 - MOST_DAYS)
  const known = span()
  return { from: known !== null && known.first > first ? known.first : first, to: range.to }
}

function* reportOf(
  { gathering, until }: ReportSums,
  nameOf: (code: string) => string,
  order: ReportOrder,
): Chunked<Report> {
  const { range, before, gathered, gatheredBefore } = gathering
  const tables: Partial<Record<ReportTable, TableOfReport>> = {}
  for (const table of REPORT_TABLES) {
    const rows = tableOf(table, gathering, () => '', order)
    const first =
      table === 'days' ? rows : rows.slice(...(table === 'shifts' ? [-MOST_ROWS] : [0, MOST_ROWS]))
    // Names are looked up only for the rows that are shown.
    const named = table === 'products' ? first.map((row) => ({ ...row, name: nameOf(row.key) })) : first
    tables[table] = { all: rows.length, rows: named }
    yield
  }
  const totals = totalsOf(gathered)
  const totalsBefore = totalsOf(gatheredBefore)
  return {
    ...range,
    before,
    beforeUntil: until,
    totals,
    totalsBefore,
    changes: changesBetween(totalsBefore, totals),
    tables: tables as Record<ReportTable, TableOfReport>,
  }
}
