/**
 * The commands for the sale at the counter: opening, charging, ending it, and going to the next (cart.ts changes its
 * goods). Each command records events or throws a named refusal.
 */
import { randomUUID } from 'node:crypto'
import { refuse } from '../../shared/failure.ts'
import { NO_MONEY } from '../../shared/money/money.ts'
import type { Policy } from '../../shared/sale/answers.ts'
import { keptTenders } from '../../shared/sale/money-of-sale.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import { openReturn } from '../../shared/sale/return.ts'
import type { Sale, SaleEvent } from '../../shared/sale/sale.ts'
import { drawInvoiceNumber, senderInvoiceNo } from '../../shared/sale/sale-number.ts'
import type { SharedCart } from '../../shared/sale/shared-cart.ts'
import { chargeOf, endsByCancelling, nothingLeft, statusOf, unneededOf } from '../../shared/sale/status.ts'
import type { Mode } from '../../shared/shop/mode.ts'
import { missingSeller } from '../../shared/shop/own-seller.ts'
import type { Product } from '../../shared/shop/product.ts'
import { shopDay } from '../../shared/shop/shop-day.ts'
import type { Cashier } from '../../shared/shop/staff.ts'
import type { CounterWriter, ProjectionReaders } from '../storage/projections/index.ts'
import {
  type Cart,
  changeable,
  checkedTotal,
  createCart,
  isOpen,
  newLine,
  type RungUp,
  typedQuantity,
} from './cart.ts'
import { cancelEvents, chargeEvents, splitCart } from './charge.ts'
import type { MoneyParts } from './drawer.ts'
import { freeCounter, isUntouched, restOf } from './parking.ts'
import { type Answers, answered, answersIn, askIfMany } from './rules.ts'
import type { Runner } from './run/index.ts'
import { cartOf, lastSplit } from './undo.ts'

export type Counter = Omit<Cart, 'addLine'> & {
  readonly add: (
    goods: RungUp,
    quantityText?: string,
    answers?: Answers,
  ) => { saleId: string; lineId: string }
  /** Records that this person gave or approved the cart's discounts and prices as they are now. */
  readonly approve: (saleId: string, by: Cashier) => void
  readonly discard: (saleId: string) => void
  /** Throws what `charge` would refuse. */
  readonly checkCharge: (saleId: string, answers?: Answers) => void
  /** Goods of further tax types go to a sale that follows this one. */
  readonly charge: (saleId: string, answers?: Answers) => void
  /**
   * Call it when this sale at the counter was paid or cancelled. Paid by QR alone, and not too much: charges the sale
   * that follows it, and refuses as `charge` does. Cancelled to go back to the cart: its goods are at the counter again.
   * Cancelled because it got no QR: they are charged once more. Refused for a tax code: charged without one.
   */
  readonly goOn: (saleId: string) => void
  /** Opens a sale with the cart of this sale of another till. Returns its id. */
  readonly continueCart: (saleId: string, cart: SharedCart) => string
  /**
   * Withdraws the charge, cancels its QR, or ends a sale that was paid in part: its money is then the payer's. `back`: its
   * goods come back to the counter once its QR is known to be cancelled.
   */
  readonly cancel: (saleId: string, back?: boolean) => void
  readonly checkNow: (saleId: string) => void
  readonly next: (saleId: string) => void
  readonly repeatGoods: (saleId: string, answers?: Answers) => void
  readonly retryReceipt: (saleId: string) => void
}

export type CounterParts = Omit<MoneyParts, 'cashMoves'> & {
  readonly journal: Pick<ProjectionReaders, 'sales' | 'unfinished' | 'saleNumbers' | 'counter'> & {
    readonly counter: CounterWriter
    readonly inOneCommit: (work: () => void) => void
    readonly tag: string
  }
  readonly runner: Pick<Runner, 'checkNow'>
  readonly policy: () => Policy
  /** Tries queued print jobs at once. */
  readonly wakePrinter: () => void
  /** The cashier at the till; null where nobody is signed in. */
  readonly cashier: () => Cashier | null
  /** Whether a person has not yet seen what the start recovered. */
  readonly unacknowledged: () => boolean
  readonly mode: Mode
  /** Whether the product is one of the sample catalogue. */
  readonly isSample: (product: Product) => boolean
}

