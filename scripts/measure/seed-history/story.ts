/** Makes up one sale from beginning to end, in the commits that the terminal would make. */

import { failure } from '../../../shared/failure.ts'
import type { Discount } from '../../../shared/money/discount.ts'
import { type Money, money, tugriks } from '../../../shared/money/money.ts'
import { ONE, priceOf, quantity } from '../../../shared/money/quantity.ts'
import type {
  SaleEvent,
  SaleLine,
  SeenPayment,
  Tender,
  TenderKind,
  Terms,
} from '../../../shared/sale/sale.ts'
import { senderInvoiceNo } from '../../../shared/sale/sale-number.ts'
import { totalOf } from '../../../shared/sale/status.ts'
import { ratesOf } from '../../../shared/sale/taxes.ts'
import { priced, totalsOf } from '../../../shared/sale/totals.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import type { Chance } from '../../run/hosts/chance.ts'
import { broughtBack, lateMoney, refundedElsewhere, surplus } from './story-afterwards.ts'
import { begun, cashierAt, HOUR, type Story, seconds, type Telling, uuid } from './telling.ts'

export type StoryParts = {
  readonly openedAt: number
  readonly until: number
  readonly sequence: number
  readonly seed: number
  readonly chance: Chance
  readonly products: readonly [Product, ...Product[]]
  /** The goods of other taxes in the cart of the sale before. */
  readonly rest: Rest | null
}

export type Rest = { readonly of: string; readonly at: number; readonly lines: readonly SaleLine[] }

const TERMINAL = 'K01'
const TERMS: Terms = {
  seller: FIRST_SETTINGS.shop,
  cityTaxPercent: FIRST_SETTINGS.cityTaxPercent,
  vatPayer: true,
  ereceipts: true,
  taxCodes: FIRST_SETTINGS.tax.codes,
}
const ORGANISATIONS = ['5123456', '2075377', '6004563', '5500184', '2662272'] as const
const BANKS = ['050000', '040000', '150000', '320000', '340000'] as const

/** Of a thousand sales, how many end in each way. */
const ENDINGS = {
  cash: 290,
  card: 150,
  transfer: 50,
  qr: 420,
  split: 25,
  cancelled: 40,
  discarded: 19,
  owed: 1,
  late: 2,
  surplus: 2,
  elsewhere: 1,
}
const AT_THE_COUNTER: readonly string[] = ['cash', 'card', 'transfer'] satisfies TenderKind[]
/** The share of sold sales with a return. */
const COMES_BACK = 0.012

