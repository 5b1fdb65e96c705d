/** What a cashier does with the sale at the counter. Each act records its events or refuses with a named failure. */
import { randomUUID } from 'node:crypto'
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
import type { Settings } from '../../shared/settings.ts'
import { shopDay } from '../../shared/shop-day.ts'
import type { Cashier } from '../../shared/staff.ts'
import { typedMoney } from '../../shared/typed-money.ts'
import type { Clock } from '../environment.ts'
import type { Journal } from '../journal/index.ts'
import { evolveAll } from './evolve.ts'
import { shapeFor } from './invoice-request.ts'
import type { Ledger } from './ledger.ts'
import { cashSum, missingOf } from './payments.ts'
import { refuse, saleNamed } from './refuse.ts'
import type { Runner } from './runner.ts'
import { senderInvoiceNo } from './shop-time.ts'
import { totalOf } from './totals.ts'
import { undoing } from './undo.ts'

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
  readonly cancel: (saleId: string) => void
  readonly checkNow: (saleId: string) => void
  readonly next: (saleId: string) => void
  readonly repeatGoods: (saleId: string) => void
  readonly retryReceipt: (saleId: string) => void
}

export type CounterParts = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly runner: Runner
  readonly clock: Clock
  readonly settings: () => Settings
  /** The paper of a sale that waits, or of which is not known whether it came out, is tried again. */
  readonly printAgain: (saleId: string) => void
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
  const { journal, ledger, runner } = parts

  const openSale = (saleId: string): Sale => {
    const sale = saleNamed(journal, saleId)
    return sale.state.name === 'open' ? sale : refuse('SALE_NOT_OPEN')
  }

  /** Open, with its goods free to change. */
  const cart = (saleId: string): Sale => changeable(openSale(saleId))

  const atCounter = (): Sale | null => {
    const saleId = journal.counter()
    return saleId === null ? null : journal.sale(saleId)
  }

  const opening = (): SaleEvent => {
    const terminal = parts.settings().terminalCode
    const day = shopDay(parts.clock.now())
    const sequence = journal.nextSequence(terminal, day)
    return {
      kind: 'opened',
      terminal,
      day,
      sequence,
      senderInvoiceNo: senderInvoiceNo(terminal, day, sequence, journal.tag),
      ...cashierOf(parts.cashier()),
    }
  }

  /** A sale that comes to nothing is not sold. */
  const discounted = (sale: Sale, event: SaleEvent): void => {
    const after = evolveAll(sale, sale.id, parts.clock.now(), [event])
    if (after.lines.length > 0 && totalOf(after.lines) <= 0) refuse('DISCOUNT_TOO_LARGE')
    ledger.record(sale.id, [event])
  }

  return {
    add: (product, quantityText) => {
      const amount =
        quantityText === undefined ? ONE : (parseQuantity(quantityText) ?? refuse('QUANTITY_INVALID'))
      const sale = atCounter()
      if (sale !== null && sale.state.name !== 'open' && !isOver(sale)) return refuse('SALE_NOT_OPEN')
      if (sale === null || sale.state.name !== 'open') {
        const line = newLine(product, amount, product.price)
        const saleId = randomUUID()
        ledger.record(saleId, [opening(), { kind: 'line-added', line }], { takesCounter: true })
        return { saleId, lineId: line.id }
      }
      changeable(sale)
      const had = sale.lines.find(
        (line) => line.product.code === product.code && line.unitPrice === product.price && isPlain(line),
      )
      if (had) {
        ledger.record(sale.id, [changed(sale, had, checkedQuantity(had.quantity + amount), had.unitPrice)])
        return { saleId: sale.id, lineId: had.id }
      }
      if (sale.lines.length >= MOST_LINES) return refuse('SALE_TOO_LONG')
      const line = newLine(product, amount, product.price)
      checkedTotal([...sale.lines, line])
      ledger.record(sale.id, [{ kind: 'line-added', line }])
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
      ledger.record(saleId, [changed(sale, line, amount, unitPrice)])
    },

    remove: (saleId, lineId) => {
      const sale = cart(saleId)
      if (sale.lines.some((line) => line.id === lineId))
        ledger.record(saleId, [{ kind: 'line-removed', lineId }])
    },

    discountLine: (saleId, lineId, typed) => {
      const sale = cart(saleId)
      if (!sale.lines.some((line) => line.id === lineId)) refuse('SALE_UNKNOWN')
      discounted(sale, { kind: 'line-discounted', lineId, discount: typedDiscount(typed) })
    },

    discountSale: (saleId, typed) =>
      discounted(cart(saleId), { kind: 'sale-discounted', discount: typedDiscount(typed) }),

    noteLine: (saleId, lineId, note) => {
      const sale = openSale(saleId)
      if (!sale.lines.some((line) => line.id === lineId)) refuse('SALE_UNKNOWN')
      ledger.record(saleId, [{ kind: 'line-noted', lineId, note: tidyNote(note) }])
    },

    noteSale: (saleId, note) => {
      openSale(saleId)
      ledger.record(saleId, [{ kind: 'sale-noted', note: tidyNote(note) }])
    },

    undo: (saleId) => {
      const sale = cart(saleId)
      const events = undoing(sale, journal.events(saleId))
      if (events.length === 0) refuse('NOTHING_TO_UNDO')
      ledger.record(saleId, events)
    },

    setReceiver: (saleId, typed) => {
      openSale(saleId)
      if (typed === null) {
        ledger.record(saleId, [{ kind: 'receiver-set', receiver: { kind: 'individual' } }])
        return null
      }
      const { register } = parseRegister(typed) ?? refuse('REGISTER_INVALID')
      ledger.record(saleId, [{ kind: 'receiver-set', receiver: { kind: 'organisation', register } }])
      return register
    },

    discard: (saleId) => {
      const sale = saleNamed(journal, saleId)
      const { state } = sale
      if (state.name === 'open' || state.name === 'parked')
        ledger.record(changeable(sale).id, [{ kind: 'discarded' }])
      else if (state.name !== 'cancelled') refuse('SALE_NOT_OPEN')
      if (journal.counter() === saleId) journal.freeCounter()
    },

    charge: (saleId) => {
      const sale = saleNamed(journal, saleId)
      if (sale.state.name !== 'open') return // a doubled tap: the charge is under way already
      if (parts.unseen()) refuse('RECOVERY_UNSEEN')
      parts.mayTakeMoney()
      if (parts.settings().tenders.qr === 'off') refuse('QR_OFF')
      if (sale.lines.length === 0) refuse('SALE_EMPTY')
      const total = checkedTotal(sale.lines)
      const due = missingOf(total, cashSum(sale.state.cash))
      if (due <= 0) refuse('AMOUNT_ZERO')
      const shape = due < total ? 'full' : shapeFor(parts.settings())
      ledger.record(saleId, [
        { kind: 'invoice-requested', total, ...(due < total ? { due } : {}), shape, attempt: 1 },
      ])
      runner.nudge(saleId)
    },

    cancel: (saleId) => {
      const { state } = saleNamed(journal, saleId)
      switch (state.name) {
        case 'invoicing':
          if (!state.withdrawing) ledger.record(saleId, [{ kind: 'charge-withdrawal-asked' }])
          return runner.nudge(saleId)
        case 'awaiting-payment':
        case 'partly-paid':
          ledger.record(saleId, [{ kind: 'cancel-requested' }])
          return runner.nudge(saleId)
        case 'cancelling':
          return runner.checkNow(saleId)
        case 'cancelled':
          return
        default:
          refuse('SALE_NOT_CANCELLABLE')
      }
    },

    checkNow: (saleId) => {
      saleNamed(journal, saleId)
      runner.checkNow(saleId)
    },

    next: (saleId) => {
      if (journal.counter() !== saleId) return // a doubled tap: it was left already
      if (!canBeLeft(saleNamed(journal, saleId))) refuse('SALE_NOT_OPEN')
      journal.freeCounter()
    },

    repeatGoods: (saleId) => {
      const sale = saleNamed(journal, saleId)
      if (journal.counter() !== saleId) return
      if (sale.state.name !== 'cancelled') refuse('SALE_NOT_OPEN')
      const lines = sale.lines.map(
        (line): SaleEvent => ({ kind: 'line-added', line: { ...line, id: randomUUID() } }),
      )
      ledger.record(randomUUID(), [opening(), ...lines, { kind: 'receiver-set', receiver: sale.receiver }], {
        takesCounter: true,
      })
    },

    retryReceipt: (saleId) => {
      const sale = saleNamed(journal, saleId)
      const { state } = sale
      // What is to be voided is not issued meanwhile.
      if (openReturn(sale)) refuse('RETURN_OPEN')
      if (state.name === 'receipt-owed') ledger.record(saleId, [{ kind: 'receipt-retried' }])
      else if (state.name !== 'receipting') return
      runner.nudge(saleId)
      parts.printAgain(saleId)
    },
  }
}

const cashierOf = (cashier: Cashier | null) => (cashier === null ? {} : { cashier })

/** Cash that was taken for a sale holds its goods. */
const changeable = (sale: Sale): Sale =>
  sale.state.name === 'open' && sale.state.cash.length > 0 ? refuse('SALE_TENDERED') : sale

/** A sale that goes on without the cashier, or is found again in the list of those set aside: the next customer can be served. */
const canBeLeft = ({ state }: Sale): boolean => state.name !== 'open'

/** Goods rung up while it is on the screen begin the next sale. */
const isOver = (sale: Sale): boolean =>
  ['cancelling', 'cancelled', 'paid-late', 'receipting', 'receipt-owed', 'completed'].includes(
    sale.state.name,
  )

/** Nothing was said about it: one more of the same belongs to it. */
const isPlain = ({ discount, note }: SaleLine): boolean => discount === undefined && note === undefined

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
