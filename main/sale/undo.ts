import { isIncomplete, replay } from '../../shared/sale/apply.ts'
import { keptTenders } from '../../shared/sale/money-of-sale.ts'
import type { RecordedEvent, Sale, SaleEvent } from '../../shared/sale/sale.ts'
import { statusOf } from '../../shared/sale/status.ts'
import type { SaleReader } from '../storage/projections/index.ts'

const OF_THE_GOODS: readonly SaleEvent['kind'][] = [
  'line-added',
  'line-changed',
  'line-removed',
  'line-discounted',
  'line-noted',
  'sale-discounted',
  'sale-noted',
  'receiver-set',
  'cart-replaced',
  'cart-approved',
]

/** Whether the event changes the goods and can be undone: not where goods go to another sale, or come from one. */
const isOfTheGoods = ({ event }: RecordedEvent): boolean =>
  OF_THE_GOODS.includes(event.kind) &&
  !(event.kind === 'cart-replaced' && (event.rest !== undefined || event.again === true))

/** Restores the cart before the last command; null where that did not change the goods, or an event is missing. */
export function undoing(recorded: readonly RecordedEvent[]): ReturnType<typeof cartOf> | null {
  if (recorded.at(-1)?.seq !== recorded.length) return null
  const last = lastCommand(recorded)
  return last === null ? null : cartOf(replay('', recorded.slice(0, last)))
}

/** How a cart was split the last time: the cart before, and the sale of the rest. Null where it was not. */
export function lastSplit(recorded: readonly RecordedEvent[]) {
  const at = recorded.findLastIndex(({ event }) => event.kind === 'cart-replaced' && event.rest !== undefined)
  const event = recorded[at]?.event
  if (event?.kind !== 'cart-replaced' || event.rest === undefined) return null
  const before = recorded.slice(0, at)
  return before.at(-1)?.seq === at ? { cart: replay('', before), restId: event.rest } : null
}

type Cart = Pick<Sale, 'lines' | 'discount' | 'approved' | 'note' | 'receiver'>

/** The event that sets this cart, in another sale or in the same one. */
export const cartOf = ({ lines, discount, approved, note, receiver }: Cart) => ({
  kind: 'cart-replaced' as const,
  lines,
  discount,
  ...(approved === undefined ? {} : { approved }),
  note,
  receiver,
})

/** Whether there is a command to undo. Called for every view, so it reads at most one event. */
export function isUndoable(sale: Sale, sales: Pick<SaleReader, 'lastEvent'>): boolean {
  if (statusOf(sale).name !== 'open' || keptTenders(sale).length > 0 || isIncomplete(sale)) return false
  const last = sales.lastEvent(sale.id)
  return last !== null && isOfTheGoods(last)
}

/** The index of the last command's first event. Null where the command did not change the goods. */
function lastCommand(recorded: readonly RecordedEvent[]): number | null {
  const end = recorded.at(-1)
  if (end === undefined) return null
  let first = recorded.length
  while (first > 0 && isOfCommand(recorded[first - 1], end)) first -= 1
  return first === recorded.length ? null : first
}

const isOfCommand = (row: RecordedEvent | undefined, { command }: RecordedEvent): boolean =>
  row !== undefined && row.command === command && isOfTheGoods(row)
