/**
 * A shift: the till's drawer from its opening with a float to its count and Z report.
 *
 *     (none) ── opened with a float ──▶ open ── closed: counted, Z ──▶ closed
 *                                        │                              ▲
 *                restored beside the one │                              │ closed later, counted or not
 *                         that runs here ▼                              │
 *                                       left ───────────────────────────┘
 *
 * A shift is stored as events, as a sale is. Sales are not part of it: each event of a sale is stored with the id of the shift
 * that was open then.
 */
import type { Money } from './money.ts'
import type { ShopSettings } from './settings.ts'
import type { Cashier } from './staff.ts'
import type { TaxKind } from './tax.ts'

/** Notes and coins in use, in tugriks, from the largest down. */
export const NOTES = [20_000, 10_000, 5_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 1] as const

export type CountLine = { readonly value: number; readonly count: number }

/** How many, and what they add up to. */
export type Tally = { readonly count: number; readonly amount: Money }

/** `terminal`: a card at the bank's own terminal; `card`: one that paid by QR. */
export const SALE_TENDERS = ['cash', 'terminal', 'transfer', 'qr', 'card'] as const
export type SaleTender = (typeof SALE_TENDERS)[number]

/** The totals of a shift, as X and Z print them. The closing event keeps those of the Z. */
export type ShiftTotals = {
  readonly sales: Tally
  readonly discounts: Tally
  /** Charges withdrawn or cancelled before they were paid. */
  readonly cancelled: Tally
  /** Returned goods, taxes included. */
  readonly returns: Tally
  /** Sales less returns. */
  readonly net: Money
  /** Money taken less money refunded the same way, by tender. */
  readonly tenders: Readonly<Record<SaleTender, Tally>>
  /** Taxes of the e-receipts that were issued, as the service returned them, less those of the voided ones. */
  readonly taxes: TaxSums
  readonly ereceipts: {
    readonly issued: Tally
    readonly voided: Tally
    /** All e-receipts still to be issued, whichever shift sold them. */
    readonly owed: Tally
    /** Paid at the counter: this interface issues no e-receipt for it. */
    readonly elsewhere: Tally
  }
  /** Goods sold and returned by kind of tax, with the taxes contained in them. */
  readonly kinds: readonly KindTurnover[]
  /** Refunds of returns, by way of refund. */
  readonly back: Readonly<Record<'card' | RepaymentName, Tally>>
  /** Refunded at the service by somebody else. */
  readonly elsewhere: Tally
  /** The tenders and these parts add up to the net. */
  readonly bridge: Readonly<Record<BridgePart, Money>>
  /** Decisions about late money, surplus and money refunded elsewhere. */
  readonly settled: Readonly<Record<SettledWay, Tally>>
  /** Discarded carts, removed lines, lines sold at another price. */
  readonly carts: Tally
  readonly removed: Tally
  readonly overrides: readonly OfPerson[]
  readonly discountsBy: readonly OfPerson[]
  readonly cashiers: readonly OfPerson[]
  /** What happened without a shift before this one was opened; null where nothing happened. */
  readonly before: Turnover | null
  readonly numbers: readonly NumbersOfDay[]
  /** Everything this till ever sold. It is never reset. */
  readonly running: Money
  /** The number of the newest sale, "K01-261122-0147-X7F3". Null where there is no sale yet, and in an older Z. */
  readonly lastNumber: string | null
  /** The head of the hash chain: in a Z the one just before its closing event. Null in an older Z. */
  readonly chain: ChainHead | null
  readonly drawer: ShiftDrawer
  readonly firstSaleAt: number | null
  readonly lastSaleAt: number | null
  /** Sales with unreadable events, and unreadable events of the shift itself: the totals lack their figures. */
  readonly unread: number
}

/** What happened without a shift. */
export type Turnover = Pick<
  ShiftTotals,
  | 'sales'
  | 'discounts'
  | 'cancelled'
  | 'returns'
  | 'net'
  | 'tenders'
  | 'taxes'
  | 'kinds'
  | 'back'
  | 'elsewhere'
  | 'bridge'
  | 'settled'
> & { readonly ereceipts: Omit<ShiftTotals['ereceipts'], 'owed'> }

export const BRIDGE_PARTS = [
  /** Refunded in another way than it was paid, so that no tender's line shows it: negative. */
  'repaid',
  /** What payers are owed more than before: part payments, late money, surplus. Negative. */
  'advance',
  /** Cash, cards and transfers of cancelled sales, to be given back: negative. */
  'held',
  'late',
  'surplus',
  'kept',
  /** Money missing by refunds elsewhere. */
  'short',
  /** Refunds of returns that are not completed yet. */
  'returning',
  'written-off',
  'unexplained',
] as const
export type BridgePart = (typeof BRIDGE_PARTS)[number]

export type TaxSums = { readonly vat: Money; readonly cityTax: Money }
export type KindTurnover = TaxSums & {
  readonly kind: TaxKind
  readonly amount: Money
  readonly back: Money
  readonly backVat: Money
  readonly backCityTax: Money
}
type RepaymentName = 'cash' | 'transfer' | 'terminal'
export const SETTLED_WAYS = [
  'repaid-cash',
  'repaid-transfer',
  'kept',
  'collected-again',
  'written-off',
] as const
export type SettledWay = (typeof SETTLED_WAYS)[number]
/** The name is empty where nobody was signed in. */
export type OfPerson = Tally & { readonly name: string }
export type NumbersOfDay = {
  readonly day: string
  readonly first: number
  readonly last: number
  /** How many numbers between them are missing in the journal. */
  readonly missing: number
}

