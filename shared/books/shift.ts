/**
 * A shift: the time from opening the drawer with a float to its count and Z report.
 *
 *     (none) ── opened with a float ──▶ open ── closed: counted, Z ──▶ closed
 *                                        │                              ▲
 *                restored while another  │                              │ closed later, counted or not
 *                         shift is open  ▼                              │
 *                                       left ───────────────────────────┘
 *
 * A shift is stored as events, like a sale. Its sales are not part of it: each event of a sale is stored with the id of
 * the shift that was open then.
 */
import { z } from 'zod'
import type { Money } from '../money/money.ts'
import { moneySchema } from '../money/schemas.ts'
import { TAX_KINDS } from '../money/tax.ts'
import { type ShopSettings, sellerSchema } from '../shop/settings.ts'
import { type Cashier, cashierSchema } from '../shop/staff.ts'
import { countSchema, idSchema, timeSchema, type Wire } from '../wire.ts'

/** Notes and coins in use, in tugriks, from the largest down. */
export const NOTES = [20_000, 10_000, 5_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 1] as const

const countLineSchema = z.strictObject({ value: z.int(), count: z.int() })
export type CountLine = Wire<typeof countLineSchema>

const tally = { count: z.int(), amount: moneySchema }
/** How many, and what they add up to. */
export const tallySchema = z.strictObject(tally)
export type Tally = Wire<typeof tallySchema>

/** `terminal`: a card at the bank's terminal; `card`: a card payment by QR. */
export const SALE_TENDERS = ['cash', 'terminal', 'transfer', 'qr', 'card'] as const
export type SaleTender = (typeof SALE_TENDERS)[number]

/** How money of returns goes back. `card` is a card that paid by QR. */
export const BACK_WAYS = ['card', 'cash', 'transfer', 'terminal'] as const

export const BRIDGE_PARTS = [
  /** Refunds in another way than the payment, which no tender's line contains: negative. */
  'repaid',
  /** Increase of what payers are owed: part payments, late payments, surplus. Negative. */
  'advance',
  /** Tenders of cancelled sales that must be given back: negative. */
  'held',
  'late',
  'surplus',
  'kept',
  /** Cash paid above the price because of rounding, less what was paid below it: negative. */
  'rounding',
  /** Money that is missing because of refunds elsewhere. */
  'short',
  /** Refunds of returns that are not completed yet. */
  'returning',
  'written-off',
  'unexplained',
] as const

export const SETTLED_WAYS = [
  'repaid-cash',
  'repaid-transfer',
  'kept',
  'collected-again',
  'written-off',
] as const

/*
 * A Z is read as it was stored, and a till that went back to this version, or another till of the shop, may have it from a newer
 * one. So these schemas leave out what they do not know, and do not refuse it.
 */
const taxSums = { vat: moneySchema, cityTax: moneySchema }

/** Taxes of e-receipts that the service did not tell: of issued and of voided ones, and those that it told later. */
const untoldSchema = z.object({ issued: z.int(), voided: z.int(), told: z.int() })
export type Untold = Wire<typeof untoldSchema>

/** Goods of one tax kind, sold and returned, with the taxes contained in them. */
const kindTurnoverSchema = z.object(taxSums).extend({
  kind: z.enum(TAX_KINDS),
  amount: moneySchema,
  back: moneySchema,
  backVat: moneySchema,
  backCityTax: moneySchema,
})

/** The name is empty where nobody was signed in. */
const ofPersonSchema = z.object(tally).extend({ name: z.string() })
export type OfPerson = Wire<typeof ofPersonSchema>

const numbersOfDaySchema = z.object({
  day: z.string(),
  first: z.int(),
  last: z.int(),
  /** How many numbers between first and last are missing in the journal. */
  missing: z.int(),
})
export type NumbersOfDay = Wire<typeof numbersOfDaySchema>

const chainHeadSchema = z.object({
  /** The chain's random id. A Z of a restored journal has another id. */
  id: z.string(),
  /** The position of the last event. */
  position: z.int(),
  /** SHA-256 in hex. `npm run audit:verify -- FILE --head …` searches for it. */
  head: z.string(),
})
export type ChainHead = Wire<typeof chainHeadSchema>

/** expected = float + cash sales + cash in − cash out − cash given back. */
const drawerSchema = z.object({
  float: moneySchema,
  /** Cash taken, less the change. */
  cashSales: tallySchema,
  cashIn: tallySchema,
  cashOut: tallySchema,
  /** Cash refunded to payers. */
  refunded: tallySchema,
  expected: moneySchema,
})
export type ShiftDrawer = Wire<typeof drawerSchema>

