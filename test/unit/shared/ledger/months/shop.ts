/** A shop on a real journal, with a service of a few lines for its payers, and the test's own books. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answers } from '../../../../../main/sale/index.ts'
import type { Chance } from '../../../../../scripts/run/hosts/chance.ts'
import { type Money, money } from '../../../../../shared/money/money.ts'
import { quantity } from '../../../../../shared/money/quantity.ts'
import type {
  PaymentType,
  Sale,
  SaleEvent,
  SaleLine,
  SeenPayment,
  TenderKind,
} from '../../../../../shared/sale/sale.ts'
import type { SaleRule } from '../../../../../shared/shop/age-and-bans.ts'
import type { Product } from '../../../../../shared/shop/product.ts'
import type { Settings } from '../../../../../shared/shop/settings.ts'
import { shopDay } from '../../../../../shared/shop/shop-day.ts'
import type { Cashier } from '../../../../../shared/shop/staff.ts'
import { ALL_TENDERS } from '../../../../support/open-shift.ts'
import { bread, invoice } from '../../../../support/sample-sale.ts'
import { drawerAt } from '../../../books/shifts/drawer.ts'
import { ownBooks, ownTaxes, type Page, type Place, worth } from './own-books.ts'

/** What the service holds of a payment, and what the till knows of it. */
export type OwnPayment = {
  readonly paymentId: string
  readonly invoiceNo: number
  readonly came: number
  readonly type: PaymentType
  status: SeenPayment['status']
  amount: number
  isTold: boolean
  toldGone: number
  /** In how many checks in a row it was pending. */
  pendingLooks: number
  /** `not done`: the service accepted our refund and still holds the money. `decided`: a person resolved that. */
  refund: 'none' | 'not done' | 'decided'
}

export const NO_SHIFT = 'none'
export const PEOPLE: readonly [Cashier, Cashier, null] = [
  { id: 'p1', name: 'Болормаа' },
  { id: 'p2', name: 'Бат Эрдэнэ' },
  null,
]
const KINDS = ['vat', 'zero-rated', 'exempt'] as const
const NO_TENDER = { kind: 'cash', amount: 0, received: 0, change: 0 } as const
const ALWAYS = { hours: null, weekdays: [], monthDays: [], dates: [] }
/** Goods of "A" need an age, and those of "B" are never sold without a manager. */
export const SALE_RULES: readonly SaleRule[] = [
  { ...ALWAYS, category: 'A', age: 21 },
  { ...ALWAYS, category: 'B', age: 0, weekdays: [1, 2, 3, 4, 5, 6, 7] },
]

/** What the test itself knows; lost with the disk. */
type Known = {
  readonly page: Page
  readonly sales: string[]
  readonly payments: Map<string, OwnPayment[]>
  /** By sale: every tender that was ever taken for it. */
  readonly tenders: Map<string, Set<TenderKind | 'qr'>>
  readonly sold: Set<string>
  readonly numbers: (Place & { readonly sequence: number })[]
  lastNumber: string | null
}

