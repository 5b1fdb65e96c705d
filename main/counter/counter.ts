/** What a cashier does with the sale at the counter. Each act records its events or refuses with a named failure. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Discount, parseDiscount } from '../../shared/discount.ts'
import { LARGEST_MONEY, type Money } from '../../shared/money.ts'
import type { Product } from '../../shared/product.ts'
import {
  LARGEST_QUANTITY,
  ONE,
  parseQuantity,
  priceOf,
  type Quantity,
  quantity,
} from '../../shared/quantity.ts'
import { parseRegister } from '../../shared/register.ts'
import { openReturn } from '../../shared/return.ts'
import type { Sale, SaleEvent, SaleLine } from '../../shared/sale.ts'
import { keptTenders } from '../../shared/sale-account.ts'
import { nothingLeft, statusOf, totalOf } from '../../shared/sale-status.ts'
import type { Settings } from '../../shared/settings.ts'
import { shopDay } from '../../shared/shop-day.ts'
import type { Cashier } from '../../shared/staff.ts'
import { typedMoney } from '../../shared/typed-money.ts'
import type { Clock } from '../environment.ts'
import {
  applyAll,
  drawInvoiceNumber,
  grossOf,
  type Policy,
  type Runner,
  refuse,
  type SaleStore,
  saleNamed,
  senderInvoiceNo,
} from '../sales/index.ts'
import type { Journal } from '../store/index.ts'
import { cancelEvents, chargeEvents } from './charge.ts'
import { restOf } from './parking.ts'
import { splitCart, taxKindsOf } from './split-cart.ts'
import { cartOf, undoing } from './undo.ts'

export type Counter = {
  readonly add: (product: Product, quantityText: string | undefined) => { saleId: string; lineId: string }
  readonly change: (saleId: string, lineId: string, typed: { quantity?: string; price?: string }) => void
  readonly remove: (saleId: string, lineId: string) => void
  /** As typed: "5%" or "1000"; empty takes it off again. */
  readonly discountLine: (saleId: string, lineId: string, typed: string) => void
  readonly discountSale: (saleId: string, typed: string) => void
  readonly noteLine: (saleId: string, lineId: string, note: string) => void
  readonly noteSale: (saleId: string, note: string) => void
  /** Takes back the last change of the goods; done twice, it is there again. */
  readonly undo: (saleId: string) => void
  /** Null is an individual. Answers with the register as it was understood. */
  readonly setReceiver: (saleId: string, register: string | null) => string | null
  readonly discard: (saleId: string) => void
  readonly charge: (saleId: string) => void
  /** Goods of another tax kind become a sale of their own, which follows this one. Answers with its id. */
  readonly split: (saleId: string) => string
  /** Withdraws the charge, cancels its QR, or ends a sale that was paid in part: what came is then the payer's. */
  readonly cancel: (saleId: string) => void
  readonly checkNow: (saleId: string) => void
  readonly next: (saleId: string) => void
  readonly repeatGoods: (saleId: string) => void
  readonly retryReceipt: (saleId: string) => void
}

export type CounterParts = {
  readonly journal: Pick<Journal, 'sales' | 'tag'>
  readonly store: SaleStore
  readonly runner: Pick<Runner, 'checkNow'>
  readonly clock: Clock
  readonly settings: () => Settings
  readonly policy: () => Policy
  /** What waits for a printer is tried at once. */
  readonly wakePrinter: () => void
  /** Who stands at the till; null where nobody is signed in. */
  readonly cashier: () => Cashier | null
  /** Whether what a restart found has not been looked at yet. */
  readonly unseen: () => boolean
  /** Refuses where money is taken in a shift alone and none is open. */
  readonly mayTakeMoney: () => void
}

/** More lines than any basket has; a page that rings up without end stops here. */
const MOST_LINES = 1000

