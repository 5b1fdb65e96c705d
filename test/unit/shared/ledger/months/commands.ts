/** What staff, payers and the service do in a month. Each one also records itself in the test's own books. */
import { expect } from 'vitest'
import type { Chance } from '../../../../../scripts/run/hosts/chance.ts'
import { failure } from '../../../../../shared/failure.ts'
import { CASH_ROUNDINGS } from '../../../../../shared/money/cash-rounding.ts'
import { money, NO_MONEY } from '../../../../../shared/money/money.ts'
import { quantity } from '../../../../../shared/money/quantity.ts'
import type { ToldTax } from '../../../../../shared/money/told-tax.ts'
import type { Resolution } from '../../../../../shared/sale/attention.ts'
import { attentionOf } from '../../../../../shared/sale/attention-items.ts'
import {
  cashDue,
  isRefunded,
  isRefundedElsewhere,
  moneyBackOf,
  openReturn,
  type ReturnPart,
} from '../../../../../shared/sale/return.ts'
import { type SaleEvent, TENDER_KINDS } from '../../../../../shared/sale/sale.ts'
import { FIRST_SETTINGS } from '../../../../../shared/shop/settings.ts'
import type { Cashier } from '../../../../../shared/shop/staff.ts'
import { expectFair } from './fair.ts'
import { all, worth } from './own-books.ts'
import { PEOPLE, SALE_RULES, type Shop } from './shop.ts'

type Command = (shop: Shop, chance: Chance) => void | Promise<void>

const HOUR = 3_600_000
const QR = ['P2P', 'CARD'] as const

const upTo = (chance: Chance, most: number): number => (1 + chance.below(most)) * 100
/** A part of an amount, in whole tugriks. */
const partOf = (chance: Chance, amount: number): number =>
  upTo(chance, Math.max(1, Math.floor(amount / 100) - 1))
const typed = (amount: number): string => String(amount / 100)

/** Returns false when the till refuses: too little in the drawer, or nothing left to return. */
function happened(work: () => void, refusals: RegExp): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (!refusals.test(String(error))) throw error
    return false
  }
}

const atCounter =
  (kind: (typeof TENDER_KINDS)[number]): Command =>
  (shop, chance) => {
    const saleId = shop.ring(chance)
    if (worth(shop.sale(saleId).lines) > 0) shop.take(saleId, '', kind)
  }

const isOpen = ({ soldAt, endedAt }: { readonly soldAt: number | null; readonly endedAt: number | null }) =>
  soldAt === null && endedAt === null

