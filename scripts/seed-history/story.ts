/** One sale from its opening to its end, in the commits that the terminal would make of it. */
import type { NewPrintJob } from '../../main/journal/index.ts'
import { senderInvoiceNo } from '../../main/sales/sale-number.ts'
import { failure } from '../../shared/failure.ts'
import { type Money, money, sumMoney, tugriks } from '../../shared/money.ts'
import type { Product } from '../../shared/product.ts'
import { ONE, priceOf, quantity } from '../../shared/quantity.ts'
import type { SaleEvent, SaleLine, SeenPayment, Tender, Terms } from '../../shared/sale.ts'
import { FIRST_SETTINGS } from '../../shared/settings.ts'
import { shopDay, shopHour } from '../../shared/shop-day.ts'
import type { Chance } from '../torture/chance.ts'

export type StoryCommit = {
  readonly at: number
  readonly events: readonly SaleEvent[]
  readonly newJobs?: readonly NewPrintJob[]
}

export type Story = { readonly id: string; readonly commits: readonly StoryCommit[] }

export type StoryParts = {
  readonly openedAt: number
  readonly until: number
  readonly sequence: number
  readonly seed: number
  readonly chance: Chance
  readonly products: readonly [Product, ...Product[]]
}

const TERMINAL = 'K01'
const TERMS: Terms = {
  seller: FIRST_SETTINGS.shop,
  cityTaxPercent: FIRST_SETTINGS.cityTaxPercent,
  vatPayer: true,
  ereceipts: true,
}
const HOUR = 3_600_000
const CASHIERS = [
  { id: 'c1', name: 'Болормаа' },
  { id: 'c2', name: 'Ганзориг' },
  { id: 'c3', name: 'Энхтуяа' },
] as const
const ORGANISATIONS = ['5123456', '2075377', '6004563', '5500184', '2662272'] as const
const BANKS = ['050000', '040000', '150000', '320000', '340000'] as const

/** How a sale goes, of a thousand. */
const ENDINGS = { cash: 440, qr: 470, split: 25, cancelled: 40, discarded: 19, owed: 4, late: 2 }

