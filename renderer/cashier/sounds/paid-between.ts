import type { TerminalView } from '../../../shared/ipc/index.ts'
import type { SaleStateName } from '../../../shared/sale.ts'

type Seen = Pick<TerminalView, 'counter'>

const PAID: ReadonlySet<SaleStateName> = new Set<SaleStateName>(['receipting', 'receipt-owed', 'completed'])

/** Whether the sale at the counter was paid from one view to the next. One that was paid when it came is no news. */
export function paidBetween(before: Seen | null, after: Seen | null): boolean {
  const [had, has] = [before?.counter?.sale, after?.counter?.sale]
  if (!had || !has || had.id !== has.id) return false
  return !PAID.has(had.state.name) && PAID.has(has.state.name)
}