export const COMMANDS = {
  open: ({ till, books }, chance) => {
    if (till.journal().shifts.open()) return
    till.shifts().open(chance.happens(0.2) ? '' : typed(upTo(chance, 900)))
    books.add('drawer', till.x().drawer.float)
  },
  close: ({ till, books, known, disks }) => {
    if (!till.journal().shifts.open()) return
    const { running, lastNumber } = till.shut()
    if (disks() > 1) return
    expect(running, 'the running total').toBe(books.sum('sold'))
    expect(lastNumber).toBe(known().lastNumber)
  },
  move: ({ till, books }, chance) => {
    const [way, amount] = [chance.pick(['in', 'out'] as const), upTo(chance, 500)]
    const move = () => till.shifts().move(way, typed(amount), 'солих')
    if (happened(move, /DRAWER|SHIFT/)) books.add('drawer', way === 'in' ? amount : -amount)
  },
  cash: atCounter('cash'),
  card: atCounter('card'),
  transfer: atCounter('transfer'),
  qr: (shop, chance) => {
    const saleId = shop.ring(chance, 'alike')
    const due = shop.charge(saleId)
    if (due === 0) return
    const surplus = chance.happens(0.2) ? upTo(chance, 50) : 0
    const first = chance.happens(0.3) && due > 200 ? partOf(chance, due) : 0
    if (first > 0) shop.pay(saleId, first, chance.pick(QR))
    if (first > 0 && chance.happens(0.5)) shop.look(saleId)
    shop.pay(saleId, due - first + surplus, chance.pick(QR))
    shop.look(saleId)
  },
  split: (shop, chance) => {
    const saleId = shop.ring(chance, 'alike')
    const total = worth(shop.sale(saleId).lines)
    if (total < 1000) return
    shop.take(saleId, typed(partOf(chance, total)), chance.pick(TENDER_KINDS))
    if (shop.sale(saleId).soldAt !== null || chance.happens(0.2)) return
    const due = chance.happens(0.5) ? shop.charge(saleId) : 0
    if (due === 0) shop.take(saleId, '', chance.pick(TENDER_KINDS))
    else shop.pay(saleId, due, chance.pick(QR))
    shop.look(saleId)
  },
  charge: (shop, chance) => void shop.charge(shop.ring(chance, 'alike')),
  'pay a part': (shop, chance) => {
    const saleId = shop.ring(chance, 'alike')
    const due = shop.charge(saleId)
    if (due <= 300) return
    shop.pay(saleId, partOf(chance, due), 'P2P')
    shop.look(saleId)
  },
  'leave unsold': (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => isOpen(one) && one.payments.length > 0)
    if (saleId) endUnsold(shop, saleId, { kind: 'sale-ended', monitorUntil: 0 })
  },
  'cancel charge': (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => isCharged(one) && one.payments.length === 0)
    if (!saleId) return
    const no = shop.sale(saleId).invoices.length
    endUnsold(
      shop,
      saleId,
      { kind: 'cancel-requested', no },
      { kind: 'invoice-cancelled', no, monitorUntil: 0 },
    )
  },
  'pay late': (shop, chance) => {
    const saleId = shop.oneOf(
      chance,
      (one) => one.endedAt !== null && one.invoices.length > 0 && one.payments.length === 0,
    )
    if (!saleId) return
    const due = shop.sale(saleId).invoices.at(-1)?.amount ?? 0
    shop.pay(saleId, chance.happens(0.7) ? due : Math.max(100, due - 100), 'P2P')
    shop.look(saleId)
  },
  'cash for a charge': (shop, chance) => {
    const saleId = shop.oneOf(chance, isCharged)
    if (!saleId) return
    shop.take(saleId, '', chance.pick(['cash', 'card']))
    if (chance.happens(0.6)) return
    shop.pay(saleId, 50_000, 'P2P')
    shop.look(saleId)
  },
  'pay too much': (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => one.soldAt !== null && one.payments.length > 0)
    if (!saleId) return
    shop.pay(saleId, upTo(chance, 90), chance.pick(QR))
    shop.look(saleId)
  },
  'refund elsewhere': (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => one.soldAt !== null && one.payments.length > 0)
    const payment =
      saleId && shop.paymentsOf(saleId).find(({ status, refund }) => status === 'PAID' && refund === 'none')
    if (!payment) return
    if (chance.happens(0.6) || payment.amount < 300) payment.status = 'REFUNDED'
    else payment.amount -= partOf(chance, payment.amount)
    shop.look(saleId)
  },
  /** Takes a payment that the sale counts on: other money belongs to the payer, whatever the service says later. */
  'pend and pay': (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => one.soldAt !== null && one.payments.length > 0)
    if (!saleId) return
    const counted = shop.sale(saleId).payments.flatMap((one) => (one.counted > 0 ? [one.paymentId] : []))
    const payment = shop
      .paymentsOf(saleId)
      .find((one) => one.status !== 'REFUNDED' && one.refund === 'none' && counted.includes(one.paymentId))
    if (!payment) return
    payment.status = payment.status === 'PENDING' ? chance.pick(['PAID', 'REFUNDED']) : 'PENDING'
    for (let looks = chance.below(7); looks >= 0; looks--) shop.look(saleId)
  },
  'refund in words alone': (shop, chance) => {
    const saleId = shop.oneOf(chance, ({ returns }) => returns.flatMap(({ parts }) => parts).some(isRefunded))
    const part =
      saleId &&
      shop
        .sale(saleId)
        .returns.flatMap(({ parts }) => parts)
        .find(isRefunded)
    if (!part) return
    const payment = shop.paymentsOf(saleId).find(({ paymentId }) => paymentId === part.paymentId)
    if (payment?.refund !== 'none' || part.amount < payment.came || isRefundedElsewhere(part)) return
    payment.status = 'PAID'
    payment.refund = 'not done'
    for (let looks = 0; looks < 6; looks++) shop.look(saleId)
  },
  discard: (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => isOpen(one) && one.invoices.length === 0 && hasNoTender(one))
    if (saleId) shop.till.record(saleId, { kind: 'discarded' })
  },
  'leave a cart': (shop, chance) => void shop.ring(chance),
  'give a tender back': (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => one.soldAt === null && !hasNoTender(one))
    const tender = saleId && shop.sale(saleId).tenders.find(({ returnedAt }) => returnedAt === null)
    if (!tender) return
    const work = () => shop.till.giveBack(saleId, tender.id)
    if (happened(work, /DRAWER|TENDER|SHIFT|CHARGE|SALE|NOT_NOW|NOT_FOUND/))
      shop.repaid(tender.kind, tender.amount, tender.rounding ?? 0)
  },
  decide,
  'start a return': startReturn,
  exchange,
  'go on with a return': goOnWithReturn,
  'issue an e-receipt': issueEReceipt,
  'call a return off': (shop, chance) => {
    const saleId = shop.oneOf(chance, (one) => openReturn(one) !== null)
    const one = saleId && openReturn(shop.sale(saleId))
    if (one && chance.happens(0.3))
      happened(() => shop.till.returns().settleStep(saleId, one.id, { do: 'cancel' }), /RETURN|NOT_NOW/)
  },
  hours: ({ till }, chance) => till.clock.advance((1 + chance.below(9)) * HOUR),
  night: ({ till }, chance) => till.clock.advance((10 + chance.below(20)) * HOUR),
  'sign in': (shop, chance) => shop.signIn(chance.pick<Cashier | null>(PEOPLE)),
  'change the taxes': ({ settings }, chance) => {
    settings.tax = { ...FIRST_SETTINGS.tax, vatPayer: chance.happens(0.7) }
    settings.cityTaxPercent = chance.pick([1, 2])
    settings.invoicing = { ...FIRST_SETTINGS.invoicing, ereceipts: chance.happens(0.8) }
  },
  'change the rounding': ({ settings }, chance) => {
    settings.cashRounding = chance.pick(CASH_ROUNDINGS)
  },
  'change the sale rules': ({ settings }, chance) => {
    settings.saleRules = SALE_RULES.filter(() => chance.happens(0.5))
  },
  'set the clock': ({ till, clock }, chance) => {
    if (clock === 'wrong') till.clock.jump(chance.pick([-2, -1, 1, 2]) * 24 * HOUR)
  },
  'back up': (shop) => shop.backUp(),
  restore: (shop) => shop.restore(),
  'lose the disk': async (shop, chance) => {
    if (chance.happens(0.5)) await shop.loseDisk()
  },
  'pull the plug': ({ till }) => till.restart(),
} satisfies Record<string, Command>

