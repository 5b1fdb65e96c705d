import {
  type LockedView,
  type PageView,
  pageViewSchema,
  type RegisterRescue,
  type TerminalView,
} from '../../../shared/page/view.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { saleView } from '../../sale/index.ts'
import type { RegisterDamage } from '../../storage/register/index.ts'
import { attentionCount, type Session } from '../session/index.ts'
import type { CommandContext, ShopData } from './command-context.ts'

/** The parts of the terminal outside the shop that the view shows. */
export type ViewParts = Pick<CommandContext, 'updates'> & {
  readonly shop: Pick<ShopData, 'settings' | 'goods' | 'registerDamage' | 'staff' | 'conflicts'>
}

/** Everything that the till shows. For the page use `pageView`. */
export function terminalView(session: Session, parts: ViewParts): TerminalView {
  const { mode, journal } = session
  const { runner } = session.sale
  const { connection, callback } = session.service
  const { prints, printFolder } = session.paper
  const settings = parts.shop.settings.read()
  const counterId = journal.counter.saleId()
  const sale = counterId === null ? null : journal.sales.byId(counterId)
  return {
    locked: false,
    mode,
    settings,
    connection: connection.state(),
    callback: callback.state(),
    counter: sale && saleView(sale, journal, runner, settings),
    qrs: counterId === null ? null : session.sale.parking.qrs(counterId),
    waiting: journal.unfinished.waitingSummary(),
    attention: attentionCount({ journal, prints }),
    parked: journal.unfinished.setAsideCount(),
    cartsOfShop: session.manyTills.carts.list().length,
    arrivals: [...session.arrivals.list()],
    printing: prints.summary(),
    recovered: session.recovered.view(),
    rescued: journal.rescue.report(),
    registerRescued: rescuedRows(parts.shop.registerDamage.report()),
    clockOff: session.clockOff(),
    copiesOverdue: session.copies.overdue(),
    storage: session.storage(),
    shopLink: session.manyTills.link.state(),
    recordsMissing: session.manyTills.missingEvents(),
    conflicts: parts.shop.conflicts.count(),
    update: parts.updates.notice(),
    printFolder: printFolder(),
    shift: session.books.shifts.status(),
    goods: parts.shop.goods.status(),
    person: parts.shop.staff.person(),
    staffed: parts.shop.staff.isStaffed(),
  }
}

/** The view for the cashier's page: while the till is locked, only what the lock screen shows. */
export const pageView = (view: TerminalView, { shop }: Pick<ViewParts, 'shop'>): PageView =>
  shop.staff.isLocked() ? lockedView(view) : view

const lockedView = ({ mode, settings, counter, arrivals }: TerminalView): LockedView => ({
  locked: true,
  mode,
  settings: {
    language: settings.language,
    theme: settings.theme,
    textSize: settings.textSize,
    terminalCode: settings.terminalCode,
    shop: { name: settings.shop.name, branch: settings.shop.branch },
  },
  sale: counter?.status.name ?? null,
  arrivals: arrivals
    .filter(({ kind, saleId }) => kind === 'late' || saleId !== counter?.sale.id)
    .map(({ number, kind }) => ({ number, kind })),
})

/**
 * The view for the cashier's page. Null where it does not fit its schema: the page then keeps its view, which is better
 * than one with data that the page must not have.
 */
export function fittingView(view: PageView, log: Pick<Log, 'error'>): PageView | null {
  const parsed = pageViewSchema.safeParse(view)
  if (parsed.success) return parsed.data
  log.error(`the cashier page's view does not fit: ${parsed.error.issues[0]?.path.join('.')}`)
  return null
}

const rescuedRows = (damage: RegisterDamage | null): RegisterRescue | null =>
  damage && {
    setAside: damage.setAside,
    ...{ product: damage.product, person: damage.person, setting: damage.setting },
  }
