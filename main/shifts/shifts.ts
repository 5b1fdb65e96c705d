/** Shifts: open, move cash, report, count and close. Works without the service (law 7). */
import { randomBytes, randomUUID } from 'node:crypto'
import { CommandRefused, type FailureName } from '../../shared/failure.ts'
import { LARGEST_MONEY, type Money, money, NO_MONEY, sumMoney } from '../../shared/money.ts'
import type { Settings } from '../../shared/settings.ts'
import {
  type CashWay,
  type CountDraft,
  type CountLine,
  countSum,
  SALE_TENDERS,
  type Shift,
  type ShiftCount,
  type ShiftEvent,
  type ShiftlessDay,
  type ShiftReport,
  type ShiftRow,
  type ShiftStatus,
  type ShiftTotals,
} from '../../shared/shift.ts'
import { shopDay } from '../../shared/shop-day.ts'
import type { Cashier } from '../../shared/staff.ts'
import { typedMoney } from '../../shared/typed-money.ts'
import { type CashMoves, drawerJobs } from '../counter/index.ts'
import type { Clock } from '../environment.ts'
import type { NewPrintJob, ShiftReader, ShiftRecord, SumReader } from '../projections/index.ts'
import type { Journal } from '../store/index.ts'
import { addUp, cashOf, expectedIn, type ShiftReads, sumsIn } from './add-up.ts'
import { type Draft, drafted, draftOf } from './count-draft.ts'
import { movesOf, shiftOf } from './fold.ts'
import { wholeTotals } from './older-totals.ts'

export type Shifts = {
  readonly news: () => ShiftStatus
  /** Refuses where the shop takes money only in shifts and none is open. */
  readonly mayTakeMoney: () => void
  readonly cashMoves: CashMoves
  readonly open: (float: string) => void
  readonly move: (way: CashWay, amount: string, reason: string) => void
  readonly draft: (shiftId: string, lines: readonly CountLine[], done: boolean) => CountDraft
  readonly close: (closing: Closing) => { readonly shiftId: string; readonly zNumber: number }
  /** The present totals, or those of its Z for a closed shift. Null asks for the open shift. */
  readonly report: (shiftId: string | null) => ShiftReport | null
  readonly draftOf: (shiftId: string) => CountDraft | null
  readonly list: () => { readonly shifts: readonly ShiftRow[]; readonly shiftless: readonly ShiftlessDay[] }
  readonly printX: (shiftId: string) => void
  /** The finished count; null where there is none, or the shift was closed without one. */
  readonly counted: (shiftId: string) => DrawerCounted | null
  /** Prints the count on a slip, to be kept with the money. */
  readonly printCount: (shiftId: string) => void
  /** Prints the Z again, marked as a copy. */
  readonly printZ: (shiftId: string) => void
}

/** A finished count: the newest one of an open shift, the final one of a closed shift. */
export type DrawerCounted = {
  readonly shift: Shift
  readonly lines: readonly CountLine[]
  readonly counted: Money
  readonly expected: Money
  readonly difference: Money
  /** Who counted; null where nobody is signed in. */
  readonly by: string | null
}

export type Closing = {
  readonly shiftId: string
  /** Null closes a left shift without a count, because nobody can count its drawer any more. */
  readonly lines: readonly CountLine[] | null
  /** The expected amount that the person saw. */
  readonly expected: number | null
  readonly reason: string
}

export type ShiftsParts = {
  readonly journal: ShiftReads & Pick<Journal, 'shifts' | 'printJobs' | 'tag'>
  readonly clock: Pick<Clock, 'now'>
  readonly settings: () => Settings
  /** The person who is signed in, or null. */
  readonly cashier: () => Cashier | null
}

/** How many shifts the list has. */
const LISTED = 60
/** How far back the list of days without a shift goes where there never was a shift. */
const SHIFTLESS_MS = 31 * 24 * 3_600_000