type SaleNow = ReturnType<Shop['sale']>

function endUnsold(shop: Shop, saleId: string, ...events: SaleEvent[]): void {
  shop.till.record(saleId, ...events)
  shop.books.add('cancelled', worth(shop.sale(saleId).lines))
}

/** Issues or voids e-receipts. */
function withReceipts(shop: Shop, saleId: string, ...events: SaleEvent[]): void {
  const valid = () =>
    all(shop.sale(saleId).ereceipts.map(({ last }) => (last?.ids ? hundredths(last.vat ?? NO_MONEY) : 0)))
  const before = valid()
  shop.till.record(saleId, ...events)
  shop.books.add('receipts', valid() - before)
}

/** `vat` with four decimals, or in hundredths. */
const hundredths = (vat: ToldTax): number =>
  typeof vat === 'number' ? vat : Math.round(Number(vat.replace('.', '')) / 100)

const isCharged = (one: SaleNow): boolean => isOpen(one) && one.invoices.at(-1)?.step.name === 'open'
const hasNoTender = ({ tenders }: SaleNow): boolean => tenders.every(({ returnedAt }) => returnedAt !== null)

function decide(shop: Shop, chance: Chance): void {
  const [first, ...rest] = shop.till
    .resolutions()
    .list()
    .filter(({ resolutions }) => resolutions.length > 0)
  if (!first) return
  const { saleId, cause, amount, resolutions } = chance.pick([first, ...rest])
  const resolution = chance.pick(resolutions as [(typeof resolutions)[number]])
  if (resolution === 'tried-again' && cause !== 'ereceipt-refused') return
  const before = shop.sale(saleId)
  const left = worth(before.lines) - worth(shop.sale(saleId).returns.flatMap(goodsOf))
  const taken = { kind: chance.pick(TENDER_KINDS), received: '', reference: '' }
  const settle = () => shop.till.resolutions().settle({ saleId, cause, resolution, amount, taken })
  if (!happened(settle, /DRAWER|TENDER|SHIFT|NOT_NOW|CASH|AMOUNT_INVALID/)) return
  const { tenders } = shop.sale(saleId)
  for (const { kind, amount: settles, received, change } of tenders.slice(before.tenders.length)) {
    shop.moved(kind, received - change)
    shop.books.add('rounding', received - change - settles)
    shop.taken(saleId, kind)
  }
  for (const [at, { kind, received, change, returnedAt }] of before.tenders.entries())
    if (returnedAt === null && tenders[at]?.returnedAt !== null) shop.moved(kind, change - received)
  const decided = amount ?? 0
  if (resolution === 'repaid-cash') shop.moved('cash', -decided)
  if (resolution === 'repaid-transfer') shop.moved('transfer', -decided)
  if (cause === 'refund-not-done') notRefunded(shop, saleId, resolution)
  if (resolution === 'own-transfer') shop.moved('transfer', decided)
  if (resolution === 'goods-returned') {
    // Less than was shown where an open return is about to give some of that money back.
    const goods = worth(shop.sale(saleId).decisions.at(-1)?.shares ?? [])
    expect(goods).toBeLessThanOrEqual(decided)
    shop.books.add('back', Math.min(goods, left))
  }
  shop.noteSold(saleId)
}