const turnover = {
  sales: tallySchema,
  discounts: tallySchema,
  /** Charges withdrawn or cancelled before they were paid. */
  cancelled: tallySchema,
  /** Returned goods, taxes included. */
  returns: tallySchema,
  /** Sales less returns. */
  net: moneySchema,
  /** Money taken less money refunded the same way, by tender. */
  tenders: z.record(z.enum(SALE_TENDERS), tallySchema),
  /** Taxes of the e-receipts that were issued, as the service returned them, less those of the voided ones. */
  taxes: z.object(taxSums),
  /** How many figures are missing in each of the two. */
  untold: z.object({ vat: untoldSchema, cityTax: untoldSchema }),
  kinds: z.array(kindTurnoverSchema),
  /** Refunds of returns, by way of refund. */
  back: z.record(z.enum(BACK_WAYS), tallySchema),
  /** Refunded at the service by somebody else. */
  elsewhere: tallySchema,
  /** The tenders and these parts add up to the net. */
  bridge: z.record(z.enum(BRIDGE_PARTS), moneySchema),
  /** Decisions about late money, surplus and money refunded elsewhere. */
  settled: z.record(z.enum(SETTLED_WAYS), tallySchema),
}
const ereceipts = {
  issued: tallySchema,
  voided: tallySchema,
  /** Paid at the counter: the service issues no e-receipt for it. */
  elsewhere: tallySchema,
  /** Sold before, and without an e-receipt of ours since: given up, or voided although the goods stay sold. */
  elsewhereLater: tallySchema,
  /** Of both, goods that came back, or that an e-receipt of ours covers since. */
  elsewhereBack: tallySchema,
  /** The taxes of the first two less those of the third. */
  elsewhereTaxes: z.object(taxSums),
  /** Of the issued ones those of which the service did not tell both taxes. */
  taxesUnknown: tallySchema,
  /** The same of the voided ones. */
  taxesUnknownVoided: tallySchema,
  /** Those whose missing taxes a later answer told: since then `taxes` contain them. */
  taxesTold: tallySchema,
}

/** The totals of the time without a shift. */
const turnoverSchema = z.object(turnover).extend({ ereceipts: z.object(ereceipts) })
export type Turnover = Wire<typeof turnoverSchema>

/** The totals of a shift, as X and Z print them. The closing event keeps those of the Z. */
const shiftTotalsSchema = z.object(turnover).extend({
  ereceipts: z.object(ereceipts).extend({
    /** All e-receipts still to be issued, whichever shift sold them. */
    owed: tallySchema,
  }),
  /** Discarded carts, removed lines, lines sold at another price. */
  carts: tallySchema,
  removed: tallySchema,
  overrides: z.array(ofPersonSchema),
  discountsBy: z.array(ofPersonSchema),
  cashiers: z.array(ofPersonSchema),
  /** The totals of the time without a shift before this one was opened; null if nothing happened. */
  before: z.nullable(turnoverSchema),
  numbers: z.array(numbersOfDaySchema),
  /** Sum of all sales of this till since its first. It is never reset. */
  running: moneySchema,
  /** The shop database had records of this till that were not here, so `running` lacks their sales. */
  recordsMissing: z.exactOptional(z.literal(true)),
  /** The number of the newest sale, "K01-261122-0147-X7F3". Null if there is no sale yet. */
  lastNumber: z.nullable(z.string()),
  /** The head of the hash chain; in a Z, the one just before the closing event. */
  chain: chainHeadSchema,
  drawer: drawerSchema,
  firstSaleAt: z.nullable(timeSchema),
  lastSaleAt: z.nullable(timeSchema),
  /**
   * Number of sales with unreadable events, and of unreadable events of the shift itself. The totals lack their
   * amounts.
   */
  unread: z.int(),
})
export type ShiftTotals = Wire<typeof shiftTotalsSchema>

/** How many figures are missing in the sum of a tax, as "+ 2 − 1": of issued and of voided e-receipts. Empty if none is. */
export const missingTaxes = ({ issued, voided }: Untold): string =>
  [...(issued > 0 ? [`+ ${issued}`] : []), ...(voided > 0 ? [`− ${voided}`] : [])].join(' ')

/** The count of the drawer, note by note. */
const shiftCountSchema = z.strictObject({
  lines: z.array(countLineSchema),
  counted: moneySchema,
  /** Counted less expected. */
  difference: moneySchema,
  /** The first count, if it was changed after the expected amount was shown; otherwise null. */
  firstCounted: z.nullable(moneySchema),
})
export type ShiftCount = Wire<typeof shiftCountSchema>

/** The events of a shift, as the journal stores them. */
export type ShiftEvent =
  | {
      readonly kind: 'shift-opened'
      readonly terminal: string
      readonly float: Money
      readonly by: Cashier | null
      /** Ids of the times without a shift that its Z reports. */
      readonly periods: readonly string[]
      /** The cash of those times, which goes to the safe. */
      readonly cashBefore: Money
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
      /** The cashier's reason for the difference; empty if none was needed. */
      readonly reason: string
      readonly by: Cashier | null
      /** The seller printed on the Z. */
      readonly seller: ShopSettings
    }