export function createCounter(parts: CounterParts): Counter {
  const { journal, store, runner } = parts

  const openSale = (saleId: string): Sale => {
    const sale = saleNamed(journal.sales, saleId)
    return isOpen(sale) ? sale : refuse('SALE_NOT_OPEN')
  }

  /** Open, with its goods free to change. */
  const cart = (saleId: string): Sale => changeable(openSale(saleId))

  const atCounter = (): Sale | null => {
    const saleId = journal.sales.atCounter()
    return saleId === null ? null : journal.sales.byId(saleId)
  }

  /** The counter is free for what comes to it next: what was split off the sale that was there, or nothing. */
  const followed = (saleId: string): Sale | null => {
    const rest = restOf(journal.sales, saleNamed(journal.sales, saleId))
    if (rest) store.append(rest.id, [{ kind: 'resumed' }], { takesCounter: true })
    else journal.sales.freeCounter()
    return atCounter()
  }

  const opening = (continues?: string): SaleEvent => {
    const terminal = parts.settings().terminalCode
    const day = shopDay(parts.clock.now())
    const sequence = journal.sales.nextSequence(terminal, day)
    return {
      kind: 'opened',
      terminal,
      day,
      sequence,
      senderInvoiceNo: senderInvoiceNo(terminal, day, sequence, journal.tag),
      ...cashierOf(parts.cashier()),
      ...(continues === undefined ? {} : { continues }),
    }
  }

  /** A sale that comes to nothing is not sold. */
  const discounted = (sale: Sale, event: SaleEvent): void => {
    const after = applyAll(sale, sale.id, parts.clock.now(), [event])
    if (totalOf(after.lines) <= 0) refuse('DISCOUNT_TOO_LARGE')
    store.append(sale.id, [event])
  }

  return {
    add: (product, quantityText) => {
      const amount =
        quantityText === undefined ? ONE : (parseQuantity(quantityText) ?? refuse('QUANTITY_INVALID'))
      const line = newLine(product, amount, product.price)
      const left = atCounter()
      const sale = left !== null && isOver(left) ? followed(left.id) : left
      if (sale !== null && !isOpen(sale)) return refuse('SALE_NOT_OPEN')
      if (sale === null) {
        const saleId = randomUUID()
        store.append(saleId, [opening(), { kind: 'line-added', line }], { takesCounter: true })
        return { saleId, lineId: line.id }
      }
      changeable(sale)
      const had = sale.lines.find((one) => takesMore(one, line))
      if (had) {
        store.append(sale.id, [changed(sale, had, checkedQuantity(had.quantity + amount), had.unitPrice)])
        return { saleId: sale.id, lineId: had.id }
      }
      if (sale.lines.length >= MOST_LINES) return refuse('SALE_TOO_LONG')
      checkedTotal([...sale.lines, line])
      store.append(sale.id, [{ kind: 'line-added', line }])
      return { saleId: sale.id, lineId: line.id }
    },

    change: (saleId, lineId, typed) => {
      const sale = cart(saleId)
      const line = sale.lines.find((one) => one.id === lineId) ?? refuse('SALE_UNKNOWN')
      const amount =
        typed.quantity === undefined
          ? line.quantity
          : (parseQuantity(typed.quantity) ?? refuse('QUANTITY_INVALID'))
      const unitPrice = typed.price === undefined ? line.unitPrice : typedPrice(typed.price)
      if (amount === line.quantity && unitPrice === line.unitPrice) return
      store.append(saleId, [changed(sale, line, amount, unitPrice)])
    },

    remove: (saleId, lineId) => {
      const sale = cart(saleId)
      const left = sale.lines.filter((line) => line.id !== lineId)
      if (left.length === sale.lines.length) return
      store.append(saleId, [{ kind: 'line-removed', lineId }, ...(left.length === 0 ? [EMPTIED] : [])])
    },

    discountLine: (saleId, lineId, typed) => {
      const sale = cart(saleId)
      if (!sale.lines.some((line) => line.id === lineId)) refuse('SALE_UNKNOWN')
      discounted(sale, { kind: 'line-discounted', lineId, discount: typedDiscount(typed) })
    },

    discountSale: (saleId, typed) => {
      const sale = cart(saleId)
      if (sale.lines.length === 0) refuse('SALE_EMPTY')
      discounted(sale, { kind: 'sale-discounted', discount: typedDiscount(typed) })
    },

    noteLine: (saleId, lineId, note) => {
      const sale = openSale(saleId)
      if (!sale.lines.some((line) => line.id === lineId)) refuse('SALE_UNKNOWN')
      store.append(saleId, [{ kind: 'line-noted', lineId, note: tidyNote(note) }])
    },

    noteSale: (saleId, note) => {
      openSale(saleId)
      store.append(saleId, [{ kind: 'sale-noted', note: tidyNote(note) }])
    },

    undo: (saleId) => {
      const sale = cart(saleId)
      store.append(sale.id, [undoing(journal.sales.events(saleId)) ?? refuse('NOTHING_TO_UNDO')])
    },

    setReceiver: (saleId, typed) => {
      openSale(saleId)
      if (typed === null) {
        store.append(saleId, [{ kind: 'receiver-set', receiver: { kind: 'individual' } }])
        return null
      }
      const { register } = parseRegister(typed) ?? refuse('REGISTER_INVALID')
      store.append(saleId, [{ kind: 'receiver-set', receiver: { kind: 'organisation', register } }])
      return register
    },

    discard: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      const { name } = statusOf(sale)
      if (name === 'open' || name === 'parked') store.append(changeable(sale).id, [{ kind: 'discarded' }])
      else if (name !== 'cancelled') refuse('SALE_NOT_OPEN')
      if (journal.sales.atCounter() === saleId) followed(saleId)
    },

    charge: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      if (!isOpen(sale)) return // a doubled tap: the charge is under way already
      if (parts.unseen()) refuse('RECOVERY_UNSEEN')
      parts.mayTakeMoney()
      if (parts.settings().tenders.qr === 'off') refuse('QR_OFF')
      checkedTotal(sale.lines)
      const policy = parts.policy()
      const isMixed = taxKindsOf(sale, parts.settings()).length > 1
      if (policy.terms.ereceipts && isMixed) refuse('TAX_KINDS_MIXED')
      store.append(saleId, chargeEvents(sale, policy, drawInvoiceNumber(sale.senderInvoiceNo)))
    },

    split: (saleId) => {
      const sale = cart(saleId)
      const { stays, goes } = splitCart(sale, parts.settings()) ?? refuse('SPLIT_UNFIT')
      const otherId = randomUUID()
      store.append(saleId, [{ ...cartOf(stays), rest: otherId }])
      store.append(otherId, [opening(saleId), cartOf(goes), { kind: 'parked', label: '' }])
      return otherId
    },

    cancel: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      const events = cancelEvents(sale, parts.policy())
      if (events.length > 0) store.append(saleId, events)
      else runner.checkNow(saleId)
    },

    checkNow: (saleId) => {
      saleNamed(journal.sales, saleId)
      runner.checkNow(saleId)
    },

    next: (saleId) => {
      if (journal.sales.atCounter() !== saleId) return // a doubled tap: it was left already
      if (isOpen(saleNamed(journal.sales, saleId))) refuse('SALE_NOT_OPEN')
      followed(saleId)
    },

    repeatGoods: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      if (journal.sales.atCounter() !== saleId) return
      if (statusOf(sale).name !== 'cancelled') refuse('SALE_NOT_OPEN')
      const place = restOf(journal.sales, sale)?.continues ?? undefined
      store.append(randomUUID(), [opening(place), cartOf(sale)], { takesCounter: true })
    },

    retryReceipt: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      // What is to be voided is not issued meanwhile, nor anything for goods that came back.
      if (openReturn(sale)) refuse('RETURN_OPEN')
      if (nothingLeft(sale)) refuse('RETURN_NOTHING_LEFT')
      if (sale.soldAt === null) return
      if (sale.ereceipts.some(({ step }) => step === 'refused'))
        store.append(saleId, [{ kind: 'receipt-retried' }])
      parts.wakePrinter()
    },
  }
}