/** Money of a refund that was not done is the shop's again, when the shop repaid it in another way. */
function notRefunded({ paymentsOf, books }: Shop, saleId: string, resolution: Resolution): void {
  for (const payment of paymentsOf(saleId).filter(({ refund }) => refund === 'not done')) {
    payment.refund = 'decided'
    if (resolution === 'seen') continue
    books.add('service', payment.toldGone)
    payment.toldGone = 0
  }
}

const goodsOf = ({ state, lines }: SaleNow['returns'][number]) => (state === 'cancelled' ? [] : lines)

const isFull = (one: SaleNow): boolean => one.soldAt !== null && openReturn(one) === null

function startReturn(shop: Shop, chance: Chance): void {
  const saleId = shop.oneOf(chance, isFull)
  if (saleId) bringBack(shop, chance, saleId, { exchange: chance.happens(0.2) })
}

/** Starts the return of all goods of a sale or of some. */
function bringBack(
  shop: Shop,
  chance: Chance,
  saleId: string,
  { exchange }: { readonly exchange: boolean },
): void {
  const { lines, returns } = shop.sale(saleId)
  const left = lines.flatMap(({ id, product, quantity: all }) => {
    const back = returns.flatMap(goodsOf).filter(({ lineId }) => lineId === id)
    const many = back.reduce((rest, one) => rest - one.quantity, all as number)
    return many > 0 ? [{ lineId: id, quantity: many, least: product.unit === 'ш' ? 1000 : 1 }] : []
  })
  const some = left
    .filter(() => chance.happens(0.6))
    .map(({ lineId, quantity: many, least }) => ({
      lineId,
      quantity: quantity(chance.happens(0.5) ? many : least * (1 + chance.below(many / least))),
    }))
  const wanted = chance.happens(0.45) ? null : some
  const order = { reason: chance.pick(['эвдэрсэн', 'буруу']), by: shop.person(), approvedBy: null }
  const way = chance.pick(['cash', 'transfer'] as const)
  const start = () => {
    const plan = shop.till.returns().plan(saleId, wanted, way)
    expectFair(shop, saleId, plan)
    shop.till.returns().start(saleId, wanted, { ...order, way, amount: moneyBackOf(plan), exchange })
  }
  if (!happened(start, /RETURN_EMPTY|RETURN_NOTHING|RETURN_QUANTITY|RETURN_TOO|DRAWER|SHIFT|INPUT/)) return
  for (const { step, amount, rounding = 0 } of shop.sale(saleId).returns.at(-1)?.parts ?? [])
    if (step.name === 'repaid') shop.repaid(step.how, amount, rounding)
}

const dueOf = (one: SaleNow): readonly ReturnPart[] => {
  const open = openReturn(one)
  return open === null ? [] : cashDue(open)
}

/** Goods that were paid in cash come back for others: the customer pays the rest, or gets the difference as change. */
function exchange(shop: Shop, chance: Chance): void {
  const paidInCash = shop.oneOf(
    chance,
    (one) =>
      isFull(one) && one.tenders.some(({ kind, returnedAt }) => kind === 'cash' && returnedAt === null),
  )
  if (paidInCash) bringBack(shop, chance, paidInCash, { exchange: true })
  const saleId = shop.oneOf(chance, (one) => dueOf(one).length > 0)
  if (!saleId) return
  const due = dueOf(shop.sale(saleId))
  const returnId = openReturn(shop.sale(saleId))?.id ?? ''
  const intoSaleId = shop.ring(chance)
  const before = [shop.sale(saleId), shop.sale(intoSaleId)]
  if (
    !happened(
      () => shop.exchange(saleId, returnId, intoSaleId),
      /DRAWER|SHIFT|SALE_EMPTY|AMOUNT_ZERO|AMOUNT_INVALID/,
    )
  ) {
    expect([shop.sale(saleId), shop.sale(intoSaleId)], 'both halves or none').toEqual(before)
    return
  }
  const [tender] = shop.sale(intoSaleId).tenders
  expect(tender?.received, 'what came back pays').toBe(
    worth(due) + all(due.map(({ rounding = 0 }) => rounding)),
  )
  if (shop.sale(intoSaleId).soldAt === null) shop.take(intoSaleId, '', chance.pick(TENDER_KINDS))
}

