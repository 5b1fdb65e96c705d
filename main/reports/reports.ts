import {
  type DayRange,
  REPORT_TABLES,
  type Report,
  type ReportOrder,
  type ReportStep,
  type ReportTable,
  type TableOfReport,
  type ToIssueRow,
} from '../../shared/report.ts'
import { dayAfter, shopDay } from '../../shared/shop-day.ts'
import { type EntriesFile, pauses, toIssueOfDay, writeEntries } from '../accounting/index.ts'
import { ownTurn } from '../chunked.ts'
import type { ShiftRecord } from '../projections/index.ts'
import type { JournalReader } from '../store/index.ts'
import { daysIn, rangeBefore } from './days.ts'
import { comparedUntil, gather, gatherBefore, nothingYet, shiftOn, withoutShift } from './gather.ts'
import { type Gathering, tableOf } from './tables.ts'
import { changesBetween, totalsOf } from './totals.ts'

export type Reports = {
  /** Computes one short step; the last one returns the report. */
  readonly step: (asked: DayRange, order: ReportOrder) => ReportStep
  /** All rows of one table, computed in short steps so that the till can work between them. */
  readonly table: (
    asked: DayRange,
    table: ReportTable,
  ) => Promise<Pick<Report, 'from' | 'to'> & TableOfReport>
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
const STEP_MS = 4
/** The page shows this many rows; the export has all. */
const MOST_ROWS = 200

/** More than a shop has in ten years. */
const MOST_SHIFTS = 40_000
/** A report is restarted at most this often when sales come in while it is computed. */
const MOST_AGAIN = 3

/** How many days the first read takes. */
const FIRST_PIECE = 4

type Draft = {
  /** The number of commits when the report began. After another commit the report is out of date. */
  readonly commits: number
  readonly gathering: Gathering
  /** See `comparedUntil`. */
  readonly until: string | null
  /** The next day to read, and how many are left. */
  next: string
  left: number
  readonly all: number
  /** The shifts still to read, newest first; they are read from the end. */
  readonly shiftsLeft: ShiftRecord[]
  /** How many more times the report may be restarted because of new sales. */
  readonly again: number
  /** How many days the next read takes. */
  piece: number
}

/** Reports from the journal's sums. Works without the service. */
export function createReports({ journal, now }: Parts): Reports {
  let kept: Draft | null = null
  const nameOf = (code: string): string => journal.sums.soldName(code) ?? ''
  const isStale = ({ commits, gathering: { range, before }, until }: Draft): boolean =>
    commits !== journal.commits() || until !== comparedUntil(range, before, now())
  const fresh = (range: DayRange, again = MOST_AGAIN): Draft => begun(journal, range, now(), again)
  /** Computes one step. Restarts after a new commit, so that all figures of a report are of one moment. */
  const advanced = (draft: Draft): Draft => {
    advance(journal, draft)
    const { commits, gathering, again } = draft
    return isWhole(draft) && commits !== journal.commits() && again > 0
      ? fresh(gathering.range, again - 1)
      : draft
  }
  return {
    step: (asked, order) => {
      const range = orderedRange(asked, journal.sums.span)
      if (kept === null || !isOf(kept, range) || (isWhole(kept) && isStale(kept))) kept = fresh(range)
      kept = advanced(kept)
      if (!isWhole(kept)) return { done: false, share: 1 - kept.left / Math.max(1, kept.all) }
      return { done: true, report: reportOf(kept, nameOf, order), tills: [] }
    },
    table: async (asked, table) => {
      const range = orderedRange(asked, journal.sums.span)
      let draft = advanced(fresh(range))
      while (!isWhole(draft)) {
        await ownTurn()
        draft = advanced(draft)
      }
      const rows = tableOf(table, draft.gathering, nameOf, 'amount')
      return { ...range, rows, all: rows.length }
    },
    toIssue: (day) => toIssueOfDay(journal.dayEntries, day, pauses()),
    entries: (asked) => writeEntries({ ...asked, dayEntries: journal.dayEntries }),
  }
}

const isOf = ({ gathering }: Draft, { from, to }: DayRange): boolean =>
  gathering.range.from === from && gathering.range.to === to

function begun(journal: Parts['journal'], range: DayRange, now: number, again: number): Draft {
  const known = journal.sums.span()
  const before = rangeBefore(range)
  const until = comparedUntil(range, before, now)
  const gatheredBefore = gatherBefore(journal.sums, before, until)
  const next = known === null || range.from > known.first ? range.from : known.first
  const last = known === null || range.to < known.last ? range.to : known.last
  const all = known === null ? 0 : Math.max(0, daysIn({ from: next, to: last }))
  const owed = nothingYet()
  // A clock that was ahead has posted on future days, so a report until today includes all that is owed.
  const end = range.to >= shopDay(now) ? undefined : range.to
  for (const account of ['e-receipt', 'payers'] as const) gather(owed, journal.sums.allTime(account, end))
  const gathering = {
    range,
    before,
    gathered: nothingYet(),
    gatheredBefore,
    owed,
    shifts: [],
    withoutShift: withoutShift(journal.sums, range),
  }
  const shiftsLeft = [...journal.shifts.latest(MOST_SHIFTS, Number.MAX_SAFE_INTEGER)]
  const commits = journal.commits()
  return { commits, gathering, until, again, next, piece: FIRST_PIECE, all, left: all, shiftsLeft }
}

function advance(journal: Parts['journal'], draft: Draft): void {
  const begin = performance.now()
  while (!isWhole(draft) && performance.now() - begin < STEP_MS)
    if (draft.left > 0) onePiece(journal, draft)
    else oneShift(journal, draft)
}

/** Reads the next days. The number of days doubles after a fast read and halves after a slow one. */
function onePiece(journal: Parts['journal'], draft: Draft): void {
  const begin = performance.now()
  const many = Math.min(draft.piece, draft.left)
  gather(draft.gathering.gathered, journal.sums.ofDays(draft.next, dayAfter(draft.next, many - 1)))
  draft.next = dayAfter(draft.next, many)
  draft.left -= many
  const took = performance.now() - begin
  if (took < STEP_MS / 3) draft.piece *= 2
  else if (took > STEP_MS) draft.piece = Math.max(1, draft.piece >> 1)
}

/** Reads the next shift, earliest first: all of them, because a wrong clock may have opened one years too early. */
function oneShift(journal: Parts['journal'], { gathering, shiftsLeft }: Draft): void {
  const shift = shiftsLeft.pop()
  const found = shift ? shiftOn(journal, shift, gathering.range) : null
  if (found) gathering.shifts.push(found)
}

const isWhole = ({ left, shiftsLeft }: Draft): boolean => left <= 0 && shiftsLeft.length === 0

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

function reportOf(
  { gathering, until }: Pick<Draft, 'gathering' | 'until'>,
  nameOf: (code: string) => string,
  order: ReportOrder,
): Report {
  const { range, before, gathered, gatheredBefore } = gathering
  // Names are looked up only for the rows that are shown.
  const shown = (table: ReportTable): TableOfReport => {
    const rows = tableOf(table, gathering, () => '', order)
    const first =
      table === 'days' ? rows : rows.slice(...(table === 'shifts' ? [-MOST_ROWS] : [0, MOST_ROWS]))
    return {
      all: rows.length,
      rows: table === 'products' ? first.map((row) => ({ ...row, name: nameOf(row.key) })) : first,
    }
  }
  const tables = Object.fromEntries(REPORT_TABLES.map((table) => [table, shown(table)]))
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
