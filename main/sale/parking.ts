/**
 * Sales that are set aside: parked carts, charges that wait for their payer or the connection, and open carts that are
 * not at the counter, such as one whose charge was refused later or one from a backup.
 */
import { refuse } from '../../shared/failure.ts'
import { type Money, NO_MONEY } from '../../shared/money/money.ts'
import type { ParkedSale, QrsOfSale } from '../../shared/page/index.ts'
import { keptTenders, tenderSum } from '../../shared/sale/money-of-sale.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import type { Sale } from '../../shared/sale/sale.ts'
import type { SharedCart } from '../../shared/sale/shared-cart.ts'
import { statusOf, totalOf } from '../../shared/sale/status.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import { oneLine } from '../../shared/texts/one-line.ts'
import type { CounterWriter, ProjectionReaders } from '../storage/projections/index.ts'
import { qrAmountsOf } from './charge.ts'
import type { Runner, SaleStore } from './run/index.ts'

export type Parking = {
  readonly park: (saleId: string, label: string) => void
  readonly resume: (saleId: string) => void
  readonly list: () => ParkedSale[]
  /** The QRs of the cart that this sale is or was a part of; null where it is one. */
  readonly qrs: (saleId: string) => QrsOfSale | null
}

export type ParkingParts = {
  readonly journal: Pick<ProjectionReaders, 'sales' | 'unfinished' | 'counter'> & {
    readonly counter: CounterWriter
  }
  readonly store: SaleStore
  readonly runner: Pick<Runner, 'checkNow'>
  readonly settings: () => Settings
}

const LONGEST_LABEL = 60

/** The cart without goods that is at the counter; null where there is none. Refuses where a cart there has goods. */
export function emptyAtCounter({
  counter,
  sales,
}: Pick<ProjectionReaders, 'sales' | 'counter'>): Sale | null {
  const atCounter = counter.saleId()
  const sale = atCounter === null ? null : sales.byId(atCounter)
  if (!sale || statusOf(sale).name !== 'open') return null
  return sale.lines.length > 0 ? refuse('SALE_NOT_OPEN') : sale
}

/** Frees the counter for another sale. */
export function freeCounter({ journal, store }: Pick<ParkingParts, 'journal' | 'store'>): void {
  const empty = emptyAtCounter(journal)
  if (empty) store.append(empty.id, [{ kind: 'discarded' }])
}

export const createParking = ({ journal, store, runner, settings }: ParkingParts): Parking => ({
  park: (saleId, label) => {
    const sale = saleNamed(journal.sales, saleId)
    const { name } = statusOf(sale)
    if (name === 'parked') return // a double tap
    if (name !== 'open') return refuse('SALE_NOT_OPEN')
    if (sale.lines.length === 0) refuse('SALE_EMPTY')
    if (keptTenders(sale).length > 0) refuse('SALE_TENDERED')
    store.append(saleId, [{ kind: 'parked', label: oneLine(label, LONGEST_LABEL) }])
    if (journal.counter.saleId() === saleId) journal.counter.free()
  },
  resume: (saleId) => {
    if (journal.counter.saleId() === saleId) return
    const { name } = statusOf(saleNamed(journal.sales, saleId))
    if (!SET_ASIDE.includes(name)) refuse('CART_GONE')
    freeCounter({ journal, store })
    if (name === 'parked') store.append(saleId, [{ kind: 'resumed' }], { takesCounter: true })
    else {
      journal.counter.take(saleId)
      runner.checkNow(saleId)
    }
  },
  list: () => journal.unfinished.setAside().map(asParked),
  qrs: (saleId) => {
    const sale = saleNamed(journal.sales, saleId)
    const rest = journal.unfinished.setAsideCount() === 0 ? null : restOf(journal.unfinished.setAside(), sale)
    const amountsOf = (part: Sale): readonly Money[] =>
      statusOf(part).name === 'open' || part.id === rest?.id
        ? qrAmountsOf(part, settings())
        : [totalOf(part.lines)]
    const before = soldBefore(sale, journal.sales)
    const amounts = [...before, sale, ...(rest ? [rest] : [])].flatMap(amountsOf)
    return amounts.length === 1
      ? null
      : { at: before.length, amounts, paid: before.filter(isWhole).map(asPaid) }
  },
})

/**
 * The untouched sale that was split off this sale's cart, or off the cart that this one continues; null where there is
 * none. A sale that a person parked is left out.
 */
export const restOf = (setAside: readonly Sale[], { id, continues }: Sale): Sale | null =>
  setAside.find(
    ({ continues: of, parked, openedAt }) =>
      parked?.at === openedAt && of !== null && (of === id || of === continues),
  ) ?? null

/** The other parts of this sale's cart that an e-receipt is still requested for: they have the same receiver. */
export function otherParts(
  journal: Pick<ProjectionReaders, 'sales' | 'unfinished'>,
  sale: Sale,
): readonly Sale[] {
  const rest = restOf(journal.unfinished.setAside(), sale)
  const waiting = soldBefore(sale, journal.sales).filter(({ restWaits }) => restWaits)
  return rest === null ? waiting : [...waiting, rest]
}

const isWhole = ({ returns }: Sale): boolean => returns.every(({ state }) => state === 'cancelled')

const asPaid = ({ id, sequence, lines }: Sale) => ({ saleId: id, sequence, total: totalOf(lines) })

/** The sold parts of the cart that this sale continues, the first one first. */
export function soldBefore(
  { continues }: Sale,
  sales: Pick<ProjectionReaders['sales'], 'byId'>,
): readonly Sale[] {
  const before = continues === null ? null : sales.byId(continues)
  if (!before) return []
  return [...soldBefore(before, sales), ...(before.soldAt === null ? [] : [before])]
}

const SET_ASIDE: readonly string[] = ['open', 'parked', 'invoicing', 'awaiting-payment', 'partly-paid']

const asParked = (sale: Sale): ParkedSale => ({
  id: sale.id,
  sequence: sale.sequence,
  state: statusOf(sale).name,
  label: sale.parked?.label ?? '',
  at: sale.parked?.at ?? sale.openedAt,
  taken: tenderSum(sale),
  ...goodsOf(sale.lines),
  ...{ till: null, heldBy: null, movedTo: sale.movedTo ?? null },
})

const goodsOf = (lines: Sale['lines']) => ({
  total: totalOf(lines),
  lineCount: lines.length,
  goods: lines
    .slice(0, 3)
    .map((line) => line.product.name)
    .join(', '),
})

/** A cart that another till of the shop parked. */
export const cartRow = (
  id: string,
  { sequence, label, parkedAt, lines, till }: SharedCart,
  heldBy: string | null,
): ParkedSale => ({
  ...{ id, sequence, label, till },
  state: 'parked',
  at: parkedAt,
  taken: NO_MONEY,
  ...goodsOf(lines),
  ...{ heldBy, movedTo: null },
})
