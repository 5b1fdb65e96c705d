/** Changes goods, discounts, notes and receiver of an open sale. Commands record events or throw named refusals. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../../shared/failure.ts'
import { type Discount, parseDiscount } from '../../shared/money/discount.ts'
import { LARGEST_MONEY, type Money, withCommas } from '../../shared/money/money.ts'
import {
  isMeasured,
  isPartOfPiece,
  LARGEST_QUANTITY,
  ONE,
  parseQuantity,
  type Quantity,
  quantity,
} from '../../shared/money/quantity.ts'
import { typedMoney } from '../../shared/money/typed-money.ts'
import { applyAll } from '../../shared/sale/apply.ts'
import { keptTenders } from '../../shared/sale/money-of-sale.ts'
import { MOST_LINES } from '../../shared/sale/of-other-till.ts'
import { receiverChange } from '../../shared/sale/receiver-change.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import {
  type Pack,
  piecesOf,
  type Receiver,
  type Sale,
  type SaleEvent,
  type SaleLine,
} from '../../shared/sale/sale.ts'
import { mayChangeReceiver, statusOf, totalOf } from '../../shared/sale/status.ts'
import { grossOf } from '../../shared/sale/totals.ts'
import type { Product } from '../../shared/shop/product.ts'
import { parseRegister } from '../../shared/shop/register-number.ts'
import { oneLine } from '../../shared/texts/one-line.ts'
import type { Clock } from '../base/clock-and-log.ts'
import type { ProjectionReaders } from '../storage/projections/index.ts'
import { otherParts, partsBefore } from './parking.ts'
import { type Answers, askIfMany } from './rules.ts'
import type { SaleStore } from './run/index.ts'
import { cartOf, undoing } from './undo.ts'

type LineTyped = Pick<Answers, 'many'> & { readonly quantity?: string; readonly price?: string }

export type Cart = {
  /** Adds a line, or its quantity to a line with the same goods. Returns the line's id. */
  readonly addLine: (sale: Sale, line: SaleLine, answers?: Answers) => string
  readonly change: (saleId: string, lineId: string, typed: LineTyped) => void
  readonly remove: (saleId: string, lineId: string) => void
  /** `typed` is "5%" or "1000". An empty text removes the discount. */
  readonly discountLine: (saleId: string, lineId: string, typed: string) => void
  readonly discountSale: (saleId: string, typed: string) => void
  readonly noteLine: (saleId: string, lineId: string, note: string) => void
  readonly noteSale: (saleId: string, note: string) => void
  /** Reverts the last change of the goods. A second undo restores it. */
  readonly undo: (saleId: string) => void
  /** Null is an individual. Returns the register number in its normal form. */
  readonly setReceiver: (saleId: string, register: string | null) => string | null
}

export type CartParts = {
  readonly journal: Pick<ProjectionReaders, 'sales' | 'unfinished' | 'counter'>
  readonly store: SaleStore
  readonly clock: Clock
}

