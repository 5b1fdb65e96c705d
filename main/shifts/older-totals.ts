/** Completes the totals of an older Z: figures that it lacks are zero. */
import { NO_MONEY } from '../../shared/money.ts'
import {
  BACK_WAYS,
  BRIDGE_PARTS,
  SALE_TENDERS,
  SETTLED_WAYS,
  type ShiftTotals,
  type Tally,
  type Turnover,
  type Untold,
} from '../../shared/shift.ts'
import { each } from './add-up.ts'

const NOTHING: Tally = { count: 0, amount: NO_MONEY }
const none = <Key extends string>(keys: readonly Key[]) => each(keys, () => NOTHING)

const ERECEIPTS = [
  'issued',
  'voided',
  'elsewhere',
  'elsewhereLater',
  'elsewhereBack',
  'taxesUnknown',
  'taxesUnknownVoided',
  'taxesTold',
] as const

function wholeTurnover<Of extends Turnover>(kept: Of): Of {
  const ereceipts = { ...none(ERECEIPTS), ...kept.ereceipts }
  // Versions 37 and 38 counted an e-receipt as unknown in both taxes.
  const untold: Untold = {
    issued: ereceipts.taxesUnknown.count,
    voided: ereceipts.taxesUnknownVoided.count,
    told: ereceipts.taxesTold.count,
  }
  return {
    ...LATER_TURNOVER,
    ...kept,
    untold: (kept as Partial<Turnover>).untold ?? { vat: untold, cityTax: untold },
    bridge: { ...each(BRIDGE_PARTS, () => NO_MONEY), ...kept.bridge },
    tenders: { ...none(SALE_TENDERS), ...kept.tenders },
    ereceipts,
  }
}

const LATER_TURNOVER = {
  discounts: NOTHING,
  cancelled: NOTHING,
  taxes: { vat: NO_MONEY, cityTax: NO_MONEY },
  kinds: [],
  back: none(BACK_WAYS),
  elsewhere: NOTHING,
  settled: none(SETTLED_WAYS),
} satisfies Partial<Turnover>

const LATER = {
  carts: NOTHING,
  removed: NOTHING,
  overrides: [],
  discountsBy: [],
  cashiers: [],
  numbers: [],
  running: NO_MONEY,
  lastNumber: null,
  chain: null,
} satisfies Partial<ShiftTotals>

export const wholeTotals = (kept: ShiftTotals): ShiftTotals => ({
  ...LATER,
  ...wholeTurnover(kept),
  before: kept.before ? wholeTurnover(kept.before) : null,
})
