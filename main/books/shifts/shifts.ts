/** Shifts: open, move cash, report, count and close. Works without the service (law 7). */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  type CashWay,
  type CountDraft,
  type CountLine,
  SHIFTS_A_PAGE,
  type ShiftEvent,
  type ShiftlessDay,
  type ShiftReport,
  type ShiftRow,
  type ShiftStatus,
  type ShiftTotals,
} from '../../../shared/books/shift.ts'
import { refuse } from '../../../shared/failure.ts'
import { LARGEST_MONEY, type Money, NO_MONEY } from '../../../shared/money/money.ts'
import { typedMoney } from '../../../shared/money/typed-money.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import { oneLine } from '../../../shared/texts/one-line.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { type CashMoves, drawerJobs } from '../../sale/index.ts'
import type { NewPrintJob, ShiftRecord } from '../../storage/projections/index.ts'
import type { Journal, JournalWriter } from '../../storage/store/index.ts'
import { addUp, cashOf, expectedIn, type ShiftReads } from './add-up.ts'
import { createCounting, type DrawerCounted } from './counting.ts'
import { shiftOf } from './fold.ts'
import { listOf, reportOf } from './shift-list.ts'

export type Shifts = {
  readonly status: () => ShiftStatus
  /** Refuses where the shop takes money only in shifts and none is open. */
  readonly mayTakeMoney: () => void
  readonly cashMoves: CashMoves
  readonly open: (float: string) => void
  readonly move: (way: CashWay, amount: string, reason: string) => void
  /** `isBlind`, here and below: the person may see the expected amount only after finishing the count. */
  readonly draft: (
    shiftId: string,
    lines: readonly CountLine[],
    done: boolean,
    isBlind?: boolean,
  ) => CountDraft
  readonly close: (
    closing: Closing,
    isBlind?: boolean,
  ) => { readonly shiftId: string; readonly zNumber: number }
  /** The present totals, or those of its Z for a closed shift. Null asks for the open shift. */
  readonly report: (shiftId: string | null) => ShiftReport | null
  readonly draftOf: (shiftId: string, isBlind?: boolean) => CountDraft | null
  readonly list: (
    most?: number,
    also?: string | null,
  ) => {
    readonly shifts: readonly ShiftRow[]
    readonly rest: number
    readonly shiftless: readonly ShiftlessDay[]
  }
  readonly printX: (shiftId: string) => void
  /** The finished count; null where there is none, or the shift was closed without one. */
  readonly counted: (shiftId: string) => DrawerCounted | null
  /** Prints the count on a slip, to be kept with the money. */
  readonly printCount: (shiftId: string, isBlind?: boolean) => void
  /** The shop database has a Z of the terminal with this number: the next ones go on after it. */
  readonly noteLastZ: (terminal: string, zNumber: number) => void
  /** Prints the Z again, marked as a copy. */
  readonly printZ: (shiftId: string) => void
}

type Closing = {
  readonly shiftId: string
  /** Null closes a left shift without a count, because nobody can count its drawer any more. */
  readonly lines: readonly CountLine[] | null
  /** The expected amount that the person saw. */
  readonly expected: number | null
  readonly reason: string
}

export type ShiftsParts = {
  readonly journal: ShiftReads & Pick<Journal, 'shifts' | 'tag'> & Pick<JournalWriter, 'printJobs'>
  readonly clock: Pick<Clock, 'now'>
  readonly settings: () => Settings
  /** The person who is signed in, or null. */
  readonly cashier: () => Cashier | null
  /** Whether the shop database has records of this till that are not here. */
  readonly recordsMissing: () => boolean
}

export function createShifts(parts: ShiftsParts): Shifts {
  const { journal, clock, settings, cashier } = parts
  const counting = createCounting(parts)

  const known = (shiftId: string): ShiftRecord => journal.shifts.byId(shiftId) ?? refuse('NOT_FOUND')
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

  const totalsOf = ({ id, terminal }: ShiftRecord): ShiftTotals => ({
    ...addUp(journal, id),
    ...(parts.recordsMissing() || journal.shifts.lacksLastZ(terminal) ? { recordsMissing: true } : {}),
  })

  const print = (kind: 'x-report' | 'z-copy' | 'drawer-count', shiftId: string): void => {
    journal.printJobs.queue({ id: randomUUID(), kind, shiftId }, null, clock.now())
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
    status: () => {
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
      if (journal.shifts.open() !== null) return refuse('NOT_NOW')
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
      if (amount === NO_MONEY) refuse('AMOUNT_INVALID')
      const words = oneLine(reason, LONGEST_REASON)
      if (words === '') refuse('REASON_MISSING')
      if (way === 'out') mustHave(amount)
      const kind = way === 'in' ? 'cash-in' : 'cash-out'
      record(shift, { kind, amount, reason: words, by: cashier() }, drawerJobs(settings()))
    },
    draft: (shiftId, lines, done, isBlind) => {
      notClosed(shiftId)
      return counting.draft(shiftId, lines, done, isBlind)
    },
    draftOf: counting.draftOf,
    noteLastZ: journal.shifts.noteLastZ,
    close: ({ shiftId, lines, expected, reason }, isBlind = false) => {
      const shift = known(shiftId)
      // A double tap: the shift is already closed.
      if (shift.zNumber !== null) return { shiftId, zNumber: shift.zNumber }
      if (lines === null && shift.state !== 'left') return refuse('COUNT_MISSING')
      // Otherwise the absence of SHIFT_MOVED would confirm a guess of the expected amount.
      if (isBlind && lines !== null && !counting.draftOf(shiftId, true)?.compared)
        return refuse('COUNT_MISSING')
      const totals = totalsOf(shift)
      if (lines !== null && totals.drawer.expected !== expected) refuse('SHIFT_MOVED')
      const count = lines === null ? null : counting.closingCount(shiftId, lines, totals.drawer.expected)
      const words = oneLine(reason, LONGEST_REASON)
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
      return shift.state === 'closed'
        ? reportOf(journal, shift)
        : { ...reportOf(journal, shift), totals: totalsOf(shift) }
    },
    list: (most = SHIFTS_A_PAGE, also = null) => listOf(journal, clock.now(), most, also),
    printX: (shiftId) => print('x-report', notClosed(shiftId).id),
    counted: (shiftId) => counting.counted(known(shiftId)),
    printCount: (shiftId, isBlind = false) => {
      const shift = known(shiftId)
      const isHidden = isBlind && shift.state !== 'closed' && !counting.draftOf(shiftId, true)?.compared
      if (isHidden || counting.counted(shift) === null) return refuse('COUNT_MISSING')
      print('drawer-count', shiftId)
    },
    printZ: (shiftId) =>
      known(shiftId).state === 'closed' ? print('z-copy', shiftId) : refuse('SHIFT_NOT_CLOSED'),
  }
}

/** Cash is in whole tugriks, as notes and coins are. */
function amountOf(typed: string): Money {
  const amount = typedMoney(typed) ?? refuse('AMOUNT_INVALID')
  if (amount % 100 !== 0) refuse('AMOUNT_INVALID')
  return amount <= LARGEST_MONEY ? amount : refuse('AMOUNT_TOO_LARGE')
}

const LONGEST_REASON = 200