export function createCart({ journal, store, clock }: CartParts): Cart {
  /** Records a discount. Refuses one that makes the total zero. */
  const discounted = (sale: Sale, event: SaleEvent): void => {
    const after = applyAll(sale, sale.id, clock.now(), [event])
    if (totalOf(after.lines) <= 0) refuse('DISCOUNT_TOO_LARGE')
    store.append(sale.id, [event])
  }

  /** Sets the same receiver in the other parts of a split cart. Refuses if the e-receipt of an earlier part was already requested: it has to be corrected instead. */
  const setInOtherParts = (sale: Sale, receiver: Receiver): void => {
    if (receiverChange(sale, partsBefore(sale, journal.sales)) !== 'set') refuse('NOT_NOW')
    for (const { id } of otherParts(journal, sale)) store.append(id, [{ kind: 'receiver-set', receiver }])
  }

  return {
    addLine: (sale, line, answers) => {
      const had = sale.lines.find((one) => takesMore(one, line))
      if (had) {
        const amount = checkedQuantity(had.quantity + line.quantity, line)
        const event = changed(sale, had, amount, had.unitPrice)
        askIfMany(line, { before: had.quantity, after: amount }, answers)
        store.append(sale.id, [event])
        return had.id
      }
      if (sale.lines.length >= MOST_LINES) return refuse('SALE_TOO_LONG')
      checkedTotal([...sale.lines, line])
      askIfMany(line, { before: 0, after: line.quantity }, answers)
      store.append(sale.id, [{ kind: 'line-added', line }])
      return line.id
    },

    change: (saleId, lineId, typed) => {
      const sale = openCart(journal, saleId)
      const line = sale.lines.find((one) => one.id === lineId) ?? refuse('NOT_FOUND')
      const amount = typed.quantity === undefined ? line.quantity : typedQuantity(typed.quantity, line)
      const unitPrice = typed.price === undefined ? line.unitPrice : typedPrice(typed.price)
      if (amount === line.quantity && unitPrice === line.unitPrice) return
      const event = changed(sale, line, amount, unitPrice)
      askIfMany(line, { before: line.quantity, after: amount }, typed)
      store.append(saleId, [event])
    },

    remove: (saleId, lineId) => {
      const sale = openCart(journal, saleId)
      const left = sale.lines.filter((line) => line.id !== lineId)
      if (left.length === sale.lines.length) return
      store.append(saleId, [{ kind: 'line-removed', lineId }, ...(left.length === 0 ? [EMPTIED] : [])])
    },

    discountLine: (saleId, lineId, typed) => {
      const sale = openCart(journal, saleId)
      if (!sale.lines.some((line) => line.id === lineId)) refuse('NOT_FOUND')
      discounted(sale, { kind: 'line-discounted', lineId, discount: typedDiscount(typed) })
    },

    discountSale: (saleId, typed) => {
      const sale = openCart(journal, saleId)
      if (sale.lines.length === 0) refuse('SALE_EMPTY')
      discounted(sale, { kind: 'sale-discounted', discount: typedDiscount(typed) })
    },

    noteLine: (saleId, lineId, note) => {
      const sale = openSale(journal, saleId)
      if (!sale.lines.some((line) => line.id === lineId)) refuse('NOT_FOUND')
      store.append(saleId, [{ kind: 'line-noted', lineId, note: tidyNote(note) }])
    },

    noteSale: (saleId, note) => {
      openSale(journal, saleId)
      store.append(saleId, [{ kind: 'sale-noted', note: tidyNote(note) }])
    },

    undo: (saleId) => {
      const sale = openCart(journal, saleId)
      const cart = undoing(journal.sales.events(saleId)) ?? refuse('NOTHING_TO_UNDO')
      store.append(sale.id, [cart])
      if (registerOf(cart.receiver) !== registerOf(sale.receiver)) setInOtherParts(sale, cart.receiver)
    },

    setReceiver: (saleId, typed) => {
      const sale = saleNamed(journal.sales, saleId)
      if (!mayChangeReceiver(sale)) refuse('SALE_NOT_OPEN')
      const receiver = typedReceiver(typed)
      store.append(sale.id, [{ kind: 'receiver-set', receiver }])
      setInOtherParts(sale, receiver)
      return registerOf(receiver)
    },
  }
}

/** Null is an individual. */
export function typedReceiver(typed: string | null): Receiver {
  if (typed === null) return { kind: 'individual' }
  const { register } = parseRegister(typed) ?? refuse('REGISTER_INVALID')
  return { kind: 'organisation', register }
}

export const registerOf = (receiver: Receiver): string | null =>
  receiver.kind === 'individual' ? null : receiver.register

function openSale(journal: Pick<ProjectionReaders, 'sales'>, saleId: string): Sale {
  const sale = saleNamed(journal.sales, saleId)
  return isOpen(sale) ? sale : refuse('SALE_NOT_OPEN')
}

/** The open sale whose goods may change. */
export const openCart = (journal: Pick<ProjectionReaders, 'sales'>, saleId: string): Sale =>
  changeable(openSale(journal, saleId))

/** A cart without goods loses its discount, note and receiver, because they were not meant for the next goods. */
const EMPTIED = cartOf({ lines: [], discount: null, note: '', receiver: { kind: 'individual' } })

export const isOpen = (sale: Sale): boolean => statusOf(sale).name === 'open'

/** Refuses to change the goods of an open sale for which tenders were taken. */
export const changeable = (sale: Sale): Sale =>
  isOpen(sale) && keptTenders(sale).length > 0 ? refuse('SALE_TENDERED') : sale

/**
 * Whether to add to a line: it has the same goods and price, no discount and no note, and the sum is that of the two
 * lines, so that the payer pays what each label of a scale says. Each weighing is a line of its own.
 */
