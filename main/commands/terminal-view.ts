import type { TerminalView } from '../../shared/ipc/index.ts'
import { saleView } from '../counter/index.ts'
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
    attention: journal.sales.attentionCount() + shop.prints.doubts().length,
    parked: journal.sales.setAsideCount(),
    printing: shop.prints.summary(),
    found: shop.found.list(),
    rescued: journal.rescue.report(),
    clockBehindMs: shop.clockBehindMs(),
    copiesOverdue: shop.copies.overdue(),
    storage: shop.storage(),
    printFolder,
    shift: shop.shifts.news(),
    goods: context.goods.news(),
    person: context.staff.person(),
    locked: context.staff.isLocked(),
    staffed: context.staff.isStaffed(),
  }
}