export function openShop(clock: 'right' | 'wrong') {
  const settings: { -readonly [Key in keyof Settings]?: Settings[Key] } = {
    tenders: ALL_TENDERS,
    cityTaxPercent: 1,
  }
  let person: Cashier | null = PEOPLE[0]
  const till = drawerAt(undefined, settings, () => person)
  let known: Known = {
    page: [],
    sales: [],
    payments: new Map(),
    tenders: new Map(),
    sold: new Set(),
    numbers: [],
    lastNumber: null,
  }
  let kept: { readonly file: string; readonly known: Known } | null = null
  let disks = 1
  const here = (): Place => ({
    shift: till.journal().shifts.open()?.id ?? NO_SHIFT,
    day: shopDay(till.clock.now()),
  })
  const books = ownBooks(() => known.page, here)

  const sale = (saleId: string): Sale => {
    const found = till.journal().sales.byId(saleId)
    if (!found) throw new Error('no such sale')
    return found
  }
  const paymentsOf = (saleId: string): OwnPayment[] => {
    const all = known.payments.get(saleId) ?? []
    known.payments.set(saleId, all)
    return all
  }
  /** Records money at the counter: positive when it was taken. */
  const moved = (kind: TenderKind, amount: number): void => {
    books.add(kind === 'card' ? 'terminal' : kind, amount)
    if (kind === 'cash') books.add('drawer', amount)
  }
  /** What the shop repaid for a part of a return, rounded where it went back in cash. */
  const repaid = (kind: TenderKind, amount: number, rounding: number): void => {
    moved(kind, -amount - rounding)
    books.add('rounding', -rounding)
  }
  const taken = (saleId: string, kind: TenderKind | 'qr'): void =>
    void known.tenders.set(saleId, (known.tenders.get(saleId) ?? new Set()).add(kind))
  const noteSold = (saleId: string): void => {
    const one = sale(saleId)
    if (one.soldAt === null || known.sold.has(saleId)) return
    known.sold.add(saleId)
    books.add('sales', 1)
    books.add('sold', worth(one.lines))
    const { vat, cityTax } = ownTaxes(one)
    books.add('vat', vat)
    books.add('cityTax', cityTax)
    for (const { product, amount } of one.lines) books.add(`kind ${product.taxKind}`, amount)
  }
  const noteTender = (saleId: string): void => {
    const { kind, amount, received, change } = sale(saleId).tenders.at(-1) ?? NO_TENDER
    moved(kind, received - change)
    books.add('rounding', received - change - amount)
    taken(saleId, kind)
    noteSold(saleId)
  }
  /** Does it with a manager's answers where the sale rules ask for them, and expects that they ask when they should. */
  const withAnswers = (saleId: string, work: (answers?: Answers) => void): void => {
    const { lines, ageConfirmed, bansLifted = [] } = sale(saleId)
    const ruled = (settings.saleRules ?? []).filter(({ category }) =>
      lines.some(({ product }) => product.category === category),
    )
    const isAsked = ruled.some(({ age, category }) =>
      age > 0 ? age > (ageConfirmed ?? 0) : !bansLifted.includes(category),
    )
    if (!isAsked) {
      work()
      return
    }
    const commits = till.journal().commits()
    expect(() => work(), 'a rule asks').toThrow(/AGE_UNCONFIRMED|SALE_BANNED/)
    expect(till.journal().commits(), 'without an answer nothing is recorded').toBe(commits)
    work({ ofAge: 21, despiteBan: true, cashier: person, allowedBy: PEOPLE[1] })
  }
  const take = (saleId: string, received: string, kind: TenderKind): void => {
    withAnswers(saleId, (answers) => till.take(saleId, received, kind, answers))
    noteTender(saleId)
  }
  /** What an open return gives back in cash pays for another sale: only the change leaves the drawer. */
  const exchange = (saleId: string, returnId: string, intoSaleId: string): void => {
    const partsNow = () => sale(saleId).returns.find(({ id }) => id === returnId)?.parts ?? []
    const due = partsNow().filter(({ step }) => step.name === 'due')
    withAnswers(intoSaleId, (answers) => till.exchange(saleId, returnId, intoSaleId, answers))
    for (const { id, step, amount, rounding = 0 } of partsNow())
      if (step.name === 'repaid' && due.some((had) => had.id === id)) repaid('cash', amount, rounding)
    noteTender(intoSaleId)
  }
  /** The till checks the payments at the service. */
  const look = (saleId: string): void => {
    for (const { no } of sale(saleId).invoices) {
      const listed = paymentsOf(saleId).filter(({ invoiceNo }) => invoiceNo === no)
      if (listed.length > 0) till.checkInvoice(saleId, no, listed.map(seen), 'own pace')
    }
    for (const one of paymentsOf(saleId)) {
      if (!one.isTold) books.add('service', one.came)
      one.isTold = true
      taken(saleId, 'qr')
      one.pendingLooks = one.status === 'PENDING' ? one.pendingLooks + 1 : 0
      const gone = goneOf(one)
      books.add('service', one.toldGone - gone)
      one.toldGone = gone
    }
    noteSold(saleId)
  }
  const pay = (saleId: string, amount: number, type: PaymentType): void => {
    const invoiceNo = sale(saleId).invoices.at(-1)?.no
    if (invoiceNo === undefined) throw new Error('no invoice')
    const paymentId = `${saleId} ${paymentsOf(saleId).length + 1}`
    const how = { paymentId, invoiceNo, type, came: amount, amount }
    paymentsOf(saleId).push({
      ...how,
      status: 'PAID',
      isTold: false,
      toldGone: 0,
      pendingLooks: 0,
      refund: 'none',
    })
  }
  /** Rings up goods; those to be paid by QR are all of one kind of VAT. */
  const ring = (chance: Chance, alike: 'alike' | 'mixed' = 'mixed'): string => {
    const saleId = randomUUID()
    const day = shopDay(till.clock.now())
    const sequence = till.journal().saleNumbers.nextSequence('K01', day)
    const senderInvoiceNo = `K01-${day}-${sequence}-${till.journal().tag}`
    const opened = {
      kind: 'opened',
      terminal: 'K01',
      day,
      sequence,
      senderInvoiceNo,
      cashier: person,
    } as const
    const kind = chance.pick(KINDS)
    const lines = Array.from({ length: 1 + chance.below(4) }, (_, at) =>
      lineEvents(chance, `l${at}`, alike === 'alike' ? kind : chance.pick(KINDS)),
    )
    till.record(saleId, opened, ...lines.flat())
    if (chance.happens(0.1)) till.record(saleId, { kind: 'line-removed', lineId: 'l0' })
    const discount = { kind: 'percent', share: 1 + chance.below(5000) } as const
    if (chance.happens(0.2)) till.record(saleId, { kind: 'sale-discounted', discount })
    known.numbers.push({ ...here(), sequence })
    known.lastNumber = senderInvoiceNo
    known.sales.push(saleId)
    return saleId
  }
  /** Charges the sale; returns the amount due by QR, or zero. */
  const charge = (saleId: string): number => {
    const { lines, tenders: all, invoices, senderInvoiceNo } = sale(saleId)
    const due = worth(lines) - worth(all.filter(({ returnedAt }) => returnedAt === null))
    if (due <= 0) return 0
    const no = invoices.length + 1
    till.record(
      saleId,
      {
        kind: 'invoice-requested',
        total: money(worth(lines)),
        due: money(due),
        attempt: 1,
        terms: till.policy().terms,
        ...(no > 1 ? { number: `${senderInvoiceNo}.${no}` } : {}),
      },
      { kind: 'invoice-created', no, invoice: { ...invoice, invoiceId: `${saleId} ${no}` }, found: 'answer' },
    )
    return due
  }
  return {
    clock,
    till,
    books,
    known: () => known,
    disks: () => disks,
    settings,
    sale,
    paymentsOf,
    moved,
    repaid,
    taken,
    noteSold,
    take,
    exchange,
    look,
    pay,
    ring,
    charge,
    backUp: async (): Promise<void> => {
      kept = { file: await till.backUp(), known: structuredClone(known) }
    },
    restore: async (): Promise<void> => {
      if (kept) await till.merge(kept.file)
    },
    /** Restores the last backup into a new journal. A shift that was open then does not go on. */
    loseDisk: async (): Promise<void> => {
      if (!kept) return
      till.loseDisk()
      await till.merge(kept.file)
      known = structuredClone(kept.known)
      kept = null
      disks += 1
    },
    person: () => person,
    signIn: (next: Cashier | null): void => {
      person = next
    },
    /** One of the last sales that fit. */
    oneOf: (chance: Chance, fits: (one: Sale) => boolean): string | null => {
      const [first, ...rest] = known.sales.slice(-60).filter((saleId) => fits(sale(saleId)))
      return first === undefined ? null : chance.pick([first, ...rest])
    },
  }
}
export type Shop = ReturnType<typeof openShop>

