/**
 * The drawer's day, as both sides of the bridge know it.
 *
 *     (none) ── opened with a float ──▶ open ── closed: counted, Z ──▶ closed
 *                                        │                              ▲
 *                restored beside the one │                              │ closed later, counted or not
 *                         that runs here ▼                              │
 *                                       left ───────────────────────────┘
 *
 * Like a sale, a shift is its events; the money of its sales is not repeated here: each event of a sale lies in the journal
 * with the shift that was open when it was recorded.
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

/** What a shift came to. `Z` keeps it as it was at the close. */
export type ShiftTotals = {
  readonly sales: Tally
  readonly discounts: Tally
  /** Charges that were withdrawn or cancelled before they were paid. */
  readonly cancelled: Tally
  /** What went back to payers of sales that had been sold. */
  readonly returns: Tally
  /** Sales less returns. */
  readonly net: Money
  /** What came in less what went back, by how it was paid. */
  readonly tenders: Readonly<Record<SaleTender, Tally>>
  /** As the service said, of the e-receipts that were issued meanwhile, less those that were voided. */
  readonly taxes: TaxSums
  readonly ereceipts: {
    readonly issued: Tally
    readonly voided: Tally
    /** All that are still to be issued, whenever they were sold. */
    readonly owed: Tally
    /** Paid at the counter: this interface issues none for it. */
    readonly elsewhere: Tally
  }
  /** What was sold, by kind of tax, with the taxes contained in it; and what of each came back. */
  readonly kinds: readonly KindTurnover[]
  /** Money that went back for returns, by the way it went. */
  readonly back: Readonly<Record<'card' | RepaymentName, Tally>>
  /** Went back at the service by nobody's doing here. */
  readonly elsewhere: Tally
  /** What stands between the tenders and the net: together they are just that. */
  readonly bridge: Readonly<Record<BridgePart, Money>>
  /** What people decided about it. */
  readonly settled: Readonly<Record<SettledWay, Tally>>
  /** Carts that were discarded, lines that were taken out, lines that were sold at another price. */
  readonly carts: Tally
  readonly removed: Tally
  readonly overrides: readonly OfPerson[]
  readonly discountsBy: readonly OfPerson[]
  readonly cashiers: readonly OfPerson[]
  /** What happened without a shift before this one was opened; null where nothing did. */
  readonly before: Turnover | null
  readonly numbers: readonly NumbersOfDay[]
  /** All that this till ever sold. Nothing sets it back. */
  readonly running: Money
  /** The last number that this till gave to a sale: "K01-261122-0147-X7F3". Null where it gave none, and in an older Z. */
  readonly lastNumber: string | null
  /** The head of the chain over all that was recorded: in Z just before its own event. Null in an older Z. */
  readonly chain: ChainHead | null
  readonly drawer: ShiftDrawer
  readonly firstSaleAt: number | null
  readonly lastSaleAt: number | null
  /** Sales whose events could not all be read, and events of the shift itself: what they came to is not in here. */
  readonly unread: number
}

/** What happened without a shift, in a shift's own words. */
export type Turnover = Pick<ShiftTotals, 'sales' | 'returns' | 'net' | 'tenders' | 'bridge' | 'back'>

export const BRIDGE_PARTS = [
  /** Went back another way than it came, so that it is in no tender's line: below nothing. */
  'repaid',
  /** Payers are owed more, for sales that are not paid, for cancelled charges, above the price: below nothing. */
  'advance',
  'late',
  'surplus',
  'kept',
  /** The shop is short of more, by refunds elsewhere. */
  'short',
  /** Went back for returns that are not completed. */
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
/** Nobody was signed in where the name is empty. */
export type OfPerson = Tally & { readonly name: string }
export type NumbersOfDay = {
  readonly day: string
  readonly first: number
  readonly last: number
  /** How many between them the journal does not have. */
  readonly missing: number
}

export type ChainHead = {
  /** Drawn when the chain was begun: a Z that was taken over from another journal has another. */
  readonly id: string
  /** Of the last event. */
  readonly position: number
  /** SHA-256 in hex. `npm run audit:verify -- FILE --head …` finds it. */
  readonly head: string
}

/** What went through the drawer: expected = float + cash sales + cash in − cash out − given back. */
export type ShiftDrawer = {
  readonly float: Money
  /** Cash that was taken, less the change. */
  readonly cashSales: Tally
  readonly cashIn: Tally
  readonly cashOut: Tally
  /** Cash that went back to payers. */
  readonly givenBack: Tally
  readonly expected: Money
}

/** The drawer counted, note by note. Null where it was closed uncounted. */
export type ShiftCount = {
  readonly lines: readonly CountLine[]
  readonly counted: Money
  /** What is there less what must be. */
  readonly difference: Money
  /** What was counted before what must be there was shown, where the count was changed after that. */
  readonly firstCounted: Money | null
}

/** Everything that can happen to a shift, in the words of the journal. */
export type ShiftEvent =
  | {
      readonly kind: 'shift-opened'
      readonly terminal: string
      readonly float: Money
      readonly by: Cashier | null
      /** Times without a shift that its Z tells of; left out by earlier versions. */
      readonly periods?: readonly string[]
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
      /** Why the difference, in the words of whoever closed it; empty where none was asked for. */
      readonly reason: string
      readonly by: Cashier | null
      /** Whose Z it is; left out by earlier versions. */
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
  /** Whose its Z is; null until it is closed, and where an earlier version closed it. */
  readonly seller: ShopSettings | null
}

/** Cash that was put in or taken out. */
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

/** A shift as X and Z show it. */
export type ShiftReport = {
  readonly shift: Shift
  readonly totals: ShiftTotals
  readonly moves: readonly CashMove[]
}

/** A shift as the page shows it: without its totals for one who is to count blind. */
export type ShiftSeen = Omit<ShiftReport, 'totals'> & {
  readonly totals: ShiftTotals | null
  readonly draft: CountDraft | null
}

/** A count that was begun, kept until the shift is closed. */
export type CountDraft = {
  readonly lines: readonly CountLine[]
  /** Null until the count was done: only then is shown what must be there. */
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

/** What a day's sales without a shift came to. */
export type ShiftlessDay = {
  readonly day: string
  readonly sales: Tally
  /** What came less what went, of those sales and of any other: cash, and everything else. */
  readonly cash: Money
  readonly others: Money
}

/** What every screen shows of the shift that is open. */
export type ShiftNews = {
  readonly open: { readonly id: string; readonly openedAt: number; readonly by: Cashier | null } | null
  /** Taking money is refused without one. */
  readonly missing: boolean
}

/** What so many notes and coins come to. */
export const countSum = (lines: readonly CountLine[]): Money =>
  (lines.reduce((sum, { value, count }) => sum + value * count, 0) * 100) as Money

/** "Z 0012" */
export const formatZ = (zNumber: number): string => String(zNumber).padStart(4, '0')
