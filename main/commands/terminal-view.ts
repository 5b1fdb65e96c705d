import { type RegisterRescue, type TerminalView, terminalViewSchema } from '../../shared/ipc/view.ts'
import { saleView } from '../counter/index.ts'
import type { Log } from '../environment.ts'
import type { RegisterDamage } from '../register/index.ts'
import type { CommandContext } from './command-context.ts'

export function terminalView(context: CommandContext): TerminalView {
  const shop = context.shop()
  const { mode, journal, runner, connection, callback, printFolder } = shop
  const settings = context.settings.read()
  const counterId = journal.sales.atCounter()
  const sale = counterId === null ? null : journal.sales.byId(counterId)
  return {
    mode,
    settings,
    connection: connection.state(),
    callback: callback.state(),
    counter: sale && saleView(sale, journal, runner, settings),
    following: counterId === null ? null : shop.parking.following(counterId),
    waiting: journal.sales.waitingSummary(),
    attention: journal.sales.attentionCount() + shop.prints.unconfirmedReceipts().length,
    parked: journal.sales.setAsideCount(),
    printing: shop.prints.summary(),
    recovered: shop.recovered.list(),
    rescued: journal.rescue.report(),
    registerRescued: rescuedRows(context.registerDamage.report()),
    clockBehindMs: shop.clockBehindMs(),
    copiesOverdue: shop.copies.overdue(),
    storage: shop.storage(),
    printFolder,
    shift: shop.shifts.status(),
    goods: context.goods.status(),
    person: context.staff.person(),
    locked: context.staff.isLocked(),
    staffed: context.staff.isStaffed(),
  }
}

/**
 * The view for the cashier's page. Null where it does not fit its schema: the page then keeps its view, which is better
 * than one with data that the page must not have.
 */
export function fittingView(view: TerminalView, log: Pick<Log, 'error'>): TerminalView | null {
  const parsed = terminalViewSchema.safeParse(view)
  if (parsed.success) return parsed.data
  log.error(`the cashier page's view does not fit: ${parsed.error.issues[0]?.path.join('.')}`)
  return null
}

const rescuedRows = (damage: RegisterDamage | null): RegisterRescue | null =>
  damage && {
    setAside: damage.setAside,
    ...{ product: damage.product, person: damage.person, setting: damage.setting },
  }