/** A mixed cart that is paid by QR becomes several sales: `rest` has the goods of the others. */
export function storyOf(parts: StoryParts): Story & { readonly rest?: Rest } {
  const { chance, openedAt, sequence, seed, rest } = parts
  const day = shopDay(openedAt)
  const ending = rest === null ? chance.weighed(ENDINGS) : 'qr'
  const telling = begun(uuid(chance), parts)
  const { commit, commits, id } = telling
  const wanted = rest?.lines ?? linesOf(parts)
  const isOfFirstKind = ({ product }: SaleLine) => product.taxKind === wanted[0]?.product.taxKind
  const lines = AT_THE_COUNTER.includes(ending) ? wanted : wanted.filter(isOfFirstKind)
  const left = wanted.filter((line) => !lines.includes(line))
  const [first, ...others] = lines
  const opened = {
    kind: 'opened' as const,
    terminal: TERMINAL,
    day,
    sequence,
    senderInvoiceNo: senderInvoiceNo(TERMINAL, day, sequence, tagFor(seed)),
    cashier: cashierAt(openedAt),
    ...(rest === null ? {} : { continues: rest.of }),
  }
  commit(0, first === undefined ? [opened] : [opened, added(first)])
  for (const line of others) commit(seconds(chance, 1, 6), [added(line)])
  const sold = discounted(telling, lines)
  const total = totalOf(sold)
  const organisation = chance.happens(0.03)
  if (organisation)
    commit(4000, [
      { kind: 'receiver-set', receiver: { kind: 'organisation', register: chance.pick(ORGANISATIONS) } },
    ])
  if (ending === 'discarded') {
    commit(seconds(chance, 5, 60), [{ kind: 'discarded' }])
    return { id, commits }
  }
  if (ending === 'cash' || ending === 'card' || ending === 'transfer') {
    commit(seconds(chance, 3, 20), [
      { kind: 'tender-taken', tender: tenderOf(ending, total, chance) },
      { kind: 'paid', payments: [], counted: [], receiptsDue: [], terms: TERMS },
    ])
    print(telling)
    if (chance.happens(COMES_BACK)) broughtBack(telling)
    return { id, commits }
  }
  const byCash = ending === 'split' ? tugriks(Math.max(100, Math.floor(total / 300 / 100) * 100)) : money(0)
  const due = money(total - byCash)
  if (byCash > 0 && due > 0)
    commit(seconds(chance, 3, 15), [{ kind: 'tender-taken', tender: cashOf(byCash, byCash, chance) }])
  const charged = due > 0 ? due : total
  commit(seconds(chance, 2, 8), [
    {
      kind: 'invoice-requested',
      total,
      due: charged,
      attempt: 1,
      number: opened.senderInvoiceNo,
      terms: TERMS,
    },
  ])
  commit(300 + chance.below(600), [
    { kind: 'invoice-created', no: 1, invoice: invoiceOf(charged, chance), found: 'answer' },
  ])
  if (ending === 'cancelled' || ending === 'late') {
    commit(seconds(chance, 30, 240), [{ kind: 'cancel-requested', no: 1 }])
    commit(400, [{ kind: 'invoice-cancelled', no: 1, monitorUntil: telling.at() + 24 * HOUR }])
    if (ending === 'late') lateMoney(telling, paymentOf(charged, chance))
    monitoringEnded(telling)
    return { id, commits }
  }
  const more = ending === 'surplus' ? tugriks(500 * (1 + chance.below(6))) : 0
  const payment = paymentOf(money(charged + more), chance)
  const { paymentId } = payment
  commit(seconds(chance, 6, 60), [
    {
      kind: 'paid',
      no: 1,
      payments: [payment],
      counted: [{ paymentId, amount: charged }],
      receiptsDue: [paymentId],
      monitorUntil: telling.at() + 24 * HOUR,
    },
  ])
  const paidAt = telling.at()
  commit(20, [{ kind: 'ereceipt-requested', paymentId }])
  if (ending === 'owed')
    commit(700, [{ kind: 'ereceipt-refused', paymentId, failure: failure('EBARIMT_NOT_REGISTERED') }])
  else commit(700, [issued(telling, { paymentId, amount: charged, lines: sold, organisation })])
  print(telling)
  if (ending === 'surplus') surplus(telling, { paymentId, amount: money(more) })
  if (ending === 'elsewhere') refundedElsewhere(telling, payment)
  monitoringEnded(telling)
  if ((ending === 'qr' || ending === 'split') && chance.happens(COMES_BACK)) {
    const before = commits.length
    broughtBack(telling)
    // A refund is checked until it is done.
    if (commits.length > before) monitoringEnded(telling)
  }
  return ending === 'qr' && left.length > 0
    ? { id, commits, rest: { of: id, at: paidAt + 1_000, lines: left } }
    : { id, commits }
}

/** The tag of the journal, part of every sale's number. */
export const tagFor = (seed: number): string => `S${(seed % 1000).toString().padStart(3, '0')}`

const monitoringEnded = ({ commit }: Telling): void => commit(24 * HOUR, [{ kind: 'monitoring-ended' }])

function print({ commit, chance }: Telling): void {
  const jobId = uuid(chance)
  commit(15, [{ kind: 'receipt-queued', jobId }], { newJobs: [{ id: jobId, kind: 'sale' }] })
  commit(1500, [{ kind: 'receipt-printed', jobId }])
}

const added = (line: SaleLine): SaleEvent => ({ kind: 'line-added', line })