const seen = ({ paymentId, status, amount, type }: OwnPayment): SeenPayment => ({
  paymentId,
  status,
  amount: money(amount),
  type,
  wallet: null,
  bankCode: null,
})

/**
 * Pending money counts as gone after five checks in a row; a refund that was not done counts as gone until a person
 * decides.
 */
const goneOf = ({ status, came, amount, toldGone, pendingLooks, refund }: OwnPayment): number => {
  if (refund !== 'none') return toldGone
  if (status === 'PENDING') return pendingLooks < 5 ? toldGone : came
  return status === 'REFUNDED' ? came : came - amount
}

const tugriksUpTo = (chance: Chance, most: number): Money => money((1 + chance.below(most)) * 100)

/** Weighed goods, packs that have a price of their own, and goods without a product. */
function lineEvents(chance: Chance, id: string, taxKind: (typeof KINDS)[number]): SaleEvent[] {
  const sort = chance.weighed({ weighed: 3, pack: 1, misc: 1 })
  const price = tugriksUpTo(chance, sort === 'pack' ? 30_000 : 9000)
  const goods = { ...bread, category: chance.pick(['A', 'B', '']), price, taxKind }
  const unitPrice = chance.happens(0.15) ? tugriksUpTo(chance, 9000) : price
  const line = { id, unitPrice, ...GOODS[sort](chance, goods, unitPrice) }
  const added: SaleEvent = { kind: 'line-added', line }
  const discount = chance.happens(0.5)
    ? ({ kind: 'percent', share: 1 + chance.below(10_000) } as const)
    : ({ kind: 'amount', amount: tugriksUpTo(chance, 3000) } as const)
  return chance.happens(0.2) ? [added, { kind: 'line-discounted', lineId: id, discount }] : [added]
}

type Goods = (chance: Chance, goods: Product, unitPrice: number) => Omit<SaleLine, 'id' | 'unitPrice'>
const GOODS: Readonly<Record<'weighed' | 'pack' | 'misc', Goods>> = {
  weighed: (chance, goods, unitPrice) => {
    const many = quantity(chance.happens(0.5) ? 1000 * (1 + chance.below(5)) : 50 + chance.below(4000))
    return {
      product: { ...goods, unit: 'кг', code: `c${chance.below(9)}`, cityTax: chance.happens(0.4) },
      quantity: many,
      amount: money(Math.round((unitPrice * many) / 100_000) * 100),
    }
  },
  pack: (chance, goods, unitPrice) => {
    const [packs, pieces] = [1 + chance.below(3), chance.pick([2, 6, 7, 12])]
    return {
      product: { ...goods, code: `c${chance.below(9)}`, cityTax: chance.happens(0.4) },
      pack: { code: `box of ${pieces}`, pieces },
      quantity: quantity(packs * pieces * 1000),
      amount: money(packs * unitPrice),
    }
  },
  misc: (chance, goods, unitPrice) => {
    const pieces = 1 + chance.below(3)
    const name = chance.pick(['', 'Цэцэг'])
    return {
      product: { ...goods, code: `misc ${name}`, name: name || 'Бусад бараа' },
      quantity: quantity(pieces * 1000),
      amount: money(pieces * unitPrice),
    }
  },
}
