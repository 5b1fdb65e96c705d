/** A Z of an older journal says less: what it does not name is nothing. */
import { NO_MONEY } from '../../shared/money.ts'
import { BRIDGE_PARTS, SALE_TENDERS, SETTLED_WAYS, type ShiftTotals, type Tally } from '../../shared/shift.ts'

const NOTHING: Tally = { count: 0, amount: NO_MONEY }
const each = <Key extends string>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, NOTHING])) as Record<Key, Tally>

const LATER = {
  kinds: [],
  back: each(['card', 'cash', 'transfer', 'terminal']),
  elsewhere: NOTHING,
  bridge: Object.fromEntries(BRIDGE_PARTS.map((part) => [part, NO_MONEY])) as ShiftTotals['bridge'],
  settled: each(SETTLED_WAYS),
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
  tenders: { ...each(SALE_TENDERS), ...kept.tenders },
  ereceipts: Object.assign({ voided: NOTHING, elsewhere: NOTHING }, kept.ereceipts),
})