export function createCounter(parts: CounterParts): Counter {
  const { journal, store, runner } = parts

  const atCounter = (): Sale | null => {
    const saleId = journal.counter.saleId()
    return saleId === null ? null : journal.sales.byId(saleId)
  }

  /** The sales that a person cancels to go back to their cart. Forgotten at a restart, which shows the cancelled sale. */
  const goesBack = new Set<string>()

  const lacksQr = ({ refusal }: Sale): boolean => refusal?.name === 'QR_MISSING'

  /** Whether the sale’s goods become an open cart again when its invoice is cancelled. */
  const comesBack = (sale: Sale): boolean =>
    sale.soldAt === null && sale.endedAt === null && (goesBack.has(sale.id) || lacksQr(sale))

  /**
   * Puts the rest of this sale’s split cart at the counter. The counter becomes free if there is no rest, or if the whole cart
   * will come back. Returns the sale at the counter.
   */
  const followed = (saleId: string): Sale | null => {
    const sale = saleNamed(journal.sales, saleId)
    const rest = comesBack(sale) ? null : restOf(journal.unfinished.setAside(), sale)
    if (rest) store.append(rest.id, [{ kind: 'resumed' }], { takesCounter: true })
    else journal.counter.free()
    return atCounter()
  }

  const opening = (from: Partial<Pick<Opened, 'continues' | 'movedFrom' | 'cashier'>> = {}): Opened => {
    const terminal = parts.settings().terminalCode
    const day = shopDay(parts.clock.now())
    const sequence = journal.saleNumbers.nextSequence(terminal, day)
    return {
      kind: 'opened',
      terminal,
      day,
      sequence,
      senderInvoiceNo: senderInvoiceNo(terminal, day, sequence, journal.tag),
      cashier: parts.cashier(),
      ...from,
    }
  }

  /** Goods that are in a cart already stay there, and tenders pay for them. */
  const refuseSample = (products: readonly Product[]): void => {
    if (parts.mode === 'live' && products.some(parts.isSample)) refuse('SAMPLE_NOT_SOLD')
  }

  /** Null for a double tap: the charge is already under way. */
  const chargeable = (saleId: string): Sale | null => {
    const sale = saleNamed(journal.sales, saleId)
    if (!isOpen(sale)) return null
    if (parts.unacknowledged()) refuse('RECOVERY_UNACKNOWLEDGED')
    parts.mayTakeMoney()
    if (parts.settings().tenders.qr === 'off') refuse('TENDER_OFF')
    if (missingSeller(parts.mode, parts.settings()).length > 0) refuse('SELLER_MISSING')
    refuseSample(productsOf(sale))
    checkedTotal(sale.lines)
    if (splitCart(sale, parts.settings())?.fits === false) refuse('TAX_KINDS_MIXED')
    return sale
  }

  /** Leaves goods of one tax type in the cart. The others follow it as a sale of their own. */
  const ofOneType = (sale: Sale): Sale => {
    const split = splitCart(sale, parts.settings())
    if (split === null) return sale
    const rest = randomUUID()
    store.append(rest, [
      opening({ continues: sale.id, cashier: sale.cashier }),
      ...answersIn(sale, journal.sales.events(sale.id)),
      cartOf(split.goes),
      { kind: 'parked', label: '' },
    ])
    return store.append(sale.id, [{ ...cartOf(split.stays), rest }])
  }

  /** The sale that was charged because the one before got no QR. That is done once, so that it comes to an end. */
  let chargedAgain: string | null = null

  /** The cart of a sale before it was split for its charge, if the rest still waits untouched. */
  const whole = (sale: Sale) => {
    const split = lastSplit(journal.sales.events(sale.id))
    const rest = split && journal.unfinished.setAside().find(({ id }) => id === split.restId)
    // The receiver may have been corrected at the QR.
    return rest && isUntouched(rest)
      ? { cart: cartOf({ ...split.cart, receiver: sale.receiver }), rest }
      : null
  }

  /** The cart of a cancelled sale, whole again. */
  const cartAgain = (sale: Sale) => {
    const joined = whole(sale)
    const continues = joined === null ? restOf(journal.unfinished.setAside(), sale)?.continues : undefined
    return {
      cart: joined?.cart ?? cartOf(sale),
      continues: continues ?? sale.continues,
      rest: joined?.rest ?? null,
    }
  }

  const openAgain = (
    { cart, continues, rest }: ReturnType<typeof cartAgain>,
    told: readonly SaleEvent[],
    { cashier, isHere }: { readonly cashier: Cashier | null; readonly isHere: boolean },
  ) => {
    const opened = opening({ cashier, ...(continues === null ? {} : { continues }) })
    const events: readonly SaleEvent[] = [opened, ...told, { ...cart, again: true }]
    const parked: readonly SaleEvent[] = isHere ? [] : [{ kind: 'parked', label: '' }]
    const again = store.append(randomUUID(), [...events, ...parked], { takesCounter: isHere })
    if (rest !== null) store.append(rest.id, [{ kind: 'discarded' }])
    return again.id
  }

  /** Opens the cart of a cancelled sale again. If the sale is still at the counter, the cart is too; otherwise it is parked. */
  const goBack = (sale: Sale): void => {
    const isHere = journal.counter.saleId() === sale.id
    const isCharged = lacksQr(sale) && chargedAgain !== sale.id
    if (!goesBack.delete(sale.id) && !(isHere ? isCharged : lacksQr(sale))) return
    const isKnown = chargeOf(sale)?.step.name === 'cancelled' && unneededOf(sale) !== 'left-open'
    if (statusOf(sale).name !== 'cancelled' || !isKnown || keptTenders(sale).length > 0) return
    const { cashier } = sale
    const told = answersIn(sale, journal.sales.events(sale.id))
    const again = openAgain(cartAgain(sale), told, { cashier, isHere })
    if (!isHere || !isCharged) return
    charge(again)
    chargedAgain = again
  }

  /** Makes a cart whole whose charge was refused or withdrawn: it is split only while it is charged. */
  const join = (sale: Sale): void => {
    const joined = whole(sale)
    if (joined === null) return
    store.append(sale.id, [{ ...joined.cart, again: true }])
    store.append(joined.rest.id, [{ kind: 'discarded' }])
  }

  /** Charges the sale that follows this paid one. */
  const follow = (sale: Sale): void => {
    const status = statusOf(sale)
    if (sale.payments.length === 0 || ('surplus' in status && status.surplus > NO_MONEY)) return
    const rest = restOf(journal.unfinished.setAside(), sale)
    if (rest === null) return
    followed(sale.id)
    charge(rest.id)
  }

  const charge = (saleId: string, answers?: Answers): void => {
    const sale = chargeable(saleId)
    if (sale === null) return
    goesBack.delete(saleId)
    const told = rulesFor(sale, sale.lines, answers)
    const first = ofOneType(told.length === 0 ? sale : store.append(saleId, told))
    store.append(saleId, chargeEvents(first, parts.policy(), drawInvoiceNumber(first.senderInvoiceNo)))
  }

  /** Charges the whole cart by an invoice of the simple shape, which has no tax codes, after the service refused one. */
  const chargeWithoutCodes = (saleId: string): void => {
    const sale = chargeable(saleId)
    if (sale === null) return
    const policy = parts.policy()
    const terms = { ...policy.terms, codesRefused: true as const }
    store.append(saleId, chargeEvents(sale, { ...policy, terms }, drawInvoiceNumber(sale.senderInvoiceNo)))
  }

  const rulesFor = (sale: Sale | null, lines: Sale['lines'], answers: Answers = {}): readonly SaleEvent[] =>
    answered({ sale, lines, rules: parts.settings().saleRules, at: parts.clock.now() }, answers)

  const { addLine, ...cart } = createCart(parts)

  return {
    ...cart,
    add: (goods, quantityText = '1', answers) => {
      refuseSample([goods.product])
      const line = newLine(goods, typedQuantity(quantityText, goods))
      const left = atCounter()
      const sale = left !== null && isOver(left) ? followed(left.id) : left
      if (sale !== null && !isOpen(sale)) return refuse('SALE_NOT_OPEN')
      if (sale === null) {
        const saleId = randomUUID()
        const told = rulesFor(null, [line], answers)
        askIfMany(line, { before: 0, after: line.quantity }, answers)
        store.append(saleId, [opening(), ...told, { kind: 'line-added', line }], { takesCounter: true })
        return { saleId, lineId: line.id }
      }
      const told = rulesFor(changeable(sale), [line], answers)
      if (told.length > 0) store.append(sale.id, told)
      return { saleId: sale.id, lineId: addLine(saleNamed(journal.sales, sale.id), line, answers) }
    },

    approve: (saleId, by) => void store.append(saleId, [{ kind: 'cart-approved', by }]),

    discard: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      const { name } = statusOf(sale)
      if (name === 'open' || name === 'parked') store.append(changeable(sale).id, [{ kind: 'discarded' }])
      else if (name !== 'cancelled' && name !== 'moved') refuse('SALE_NOT_OPEN')
      if (journal.counter.saleId() === saleId) followed(saleId)
    },

    checkCharge: (saleId, answers) => {
      const sale = chargeable(saleId)
      if (sale !== null) rulesFor(sale, sale.lines, answers)
    },

    charge,

    goOn: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      const isHere = journal.counter.saleId() === saleId
      journal.inOneCommit(() => {
        if (sale.endedAt !== null) goBack(sale)
        else if (isHere && sale.soldAt !== null) follow(sale)
        else if (isHere && isOpen(sale)) join(sale)
      })
      // In a commit of its own: if this charge is refused, the cart stays joined.
      if (isHere && isOpen(sale) && isCodeRefused(sale)) chargeWithoutCodes(saleId)
    },

    continueCart: (saleId, cart) => {
      if (journal.sales.movedFrom(saleId)) refuse('CART_GONE')
      freeCounter({ journal, store })
      const id = randomUUID()
      const { till, senderInvoiceNo: number, parkedAt, label } = cart
      store.append(
        id,
        [
          opening({ movedFrom: { till, saleId, number, parkedAt } }),
          ...cart.answers,
          cartOf(cart),
          { kind: 'parked', label },
          { kind: 'resumed' },
        ],
        { takesCounter: true },
      )
      return id
    },

    cancel: (saleId, back = false) => {
      const sale = saleNamed(journal.sales, saleId)
      // Money may have come since the person looked: ending the sale is another question.
      if (back && endsByCancelling(statusOf(sale))) refuse('NOT_NOW')
      if (back) goesBack.add(saleId)
      else goesBack.delete(saleId)
      const events = cancelEvents(sale, parts.policy())
      if (events.length > 0) store.append(saleId, events)
      else runner.checkNow(saleId)
    },

    checkNow: (saleId) => {
      saleNamed(journal.sales, saleId)
      runner.checkNow(saleId)
    },

    next: (saleId) => {
      if (journal.counter.saleId() !== saleId) return // a double tap: another sale is already at the counter
      if (isOpen(saleNamed(journal.sales, saleId))) refuse('SALE_NOT_OPEN')
      followed(saleId)
    },

    repeatGoods: (saleId, answers) => {
      const sale = saleNamed(journal.sales, saleId)
      if (journal.counter.saleId() !== saleId) return
      if (statusOf(sale).name !== 'cancelled') refuse('SALE_NOT_OPEN')
      refuseSample(productsOf(sale))
      const again = cartAgain(sale)
      openAgain(again, rulesFor(null, again.cart.lines, answers), { cashier: parts.cashier(), isHere: true })
    },

    retryReceipt: (saleId) => {
      const sale = saleNamed(journal.sales, saleId)
      // No e-receipt is issued during a return, which voids e-receipts, or for returned goods.
      if (openReturn(sale)) refuse('RETURN_OPEN')
      if (nothingLeft(sale)) refuse('RETURN_NOTHING_LEFT')
      if (sale.soldAt === null) return
      if (sale.ereceipts.some(({ step }) => step === 'refused'))
        store.append(saleId, [{ kind: 'receipt-retried' }])
      parts.wakePrinter()
    },
  }
}

/** Whether the last charge was refused because of a tax code and was made with codes. */
export const isCodeRefused = ({ refusal, terms }: Sale): boolean =>
  refusal?.name === 'TAX_CODE_REFUSED' && terms?.codesRefused !== true

type Opened = Extract<SaleEvent, { kind: 'opened' }>

const productsOf = ({ lines }: Sale): readonly Product[] => lines.map(({ product }) => product)

/** Whether the sale is finished, so that a product opens the next sale. */
const isOver = (sale: Sale): boolean =>
  sale.soldAt !== null || sale.endedAt !== null || statusOf(sale).name === 'cancelling'