/** What was said of goods that are all gone is not said of the next ones. */
const EMPTIED = cartOf({ lines: [], discount: null, note: '', receiver: { kind: 'individual' } })

const cashierOf = (cashier: Cashier | null) => (cashier === null ? {} : { cashier })

const isOpen = (sale: Sale): boolean => statusOf(sale).name === 'open'

/** Tenders that were taken for a sale hold its goods. */
const changeable = (sale: Sale): Sale =>
  isOpen(sale) && keptTenders(sale).length > 0 ? refuse('SALE_TENDERED') : sale

/** Goods rung up while it is on the screen begin the next sale. */
const isOver = (sale: Sale): boolean =>
  sale.soldAt !== null || sale.endedAt !== null || statusOf(sale).name === 'cancelling'

/**
 * The same goods, not corrected meanwhile; nothing was said about them, and both together cost what they do apart: the payer
 * pays what each label of a scale says.
 */
const takesMore = (had: SaleLine, more: SaleLine): boolean =>
  isDeepStrictEqual(had.product, more.product) &&
  had.unitPrice === more.unitPrice &&
  had.discount === undefined &&
  had.note === undefined &&
  priceOf(had.unitPrice, (had.quantity + more.quantity) as Quantity) === grossOf(had) + more.amount

function newLine(product: Product, amount: Quantity, unitPrice: Money): SaleLine {
  return { id: randomUUID(), product, quantity: amount, unitPrice, amount: lineAmount(unitPrice, amount) }
}

function changed(sale: Sale, line: SaleLine, amount: Quantity, unitPrice: Money): SaleEvent {
  const lineId = line.id
  const worth = lineAmount(unitPrice, amount)
  checkedTotal(sale.lines.map((one) => (one.id === lineId ? { ...one, amount: worth } : one)))
  return { kind: 'line-changed', lineId, quantity: amount, unitPrice, amount: worth }
}

function lineAmount(unitPrice: Money, amount: Quantity): Money {
  if (BigInt(unitPrice) * BigInt(amount) > BigInt(LARGEST_MONEY) * 1000n) refuse('AMOUNT_TOO_LARGE')
  const worth = priceOf(unitPrice, amount)
  return worth > 0 ? worth : refuse('AMOUNT_ZERO')
}

/** The most one invoice may come to: a billion tugriks, in hundredths. */
const LARGEST_TOTAL = 100_000_000_000

function checkedTotal(lines: readonly SaleLine[]): Money {
  const total = totalOf(lines)
  return total <= LARGEST_TOTAL ? total : refuse('AMOUNT_TOO_LARGE')
}

const checkedQuantity = (thousandths: number): Quantity =>
  thousandths <= LARGEST_QUANTITY ? quantity(thousandths) : refuse('QUANTITY_INVALID')

const LONGEST_NOTE = 200

/** One line of it: paper and lists have no room for more. */
const tidyNote = (note: string): string => note.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NOTE)

const typedDiscount = (text: string): Discount | null =>
  text.trim() === '' ? null : (parseDiscount(text) ?? refuse('DISCOUNT_INVALID'))

function typedPrice(text: string): Money {
  const price = typedMoney(text) ?? refuse('PRICE_INVALID')
  return price > 0 ? price : refuse('AMOUNT_ZERO')
}