const takesMore = (had: SaleLine, more: SaleLine): boolean =>
  !isMeasured(had.product.unit) &&
  isDeepStrictEqual(had.product, more.product) &&
  isDeepStrictEqual(had.pack, more.pack) &&
  had.unitPrice === more.unitPrice &&
  had.unlisted === more.unlisted &&
  had.discount === undefined &&
  had.note === undefined &&
  grossOf({ ...had, quantity: (had.quantity + more.quantity) as Quantity }) === grossOf(had) + more.amount

/** The lines of a cart once this line is added to it. */
export function linesWith(lines: Sale['lines'], line: SaleLine): Sale['lines'] {
  const had = lines.find((one) => takesMore(one, line))
  if (had === undefined) return [...lines, line]
  const more = { ...had, quantity: (had.quantity + line.quantity) as Quantity }
  return lines.map((one) => (one === had ? { ...more, amount: grossOf(more) } : one))
}

/** What a scan, a tile or a label adds. The price is the product's, unless a label has another. */
export type RungUp = Pick<SaleLine, 'unlisted'> & {
  readonly product: Product
  readonly pack?: Pack
  readonly unitPrice?: Money
}

export function newLine(
  { product, pack, unitPrice = product.price, unlisted }: RungUp,
  amount: Quantity,
): SaleLine {
  const line = { product, quantity: amount, unitPrice, ...(pack && { pack }), ...(unlisted && { unlisted }) }
  return { id: randomUUID(), ...line, amount: lineAmount(line) }
}

function changed(sale: Sale, line: SaleLine, amount: Quantity, unitPrice: Money): SaleEvent {
  const lineId = line.id
  const worth = lineAmount({ ...line, unitPrice, quantity: amount })
  checkedTotal(sale.lines.map((one) => (one.id === lineId ? { ...one, amount: worth } : one)))
  return { kind: 'line-changed', lineId, quantity: amount, unitPrice, amount: worth }
}

/** The price of a line before discounts. Refuses one that is zero or too large. */
export function lineAmount(line: Pick<SaleLine, 'unitPrice' | 'quantity' | 'pack'>): Money {
  const largest = BigInt(LARGEST_MONEY) * 1000n * BigInt(piecesOf(line))
  if (BigInt(line.unitPrice) * BigInt(line.quantity) > largest) refuse('AMOUNT_TOO_LARGE')
  const worth = grossOf(line)
  return worth > 0 ? worth : refuse('AMOUNT_ZERO')
}

/** The largest amount of one invoice: a billion tugriks, in hundredths. */
const LARGEST_TOTAL = 100_000_000_000

export function checkedTotal(lines: readonly SaleLine[]): Money {
  const total = totalOf(lines)
  return total <= LARGEST_TOTAL ? total : refuse('AMOUNT_TOO_LARGE')
}

/** The quantity as typed; of packs, how many. Refuses a part of a piece or of a pack. */
export function typedQuantity(text: string, goods: Pick<SaleLine, 'product' | 'pack'>): Quantity {
  const { product, pack } = goods
  const amount = parseQuantity(text) ?? refuseQuantity(goods)
  const isPart = pack === undefined ? isPartOfPiece(amount, product.unit) : amount % ONE !== 0
  return isPart ? refuse('QUANTITY_NOT_WHOLE') : checkedQuantity(amount * piecesOf(goods), goods)
}

const checkedQuantity = (thousandths: number, goods: Pick<SaleLine, 'pack'>): Quantity =>
  thousandths <= LARGEST_QUANTITY ? quantity(thousandths) : refuseQuantity(goods)

/** Names the limit; of packs, how many. */
const refuseQuantity = (goods: Pick<SaleLine, 'pack'>): never =>
  refuse('QUANTITY_INVALID', withCommas(Math.floor(LARGEST_QUANTITY / ONE / piecesOf(goods))))

const LONGEST_NOTE = 200

/** Paper and lists have no room for more than a line. */
const tidyNote = (note: string): string => oneLine(note, LONGEST_NOTE)

const typedDiscount = (text: string): Discount | null =>
  text.trim() === '' ? null : (parseDiscount(text) ?? refuse('DISCOUNT_INVALID'))

export function typedPrice(text: string): Money {
  const price = typedMoney(text) ?? refuse('AMOUNT_INVALID')
  return price > 0 ? price : refuse('AMOUNT_ZERO')
}