export type RecordedShiftEvent = { readonly seq: number; readonly at: number; readonly event: ShiftEvent }

const stateSchema = z.enum(['open', 'left', 'closed'])
export type ShiftState = z.output<typeof stateSchema>

const shiftSchema = z.strictObject({
  id: idSchema,
  terminal: z.string(),
  state: stateSchema,
  openedAt: timeSchema,
  openedBy: z.nullable(cashierSchema),
  float: moneySchema,
  closedAt: z.nullable(timeSchema),
  closedBy: z.nullable(cashierSchema),
  /** Null until the shift is closed. */
  zNumber: z.nullable(z.int()),
  count: z.nullable(shiftCountSchema),
  reason: z.string(),
  /** The seller printed on the Z; null until the shift is closed. */
  seller: z.nullable(sellerSchema),
})
export type Shift = Wire<typeof shiftSchema>

export const CASH_WAYS = ['in', 'out'] as const
export type CashWay = (typeof CASH_WAYS)[number]

/** Cash put into the drawer or taken out of it. */
const cashMoveSchema = z.strictObject({
  seq: z.int(),
  at: timeSchema,
  way: z.enum(CASH_WAYS),
  amount: moneySchema,
  reason: z.string(),
  by: z.nullable(cashierSchema),
})
export type CashMove = Wire<typeof cashMoveSchema>

/** An unfinished count, kept until the shift is closed. */
export const countDraftSchema = z.strictObject({
  lines: z.array(countLineSchema),
  /** Null until the count is finished. The expected amount is shown only then. */
  compared: z.nullable(
    z.strictObject({
      counted: moneySchema,
      expected: moneySchema,
      difference: moneySchema,
      reasonNeeded: z.boolean(),
    }),
  ),
})
export type CountDraft = Wire<typeof countDraftSchema>

/** A shift for the page: without totals for a person who must count blind. */
export const shiftSeenSchema = z.strictObject({
  shift: shiftSchema,
  totals: z.nullable(shiftTotalsSchema),
  moves: z.array(cashMoveSchema),
  draft: z.nullable(countDraftSchema),
})
export type ShiftSeen = Wire<typeof shiftSeenSchema>

/** A shift with its totals, for X and Z. */
export type ShiftReport = Omit<ShiftSeen, 'totals' | 'draft'> & { readonly totals: ShiftTotals }

/** A row of the list of shifts. */
const shiftRowSchema = z.strictObject({
  id: idSchema,
  terminal: z.string(),
  state: stateSchema,
  zNumber: z.nullable(z.int()),
  openedAt: timeSchema,
  closedAt: z.nullable(timeSchema),
  by: z.nullable(cashierSchema),
  /** Null while the shift is open. */
  net: z.nullable(moneySchema),
  difference: z.nullable(moneySchema),
})
export type ShiftRow = Wire<typeof shiftRowSchema>

/** The totals of one day without a shift. */
const shiftlessDaySchema = z.strictObject({
  day: z.iso.date(),
  sales: tallySchema,
  /** Money taken less money given back on that day, also for earlier sales: in cash, and by all other tenders. */
  cash: moneySchema,
  others: moneySchema,
})
export type ShiftlessDay = Wire<typeof shiftlessDaySchema>

/** How many shifts the list has at first, and how many more with each press. */
export const SHIFTS_A_PAGE = 60

export const shiftListSchema = z.strictObject({
  shifts: z.array(shiftRowSchema),
  /** How many shifts this list leaves out. */
  rest: countSchema,
  shiftless: z.array(shiftlessDaySchema),
})

/** The shift status on every screen. */
export const shiftStatusSchema = z.strictObject({
  open: z.nullable(z.strictObject({ id: idSchema, openedAt: timeSchema, by: z.nullable(cashierSchema) })),
  /** No shift is open, and the shop requires one for sales. */
  missing: z.boolean(),
})
export type ShiftStatus = Wire<typeof shiftStatusSchema>

/** The sum of counted notes and coins. */
export const countSum = (lines: readonly CountLine[]): Money =>
  (lines.reduce((sum, { value, count }) => sum + value * count, 0) * 100) as Money

/** Ids of the times without a shift that the Z of a shift reports. */
export const periodsOf = (events: readonly RecordedShiftEvent[]): readonly string[] =>
  events.flatMap(({ event }) => (event.kind === 'shift-opened' ? event.periods : []))

/** The number of a Z for people: "0012". */
export const formatZ = (zNumber: number): string => String(zNumber).padStart(4, '0')