export type ChainHead = {
  /** The chain's random id: a Z taken over from another journal has another one. */
  readonly id: string
  /** The position of the last event. */
  readonly position: number
  /** SHA-256 in hex. `npm run audit:verify -- FILE --head …` finds it. */
  readonly head: string
}

/** expected = float + cash sales + cash in − cash out − given back. */
export type ShiftDrawer = {
  readonly float: Money
  /** Cash taken, less change. */
  readonly cashSales: Tally
  readonly cashIn: Tally
  readonly cashOut: Tally
  /** Cash refunded to payers. */
  readonly givenBack: Tally
  readonly expected: Money
}

/** The drawer counted, note by note. */
export type ShiftCount = {
  readonly lines: readonly CountLine[]
  readonly counted: Money
  /** Counted less expected. */
  readonly difference: Money
  /** The first count, where it was changed after the expected amount was shown; otherwise null. */
  readonly firstCounted: Money | null
}

/** The events of a shift, as the journal stores them. */
export type ShiftEvent =
  | {
      readonly kind: 'shift-opened'
      readonly terminal: string
      readonly float: Money
      readonly by: Cashier | null
      /** The times without a shift that its Z reports; missing in events of earlier versions. */
      readonly periods?: readonly string[]
      /** The cash of those times: it goes to the safe. Missing in events of earlier versions. */
      readonly cashBefore?: Money
    }
  | { readonly kind: 'cash-in'; readonly amount: Money; readonly reason: string; readonly by: Cashier | null }
  | {
      readonly kind: 'cash-out'
      readonly amount: Money
      readonly reason: string
      readonly by: Cashier | null
    }
  | {
      readonly kind: 'shift-closed'
      readonly zNumber: number
      readonly totals: ShiftTotals
      readonly count: ShiftCount | null
      /** The cashier's reason for the difference; empty where none was needed. */
      readonly reason: string
      readonly by: Cashier | null
      /** The seller printed on the Z; missing in events of earlier versions. */
      readonly seller?: ShopSettings
    }

export type RecordedShiftEvent = { readonly seq: number; readonly at: number; readonly event: ShiftEvent }

export type ShiftState = 'open' | 'left' | 'closed'

export type Shift = {
  readonly id: string
  readonly terminal: string
  readonly state: ShiftState
  readonly openedAt: number
  readonly openedBy: Cashier | null
  readonly float: Money
  readonly closedAt: number | null
  readonly closedBy: Cashier | null
  /** Null until it is closed. */
  readonly zNumber: number | null
  readonly count: ShiftCount | null
  readonly reason: string
  /** The seller printed on the Z; null until the shift is closed, and where an earlier version closed it. */
  readonly seller: ShopSettings | null
}

/** Cash put into the drawer or taken out of it. */
export type CashMove = {
  readonly seq: number
  readonly at: number
  readonly way: CashWay
  readonly amount: Money
  readonly reason: string
  readonly by: Cashier | null
}

export const CASH_WAYS = ['in', 'out'] as const
export type CashWay = (typeof CASH_WAYS)[number]

/** A shift with its totals, for X and Z. */
export type ShiftReport = {
  readonly shift: Shift
  readonly totals: ShiftTotals
  readonly moves: readonly CashMove[]
}

/** A shift for the page: without totals for a person who must count blind. */
export type ShiftSeen = Omit<ShiftReport, 'totals'> & {
  readonly totals: ShiftTotals | null
  readonly draft: CountDraft | null
}

/** An unfinished count, kept until the shift is closed. */
export type CountDraft = {
  readonly lines: readonly CountLine[]
  /** Null until the count is finished: only then the expected amount is shown. */
  readonly compared: {
    readonly counted: Money
    readonly expected: Money
    readonly difference: Money
    readonly reasonNeeded: boolean
  } | null
}

/** A row of the list of shifts. */
export type ShiftRow = {
  readonly id: string
  readonly terminal: string
  readonly state: ShiftState
  readonly zNumber: number | null
  readonly openedAt: number
  readonly closedAt: number | null
  readonly by: Cashier | null
  /** Null while it runs. */
  readonly net: Money | null
  readonly difference: Money | null
}

/** The totals of one day without a shift. */
export type ShiftlessDay = {
  readonly day: string
  readonly sales: Tally
  /** Money in less money out, of these and of earlier sales: cash, and all other tenders. */
  readonly cash: Money
  readonly others: Money
}

/** What every screen shows of the open shift. */
export type ShiftStatus = {
  readonly open: { readonly id: string; readonly openedAt: number; readonly by: Cashier | null } | null
  /** No shift is open, and the shop takes money only with one. */
  readonly missing: boolean
}

/** The sum of counted notes and coins. */
export const countSum = (lines: readonly CountLine[]): Money =>
  (lines.reduce((sum, { value, count }) => sum + value * count, 0) * 100) as Money

/** The times without a shift that the Z of a shift reports. */
export const periodsOf = (events: readonly RecordedShiftEvent[]): readonly string[] =>
  events.flatMap(({ event }) => (event.kind === 'shift-opened' ? (event.periods ?? []) : []))

/** So much cash in as few notes and coins as possible; what is less than a tugrik is left out. */
export function notesOf(sum: Money): { value: (typeof NOTES)[number]; count: number }[] {
  let left = Math.floor(sum / 100)
  return NOTES.flatMap((value) => {
    const count = Math.floor(left / value)
    left -= count * value
    return count > 0 ? [{ value, count }] : []
  })
}

/** "Z 0012" */
export const formatZ = (zNumber: number): string => String(zNumber).padStart(4, '0')