export function storyOf(parts: StoryParts): Story {
  const { chance, openedAt, until, sequence, seed } = parts
  const day = shopDay(openedAt)
  const id = uuid(chance)
  const commits: StoryCommit[] = []
  let at = openedAt
  const commit = (pause: number, events: readonly SaleEvent[], rest: Partial<StoryCommit> = {}): void => {
    at = Math.min(until - 1, at + pause)
    commits.push({ at, events, ...rest })
  }
  const hour = Number(shopHour(openedAt))
  const lines = linesOf(parts)
  const [first, ...others] = lines
  const opened = {
    kind: 'opened' as const,
    terminal: TERMINAL,
    day,
    sequence,
    senderInvoiceNo: senderInvoiceNo(
      TERMINAL,
      day,
      sequence,
      `S${(seed % 1000).toString().padStart(3, '0')}`,
    ),
    cashier: hour < 12 ? CASHIERS[0] : hour < 18 ? CASHIERS[1] : CASHIERS[2],
  }
  commit(0, first === undefined ? [opened] : [opened, added(first)])
  for (const line of others) commit(seconds(chance, 1, 6), [added(line)])
  const ending = chance.weighed(ENDINGS)
  const total = sumMoney(lines.map(({ amount }) => amount))
  const organisation = chance.happens(0.03)
  if (organisation)
    commit(4000, [
      { kind: 'receiver-set', receiver: { kind: 'organisation', register: chance.pick(ORGANISATIONS) } },
    ])
  if (ending === 'discarded') {
    commit(seconds(chance, 5, 60), [{ kind: 'discarded' }])
    return { id, commits }
  }
  if (ending === 'cash') {
    commit(seconds(chance, 3, 20), [
      { kind: 'tender-taken', tender: tenderOf(total, chance) },
      { kind: 'paid', payments: [], counted: [], receiptsDue: [], terms: TERMS },
    ])
    print(commit, chance)
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
  const payment = paymentOf(charged, chance)
  if (ending === 'cancelled' || ending === 'late') {
    commit(seconds(chance, 30, 240), [{ kind: 'cancel-requested', no: 1 }])
    commit(400, [{ kind: 'invoice-cancelled', no: 1, watchUntil: at + 24 * HOUR }])
    if (ending === 'late') late(commit, payment, at < until - 48 * HOUR, chance)
    commit(24 * HOUR, [{ kind: 'watch-ended' }])
    return { id, commits }
  }
  const { paymentId, amount } = payment
  commit(seconds(chance, 6, 60), [
    {
      kind: 'paid',
      no: 1,
      payments: [payment],
      counted: [{ paymentId, amount }],
      receiptsDue: [paymentId],
      watchUntil: at + 24 * HOUR,
    },
  ])
  commit(20, [{ kind: 'ereceipt-requested', paymentId }])
  if (ending === 'owed')
    commit(700, [{ kind: 'ereceipt-refused', paymentId, failure: failure('EBARIMT_NOT_REGISTERED') }])
  else commit(700, [issued(payment, organisation, at, chance)])
  print(commit, chance)
  commit(24 * HOUR, [{ kind: 'watch-ended' }])
  return { id, commits }
}

type CommitOf = (pause: number, events: readonly SaleEvent[], rest?: Partial<StoryCommit>) => void

function print(commit: CommitOf, chance: Chance): void {
  const jobId = uuid(chance)
  commit(15, [{ kind: 'receipt-queued', jobId }], { newJobs: [{ id: jobId, kind: 'sale' }] })
  commit(1500, [{ kind: 'receipt-printed', jobId }])
}

function late(commit: CommitOf, payment: SeenPayment, settled: boolean, chance: Chance): void {
  const { paymentId, amount } = payment
  commit(seconds(chance, 60, 7200), [{ kind: 'payments-seen', no: 1, payments: [payment] }])
  const shares = [{ paymentId, amount }]
  if (settled)
    commit(HOUR, [{ kind: 'attention-settled', cause: 'late-money', remedy: 'repaid-cash', amount, shares }])
}

const added = (line: SaleLine): SaleEvent => ({ kind: 'line-added', line })

function linesOf({ chance, products }: StoryParts): SaleLine[] {
  const many = 1 + Math.floor(-Math.log(1 - chance.below(1000) / 1000) * 1.3)
  const chosen = new Map<string, SaleLine>()
  for (let index = 0; index < Math.min(many, 12); index++) {
    // A few goods make most of the sales.
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

function tenderOf(total: Money, chance: Chance): Tender {
  const note = tugriks(chance.pick([1000, 5000, 10_000, 20_000]))
  const received = chance.happens(0.4) ? total : money(Math.ceil(total / note) * note)
  return cashOf(total, received, chance)
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

const issued = (
  { paymentId, amount }: SeenPayment,
  organisation: boolean,
  at: number,
  chance: Chance,
): SaleEvent => ({
  kind: 'ereceipt-issued',
  ereceipt: {
    step: 'issued',
    paymentId,
    ereceiptId: uuid(chance),
    printedId: digits(chance, 33),
    issuedAt: new Date(at).toISOString().slice(0, 19),
    amount,
    vat: money(Math.round(amount / 11)),
    cityTax: money(0),
    hasLottery: !organisation,
  },
})

const seconds = (chance: Chance, least: number, most: number): number =>
  1000 * least + chance.below(1000 * (most - least))

const digits = (chance: Chance, many: number): string =>
  Array.from({ length: many }, () => chance.below(10)).join('')

const hex = (chance: Chance, many: number): string =>
  Array.from({ length: many }, () => chance.below(16).toString(16)).join('')

const word = (chance: Chance): string => chance.below(0x1_0000_0000).toString(16).padStart(8, '0')

function uuid(chance: Chance): string {
  const [one, two, three, four] = [word(chance), word(chance), word(chance), word(chance)]
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-a${three.slice(1, 4)}-${three.slice(4)}${four}`
}
