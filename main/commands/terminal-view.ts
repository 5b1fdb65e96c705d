import type { TerminalView } from '../../shared/ipc/index.ts'
import { saleView } from '../counter/index.ts'
import type { Desk } from './desk.ts'

export function terminalView(desk: Desk): TerminalView {
  const shop = desk.shop()
  const { mode, journal, runner, connection, callback, printFolder } = shop
  const settings = desk.settings.read()
  const counterId = journal.counter()
  const sale = counterId === null ? null : journal.sale(counterId)
  return {
    mode,
    settings,
    connection: connection.state(),
    callback: callback.state(),
    counter: sale && saleView(sale, journal, runner, settings),
    following: counterId === null ? null : shop.parking.following(counterId),
    waiting: journal.waiting(),
    attention: journal.attentionCount() + shop.prints.doubts().length,
    parked: journal.setAsideCount(),
    printing: shop.prints.summary(),
    found: shop.found.list(),
    rescued: journal.rescueNews(),
    clockBehindMs: shop.clockBehindMs(),
    copiesOverdue: shop.copies.overdue(),
    storage: shop.storage(),
    printFolder,
    shift: shop.shifts.news(),
    goods: desk.goods.news(),
    person: desk.staff.person(),
    locked: desk.staff.isLocked(),
    staffed: desk.staff.isStaffed(),
  }
}