export function createShifts(parts: ShiftsParts): Shifts {
  const { journal, clock, settings, cashier } = parts

  const known = (shiftId: string): ShiftRecord => journal.shifts.byId(shiftId) ?? refuse('SHIFT_UNKNOWN')
  const current = (): ShiftRecord => journal.shifts.open() ?? refuse('SHIFT_NOT_OPEN')
  const notClosed = (shiftId: string): ShiftRecord => {
    const shift = known(shiftId)
    return shift.state === 'closed' ? refuse('SHIFT_NOT_OPEN') : shift
  }

  const record = (
    shift: ShiftRecord,
    event: ShiftEvent,
    newJobs: readonly NewPrintJob[],
    at = clock.now(),
  ): void => {
    journal.shifts.commit({
      shift: { ...shift, version: shift.version + 1 },
      at,
      events: [event],
      newJobs,
    })
  }

  const compared = (shiftId: string, { lines, first }: Draft): CountDraft => {
    if (first === null && settings().shifts.count === 'blind') return { lines, compared: null }
    const expected = expectedIn(journal.sums, shiftId)
    const counted = countSum(lines)
    const difference = money(counted - expected)
    const reasonNeeded = Math.abs(difference) > settings().shifts.reasonAbove
    return { lines, compared: { counted, expected, difference, reasonNeeded } }
  }

  const countOf = (shiftId: string, lines: readonly CountLine[], expected: Money): ShiftCount => {
    const counted = countSum(lines)
    const first =
      settings().shifts.count === 'blind' ? (draftOf(journal.shifts, shiftId)?.first ?? null) : null
    return {
      lines: lines.filter(({ count }) => count > 0),
      counted,
      difference: money(counted - expected),
      firstCounted: first === counted ? null : first,
    }
  }

  const print = (kind: 'x-report' | 'z-copy' | 'drawer-count', shiftId: string): void => {
    journal.printJobs.queue({ id: randomUUID(), kind, shiftId }, null, clock.now())
  }

  const counted = (shiftId: string): DrawerCounted | null => {
    const shift = shiftOf(journal.shifts, known(shiftId))
    if (shift.count !== null) {
      const { lines, counted: sum, difference } = shift.count
      return { shift, lines, counted: sum, difference, expected: money(sum - difference), by: nameOf(shift) }
    }
    const draft = shift.state === 'closed' ? null : draftOf(journal.shifts, shiftId)
    const done = draft && compared(shiftId, draft)
    if (!done?.compared) return null
    const { counted: sum, expected, difference } = done.compared
    const by = cashier()?.name ?? nameOf(shift)
    return { shift, lines: done.lines, counted: sum, expected, difference, by }
  }

  const mayTakeMoney = (): void => {
    if (settings().shifts.selling === 'required') current()
  }

  /** Refuses where the drawer should hold less. Without a shift its content is unknown and nothing is checked. */
  const mustHave = (out: Money): void => {
    const shift = out > NO_MONEY ? journal.shifts.open() : null
    if (shift && out > expectedIn(journal.sums, shift.id)) refuse('DRAWER_TOO_LITTLE')
  }

  return {
    news: () => {
      const open = journal.shifts.open()
      return {
        open: open && { id: open.id, openedAt: open.openedAt, by: shiftOf(journal.shifts, open).openedBy },
        missing: open === null && settings().shifts.selling === 'required',
      }
    },
    mayTakeMoney,
    cashMoves: (out) => {
      mayTakeMoney()
      mustHave(out)
      return drawerJobs(settings())
    },
    open: (typed) => {
      if (journal.shifts.open() !== null) return refuse('SHIFT_OPEN_ALREADY')
      const float = typed.trim() === '' ? NO_MONEY : amountOf(typed)
      const terminal = settings().terminalCode
      const at = clock.now()
      const shift: ShiftRecord = {
        id: randomBytes(6).toString('hex'),
        terminal,
        tag: journal.tag,
        state: 'open',
        openedAt: at,
        closedAt: null,
        zNumber: null,
        version: 0,
      }
      const periods = journal.shifts.untoldPeriods()
      const cashBefore = cashOf(journal.sums, periods)
      const event = { kind: 'shift-opened', terminal, float, by: cashier(), periods, cashBefore } as const
      record(shift, event, drawerJobs(settings()), at)
    },
    move: (way, typed, reason) => {
      const shift = current()
      const amount = amountOf(typed)
      if (amount === NO_MONEY) refuse('SUM_INVALID')
      const words = tidy(reason)
      if (words === '') refuse('REASON_MISSING')
      if (way === 'out') mustHave(amount)
      const kind = way === 'in' ? 'cash-in' : 'cash-out'
      record(shift, { kind, amount, reason: words, by: cashier() }, drawerJobs(settings()))
    },
    draft: (shiftId, lines, done) => {
      notClosed(shiftId)
      const draft = drafted(draftOf(journal.shifts, shiftId), shiftId, lines, done)
      journal.shifts.keepCountDraft(shiftId, JSON.stringify(draft))
      return compared(shiftId, draft)
    },
    draftOf: (shiftId) => {
      const draft = draftOf(journal.shifts, shiftId)
      return draft && compared(shiftId, draft)
    },
    close: ({ shiftId, lines, expected, reason }) => {
      const shift = known(shiftId)
      // A double tap: the shift is already closed.
      if (shift.zNumber !== null) return { shiftId, zNumber: shift.zNumber }
      if (lines === null && shift.state !== 'left') return refuse('COUNT_MISSING')
      const totals = addUp(journal, shiftId)
      if (lines !== null && totals.drawer.expected !== expected) refuse('SHIFT_MOVED')
      const count = lines === null ? null : countOf(shiftId, lines, totals.drawer.expected)
      const words = tidy(reason)
      if (count !== null && Math.abs(count.difference) > settings().shifts.reasonAbove && words === '')
        refuse('REASON_MISSING')
      const zNumber = journal.shifts.nextZ(shift.terminal)
      const at = clock.now()
      const closed: ShiftRecord = { ...shift, state: 'closed', closedAt: at, zNumber }
      const { shop: seller } = settings()
      const event = {
        kind: 'shift-closed',
        zNumber,
        totals,
        count,
        reason: words,
        by: cashier(),
        seller,
      } as const
      record(closed, event, [{ id: randomUUID(), kind: 'z-report', shiftId }], at)
      return { shiftId, zNumber }
    },
    report: (shiftId) => {
      const shift = shiftId === null ? journal.shifts.open() : known(shiftId)
      if (shift === null) return null
      const events = journal.shifts.events(shift.id)
      return {
        shift: shiftOf(journal.shifts, shift),
        totals: closedTotals(journal.shifts, shift.id) ?? addUp(journal, shift.id),
        moves: movesOf(events),
      }
    },
    list: () => {
      const shifts = journal.shifts.latest(LISTED, Number.MAX_SAFE_INTEGER)
      const oldest = shifts.length < LISTED ? null : (shifts.at(-1)?.openedAt ?? null)
      const from = oldest ?? Math.min(shifts.at(-1)?.openedAt ?? Infinity, clock.now() - SHIFTLESS_MS)
      return {
        shifts: shifts.map((shift) => rowOf(journal.shifts, shift)),
        shiftless: shiftlessSince(journal.sums, from),
      }
    },
    printX: (shiftId) => print('x-report', notClosed(shiftId).id),
    counted,
    printCount: (shiftId) =>
      counted(shiftId) === null ? refuse('COUNT_MISSING') : print('drawer-count', shiftId),
    printZ: (shiftId) =>
      known(shiftId).state === 'closed' ? print('z-copy', shiftId) : refuse('SHIFT_NOT_CLOSED'),
  }
}