/** Does one step of an open return: voids an e-receipt, gives money back, or completes the return. */
function goOnWithReturn(shop: Shop, chance: Chance): void {
  const saleId = shop.oneOf(chance, (one) => openReturn(one) !== null)
  if (!saleId) return
  // The check finds what was refunded elsewhere meanwhile, so that it is not refunded again.
  shop.look(saleId)
  const one = openReturn(shop.sale(saleId))
  if (!one) return
  const { id: returnId } = one
  const due = one.voids.find(({ step }) => step.name === 'due')
  const part = one.parts.find(({ step }) => step.name !== 'repaid' && step.name !== 'refunded')
  if (due) {
    const ofReturn = { returnId, paymentId: due.paymentId }
    shop.till.record(saleId, { kind: 'ereceipt-void-requested', ...ofReturn })
    withReceipts(shop, saleId, { kind: 'ereceipt-voided', ...ofReturn, found: 'answer' })
  } else if (part) givePartBack(shop, chance, { saleId, returnId, part })
  else {
    shop.books.add('back', worth(one.lines))
    shop.till.record(saleId, { kind: 'return-completed', returnId })
  }
}

type PartBack = { readonly saleId: string; readonly returnId: string; readonly part: ReturnPart }

function givePartBack(shop: Shop, chance: Chance, { saleId, returnId, part }: PartBack): void {
  const { id: partId, amount, rounding = 0, paymentId } = part
  if (part.by === 'hand') {
    const how = paymentId === null ? part.way : chance.pick(['cash', 'transfer'] as const)
    const repay = () =>
      shop.till.returns().settleStep(saleId, returnId, { do: 'repaid', partId, how, note: '' })
    if (happened(repay, /DRAWER|SHIFT|NOT_NOW/)) shop.repaid(how, amount, rounding)
    return
  }
  const payment = shop.paymentsOf(saleId).find((other) => other.paymentId === paymentId)
  if (payment?.status !== 'PAID') return
  shop.till.record(saleId, { kind: 'refund-requested', returnId, partId, operation: part.operation })
  payment.status = 'REFUNDED'
  shop.books.add('service', payment.toldGone - payment.came)
  payment.toldGone = payment.came
  shop.till.record(saleId, { kind: 'refunded', returnId, partId, how: 'refunded' })
}

function issueEReceipt(shop: Shop, chance: Chance): void {
  const isAwaited = ({ step }: SaleNow['ereceipts'][number]) => step === 'due' || step === 'requested'
  const saleId = shop.oneOf(chance, (one) => one.ereceipts.some(isAwaited) && openReturn(one) === null)
  const one = saleId && shop.sale(saleId).ereceipts.find(isAwaited)
  if (!one) return
  const { paymentId, last } = one
  const amount = shop.sale(saleId).payments.find((payment) => payment.paymentId === paymentId)?.counted ?? 0
  const id = last?.ids && chance.happens(0.5) ? last.ids : `e${shop.till.journal().commits()}`
  const vat = amount % 200 === 0 ? (amount / 1100).toFixed(4) : money(Math.round(amount / 11))
  const sums = { amount: money(amount), vat, cityTax: money(0), issuedAt: null, hasLottery: true }
  const ereceipt = { step: 'issued', paymentId, ereceiptId: id, printedId: id, ...sums } as const
  const answer = chance.weighed({ issued: 7, refused: 1, 'given up': 1, late: 1 })
  const events: Readonly<Record<typeof answer, SaleEvent>> = {
    issued: { kind: 'ereceipt-issued', ereceipt },
    refused: { kind: 'ereceipt-refused', paymentId, failure: failure('REQUEST_REFUSED') },
    'given up': { kind: 'work-given-up', work: 'e-receipt' },
    late: { kind: 'ereceipt-delayed', paymentId, failure: failure('TIMEOUT') },
  }
  shop.till.record(saleId, { kind: 'ereceipt-requested', paymentId })
  withReceipts(shop, saleId, events[answer])
}

export const WAITING = { late: ['late-money'], held: ['cash-held'], surplus: ['surplus', 'paid-twice'] }
/** The sum that the attention list says payers are owed, for these causes. */
export const waitingFor = (shop: Shop, causes: readonly string[]): number =>
  shop
    .known()
    .sales.flatMap((saleId) => attentionOf(shop.sale(saleId)))
    .filter(({ cause }) => causes.includes(cause))
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0)
