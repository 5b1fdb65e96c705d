/** Fills in the totals of an older Z: figures it does not have are zero. */
import { NO_MONEY } from '../../shared/money.ts'
import { BRIDGE_PARTS, SALE_TENDERS, SETTLED_WAYS, type ShiftTotals, type Tally } from '../../shared/shift.ts'
import { each } from './add-up.ts'

const NOTHING: Tally = { count: 0, amount: NO_MONEY }
const none = <Key extends string>(keys: readonly Key[]) => each(keys, () => NOTHING)

const LATER = {
  kinds: [],
  back: none(['card', 'cash', 'transfer', 'terminal']),
  elsewhere: NOTHING,
  bridge: each(BRIDGE_PARTS, () => NO_MONEY),
  settled: none(SETTLED_WAYS),
  carts: NOTHING,
  removed: NOTHING,
  overrides: [],
  discountsBy: [],
  cashiers: [],
  before: null,
  numbers: [],
  running: NO_MONEY,
  lastNumber: null,
  chain: null,
} satisfies Partial<ShiftTotals>

export const wholeTotals = (kept: ShiftTotals): ShiftTotals => ({
  ...LATER,
  ...kept,
  tenders: { ...none(SALE_TENDERS), ...kept.tenders },
  ereceipts: Object.assign({ voided: NOTHING, elsewhere: NOTHING }, kept.ereceipts),
})