function refuse(name: FailureName): never {
  throw new CommandRefused(name)
}

const nameOf = ({ closedBy, openedBy }: Shift): string | null => (closedBy ?? openedBy)?.name ?? null

const closedTotals = (shifts: Pick<ShiftReader, 'events'>, shiftId: string): ShiftTotals | null => {
  for (const { event } of shifts.events(shiftId))
    if (event.kind === 'shift-closed') return wholeTotals(event.totals)
  return null
}

function rowOf(shifts: Pick<ShiftReader, 'events'>, record: ShiftRecord): ShiftRow {
  const { id, terminal, state, zNumber, openedAt, closedAt, openedBy, closedBy, count } = shiftOf(
    shifts,
    record,
  )
  return {
    id,
    terminal,
    state,
    zNumber,
    openedAt,
    closedAt,
    by: closedBy ?? openedBy,
    net: closedTotals(shifts, id)?.net ?? null,
    difference: count?.difference ?? null,
  }
}

/** Days with sales or money without a shift, newest first. */
function shiftlessSince(sums: SumReader, from: number): ShiftlessDay[] {
  const rows = (['hour', ...SALE_TENDERS] as const).flatMap((account) =>
    sums.withoutShift(account, shopDay(from)),
  )
  return [...new Set(rows.map(({ book }) => book))]
    .sort()
    .reverse()
    .map((book) => {
      const { tally } = sumsIn(rows.filter((row) => row.book === book))
      const others = SALE_TENDERS.filter((tender) => tender !== 'cash').map((one) => tally(one).amount)
      const [cash, day] = [tally('cash').amount, book.slice(-'yyyy-MM-dd'.length)]
      return { day, sales: tally('hour'), cash, others: sumMoney(others) }
    })
}

/** Cash is in whole tugriks, as notes and coins are. */
function amountOf(typed: string): Money {
  const amount = typedMoney(typed) ?? refuse('SUM_INVALID')
  if (amount % 100 !== 0) refuse('SUM_INVALID')
  return amount <= LARGEST_MONEY ? amount : refuse('AMOUNT_TOO_LARGE')
}

const LONGEST_REASON = 200

const tidy = (reason: string): string => reason.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON)