/** Gives some sales a discount. Answers with the lines as they are sold. */
function discounted({ commit, chance }: Telling, lines: readonly SaleLine[]): readonly SaleLine[] {
  const discount: Discount = { kind: 'percent', share: chance.pick([300, 500, 1000]) }
  const [first, ...others] = lines
  if (first !== undefined && chance.happens(0.03)) {
    commit(seconds(chance, 2, 10), [{ kind: 'line-discounted', lineId: first.id, discount }])
    return priced([{ ...first, discount }, ...others], null)
  }
  if (chance.happens(0.97)) return lines
  commit(seconds(chance, 2, 10), [{ kind: 'sale-discounted', discount }])
  return priced(lines, discount)
}

function linesOf({ chance, products }: StoryParts): readonly SaleLine[] {
  const many = 1 + Math.floor(-Math.log(1 - chance.below(1000) / 1000) * 1.3)
  const chosen = new Map<string, SaleLine>()
  for (let index = 0; index < Math.min(many, 12); index++) {
    // A few products make most of the sales.
    const share = chance.below(10_000) / 10_000
    const product = products[Math.floor(share ** 2.2 * products.length)] ?? products[0]
    const bought = product.unit === 'кг' ? quantity(150 + chance.below(2000)) : boughtOf(chance)
    chosen.set(product.code, {
      id: uuid(chance),
      product,
      quantity: bought,
      unitPrice: product.price,
      amount: priceOf(product.price, bought),
    })
  }
  return [...chosen.values()]
}

const boughtOf = (chance: Chance) => (chance.happens(0.8) ? ONE : quantity(1000 * (2 + chance.below(5))))

function tenderOf(kind: TenderKind, total: Money, chance: Chance): Tender {
  const note = tugriks(chance.pick([1000, 5000, 10_000, 20_000]))
  const received = chance.happens(0.4) ? total : money(Math.ceil(total / note) * note)
  if (kind === 'cash') return cashOf(total, received, chance)
  const reference = kind === 'card' ? digits(chance, 4) : ''
  return { ...cashOf(total, total, chance), kind, reference }
}

const cashOf = (amount: Money, received: Money, chance: Chance): Tender => ({
  id: uuid(chance),
  kind: 'cash',
  amount,
  received,
  change: money(received - amount),
  reference: '',
})

const invoiceOf = (due: Money, chance: Chance) => ({
  invoiceId: uuid(chance),
  qrText: `0002010102121531279404962794049600220${hex(chance, 24)}520459995303496540${due / 100}5802MN6304${hex(chance, 4)}`,
  shortUrl: `https://s.example.mn/${hex(chance, 10)}`,
  banks: [],
})

function paymentOf(amount: Money, chance: Chance): SeenPayment {
  const card = chance.happens(0.2)
  return {
    paymentId: card ? uuid(chance) : digits(chance, 15),
    status: 'PAID',
    amount,
    type: card ? 'CARD' : 'P2P',
    wallet: null,
    bankCode: chance.pick(BANKS),
  }
}

type Issued = {
  readonly paymentId: string
  readonly amount: Money
  readonly lines: readonly SaleLine[]
  readonly organisation: boolean
}

/** The e-receipt of a payment has its share of the taxes of the sale. */
function issued({ at, chance }: Telling, { paymentId, amount, lines, organisation }: Issued): SaleEvent {
  const { total, vat, cityTax } = totalsOf(lines, ratesOf(null, FIRST_SETTINGS))
  const shareOf = (tax: Money): Money => money(Math.round((tax * amount) / total))
  return {
    kind: 'ereceipt-issued',
    ereceipt: {
      step: 'issued',
      paymentId,
      ereceiptId: uuid(chance),
      printedId: digits(chance, 33),
      issuedAt: new Date(at()).toISOString().slice(0, 19),
      amount,
      vat: shareOf(vat),
      cityTax: shareOf(cityTax),
      hasLottery: !organisation,
    },
  }
}

const digits = (chance: Chance, many: number): string =>
  Array.from({ length: many }, () => chance.below(10)).join('')

const hex = (chance: Chance, many: number): string =>
  Array.from({ length: many }, () => chance.below(16).toString(16)).join('')
