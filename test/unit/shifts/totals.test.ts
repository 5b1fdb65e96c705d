/**
 * X, Z, the reports and the ledger beside books that are kept by hand and share no code with them: over random days, with the plug
 * pulled, midnight crossed, and backups brought back.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookOf, type Journal } from '../../../main/journal/index.ts'
import { createReports } from '../../../main/reports/index.ts'
import { ACCOUNTS } from '../../../shared/ledger-accounts.ts'
import { type Money, money } from '../../../shared/money.ts'
import type { Report } from '../../../shared/report.ts'
import type { TenderKind } from '../../../shared/sale.ts'
import { keptTenders } from '../../../shared/sale-account.ts'
import { SALE_TENDERS, type ShiftTotals } from '../../../shared/shift.ts'
import { shopDay } from '../../../shared/shop-day.ts'
import { drawerAt, paid, sum } from './drawer.ts'

/** Kept by hand beside the journal: what each shift, and each day, ought to come to. */
type Books = {
  float: number
  sales: number
  sold: number
  cancelled: number
  cash: number
  qr: number
  card: number
  terminal: number
  transfer: number
  taken: number
  back: number
  in: number
  out: number
  returns: number
  elsewhere: number
  vat: number
  late: number
  surplus: number
}
const empty = (): Books => ({
  float: 0,
  sales: 0,
  sold: 0,
  cancelled: 0,
  cash: 0,
  qr: 0,
  card: 0,
  terminal: 0,
  transfer: 0,
  taken: 0,
  back: 0,
  in: 0,
  out: 0,
  returns: 0,
  elsewhere: 0,
  vat: 0,
  late: 0,
  surplus: 0,
})

const ACTS = [
  'open',
  'close',
  'sell-cash',
  'sell-qr',
  'sell-card',
  'sell-terminal',
  'sell-transfer',
  'part-cash',
  'part-terminal',
  'give-back',
  'rest-by-qr',
  'charge',
  'cancel',
  'refunded',
  'late',
  'goods-back',
  'repaid',
  'ereceipt',
  'in',
  'out',
  'midnight',
  'plug',
  'back-up',
  'restore',
  'disk',
] as const
const act = fc.record({
  what: fc.constantFrom(...ACTS),
  amount: fc.integer({ min: 1, max: 90_000 }).map(sum),
})

const booksOf = (totals: ShiftTotals): Books => ({
  float: totals.drawer.float,
  sales: totals.sales.count,
  sold: totals.sales.amount,
  cancelled: totals.cancelled.amount,
  cash: totals.tenders.cash.amount,
  qr: totals.tenders.qr.amount,
  card: totals.tenders.card.amount,
  terminal: totals.tenders.terminal.amount,
  transfer: totals.tenders.transfer.amount,
  taken: totals.drawer.cashSales.amount,
  back: totals.drawer.givenBack.amount,
  in: totals.drawer.cashIn.amount,
  out: totals.drawer.cashOut.amount,
  returns: totals.returns.amount,
  elsewhere: totals.elsewhere.amount,
  vat: totals.taxes.vat,
  late: 0 - totals.bridge.late,
  surplus: 0 - totals.bridge.surplus,
})

const expectedOf = ({ float, taken, back, in: put, out }: Books): number => float + taken - back + put - out

type Pending = { readonly saleId: string; readonly total: Money; readonly part: Money }
type Known = {
  books: Map<string, Books>
  open: string | null
  parts: Pending[]
  charged: Pending[]
  sold: Pending[]
  inCash: Pending[]
  cancelled: Pending[]
}
const NO_SHIFT = 'none'

const added = (all: readonly Books[]): Books =>
  all.reduce(
    (sum, one) =>
      Object.fromEntries(
        Object.entries(sum).map(([name, figure]) => [name, figure + one[name as keyof Books]]),
      ) as Books,
    empty(),
  )

function world() {
  const till = drawerAt(undefined, { tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } })
  let known: Known = {
    books: new Map(),
    open: null,
    parts: [],
    charged: [],
    sold: [],
    inCash: [],
    cancelled: [],
  }
  let kept: { readonly file: string; readonly known: Known } | null = null
  let surpluses = 0
  const now = (): Books => {
    const key = `${known.open ?? NO_SHIFT} ${shopDay(till.clock.now())}`
    const had = known.books.get(key) ?? empty()
    known.books.set(key, had)
    return had
  }
  const inShift = (shiftId: string): readonly Books[] =>
    [...known.books].filter(([key]) => key.startsWith(shiftId)).map(([, one]) => one)
  /** Without a shift nobody knows. */
  const isThere = (amount: number): boolean =>
    known.open === null || expectedOf(added(inShift(known.open))) >= amount
  const sold = (one: Pending): void => {
    now().sales += 1
    now().sold += one.total
  }
  const take = (saleId: string, amount: Money, kind: TenderKind = 'cash'): void => {
    till.take(saleId, String(amount / 100), kind)
    now()[kind === 'card' ? 'terminal' : kind] += amount
    if (kind === 'cash') now().taken += amount
  }
  const giveBack = (saleId: string): void => {
    const [tender] = keptTenders(till.journal().sale(saleId) ?? { tenders: [] })
    if (!tender) return
    till.giveBack(saleId, tender.id)
    now()[tender.kind === 'card' ? 'terminal' : tender.kind] -= tender.amount
    if (tender.kind === 'cash') now().back += tender.amount
  }
  const settle = (one: Pending, type: 'P2P' | 'CARD'): void => {
    const due = money(one.total - one.part)
    till.check(one.saleId, paid(one.saleId, due, type))
    now()[type === 'CARD' ? 'card' : 'qr'] += due
    sold(one)
    known.sold.push(one)
  }
  const rung = (total: Money, part = sum(0)): Pending => ({ saleId: till.ringUp(total), total, part })
  const closeNow = (shiftId: string): void => {
    const expected = till.shifts().report(shiftId)?.totals.drawer.expected ?? 0
    const count = Math.max(0, Math.trunc(expected / 2_000_000))
    till.shifts().draft(shiftId, [{ value: 20_000, count }], true)
    till.shifts().close({ shiftId, lines: [{ value: 20_000, count }], expected, reason: 'хариулт' })
  }
  const acts: Record<(typeof ACTS)[number], (amount: Money) => void | Promise<void>> = {
    open: (amount) => {
      if (known.open !== null) return
      till.shifts().open(String(amount / 100))
      known.open = till.journal().openShift()?.id ?? null
      now().float += amount
    },
    close: () => {
      if (known.open === null) return
      closeNow(known.open)
      known.open = null
    },
    'sell-cash': (amount) => {
      const one = rung(amount)
      take(one.saleId, amount)
      sold(one)
      known.inCash.push(one)
    },
    'sell-terminal': (amount) => {
      const one = rung(amount)
      take(one.saleId, amount, 'card')
      sold(one)
    },
    'sell-transfer': (amount) => {
      const one = rung(amount)
      take(one.saleId, amount, 'transfer')
      sold(one)
    },
    'sell-qr': (amount) => {
      const one = rung(amount)
      till.charge(one.saleId, amount, amount)
      settle(one, 'P2P')
    },
    'sell-card': (amount) => {
      const one = rung(amount)
      till.charge(one.saleId, amount, amount)
      settle(one, 'CARD')
    },
    'part-cash': (amount) => {
      const one = rung(money(amount + 10_000), amount)
      take(one.saleId, amount)
      known.parts.push(one)
    },
    'part-terminal': (amount) => {
      const one = rung(money(amount + 10_000), amount)
      take(one.saleId, amount, 'card')
      known.parts.push(one)
    },
    'give-back': () => {
      const [one] = known.parts
      const [tender] = one ? keptTenders(till.journal().sale(one.saleId) ?? { tenders: [] }) : []
      if (!one || (tender?.kind === 'cash' && !isThere(tender.amount))) return
      known.parts.shift()
      giveBack(one.saleId)
    },
    'rest-by-qr': () => {
      const one = known.parts.shift()
      if (!one) return
      till.charge(one.saleId, one.total, money(one.total - one.part))
      settle(one, 'P2P')
    },
    charge: (amount) => {
      const one = rung(amount)
      till.charge(one.saleId, amount, amount)
      known.charged.push(one)
    },
    cancel: () => {
      const one = known.charged.shift()
      if (!one) return
      till.record(one.saleId, { kind: 'cancel-requested' }, { kind: 'invoice-cancelled', watchUntil: 0 })
      now().cancelled += one.total
      known.cancelled.push(one)
    },
    late: () => {
      const one = known.cancelled.shift()
      if (!one) return
      till.check(one.saleId, paid(one.saleId, one.total, 'P2P', `late-${one.saleId}`))
      now().qr += one.total
      now().late += one.total
    },
    'goods-back': () => {
      const [one] = known.inCash
      if (!one || !isThere(one.total)) return
      known.inCash.shift()
      till.takeBack(one.saleId, one.total)
      now().returns += one.total
      now().cash -= one.total
      now().back += one.total
    },
    refunded: () => {
      const one = known.sold.shift()
      if (!one) return
      const [payment] = paymentsOf(one.saleId)
      if (!payment) return
      till.check(one.saleId, { ...payment, status: 'REFUNDED' })
      now()[payment.type === 'CARD' ? 'card' : 'qr'] -= payment.amount
      now().elsewhere += payment.amount
    },
    repaid: (amount) => {
      const one = known.sold[0]
      if (!one) return
      surpluses += 1
      const more = paid(one.saleId, amount, 'P2P', `more-${surpluses}`)
      till.check(one.saleId, more)
      const shares = [{ paymentId: more.paymentId, amount }]
      till.record(one.saleId, {
        kind: 'attention-settled',
        cause: 'surplus',
        remedy: 'repaid-cash',
        amount,
        shares,
      })
      now().qr += amount
      now().back += amount
    },
    ereceipt: (amount) => {
      const one = rung(amount)
      till.charge(one.saleId, amount, amount)
      const payment = paid(one.saleId, amount)
      const paymentId = payment.paymentId
      till.record(one.saleId, {
        kind: 'paid',
        payments: [payment],
        counted: [{ paymentId, amount }],
        receiptsDue: [paymentId],
      })
      now().qr += amount
      sold(one)
      const vat = money(Math.round(amount / 11))
      till.record(one.saleId, {
        kind: 'ereceipt-issued',
        ereceipt: {
          step: 'issued',
          paymentId,
          ereceiptId: 'e',
          printedId: 'e',
          issuedAt: null,
          amount,
          vat,
          cityTax: sum(0),
          hasLottery: true,
        },
      })
      now().vat += vat
    },
    in: (amount) => {
      if (known.open === null) return
      till.shifts().move('in', String(amount / 100), 'задгай мөнгө')
      now().in += amount
    },
    out: (amount) => {
      if (known.open === null || !isThere(amount)) return
      till.shifts().move('out', String(amount / 100), 'банкинд')
      now().out += amount
    },
    midnight: () => till.clock.advance(11 * 3_600_000),
    plug: () => till.restart(),
    'back-up': async () => {
      kept = { file: await till.backUp(), known: structuredClone(known) }
    },
    restore: () => {
      if (kept) till.merge(kept.file)
    },
    disk: () => {
      if (kept === null) return
      till.loseDisk()
      till.merge(kept.file)
      // The drawer of another journal is not gone on with by itself.
      known = { ...structuredClone(kept.known), open: null }
      kept = null
    },
  }
  const paymentsOf = (saleId: string) => till.journal().sale(saleId)?.payments ?? []
  return { till, run: (what: (typeof ACTS)[number], amount: Money) => acts[what](amount), known: () => known }
}

/** What the journal says of every shift and of every day, beside the books. */
function audit({ till, known }: ReturnType<typeof world>): void {
  const { books } = known()
  const keys = [...books.keys()].map((key) => key.split(' '))
  const of = (which: 0 | 1, name: string): Books =>
    added([...books].filter(([key]) => key.split(' ')[which] === name).map(([, one]) => one))
  for (const shiftId of new Set(keys.map(([shift]) => shift ?? ''))) {
    if (shiftId === NO_SHIFT) continue
    const report = till.shifts().report(shiftId)
    const wanted = of(0, shiftId)
    expect(report && booksOf(report.totals)).toEqual(wanted)
    expect(report?.totals.drawer.expected).toBe(expectedOf(wanted))
    expect(report?.totals.unread).toBe(0)
  }
  for (const day of new Set(keys.map(([, one]) => one ?? ''))) {
    const wanted = of(1, day)
    const until = added([...books].filter(([key]) => (key.split(' ')[1] ?? '') <= day).map(([, one]) => one))
    expect(reported(till.journal(), day)).toEqual({
      sales: wanted.sales,
      sold: wanted.sold,
      returns: wanted.returns,
      cancelled: wanted.cancelled,
      tenders: SALE_TENDERS.map((tender) => wanted[tender]),
      vat: wanted.vat,
      late: until.late,
      surplus: until.surplus,
      elsewhere: wanted.elsewhere,
    })
    const balance = till
      .journal()
      .sumsOfBook(bookOf.day(day))
      .filter(({ account }) => (ACCOUNTS as readonly string[]).includes(account))
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(balance).toBe(0)
  }
  const days = keys.map(([, one]) => one ?? '').sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first !== undefined && last !== undefined) {
    const all = reportOf(till.journal(), first, last)
    expect(all.tables.shifts.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(all.totals.amount)
    expect(all.tables.kinds.rows.reduce((sum, { net }) => sum + net, 0)).toBe(all.totals.net)
    expect(all.tables.returns.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(all.totals.back)
  }
  const without = till.shifts().list().shiftless
  expect(without.reduce((total, { sales }) => total + sales.amount, 0)).toBe(of(0, NO_SHIFT).sold)
  const numbers = till
    .shifts()
    .list()
    .shifts.flatMap(({ zNumber }) => zNumber ?? [])
    .sort((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
}

function reportOf(journal: Journal, from: string, to: string): Report {
  const reports = createReports({ journal, now: () => Date.UTC(2030, 0, 1) })
  for (;;) {
    const step = reports.step({ from, to }, 'amount')
    if (step.done) return step.report
  }
}

/** A day's report, in the words of the books. */
function reported(journal: Journal, day: string) {
  const { totals, tables } = reportOf(journal, day, day)
  const row = (table: 'other' | 'taxes', key: string) => tables[table].rows.find((one) => one.key === key)
  return {
    sales: totals.sales,
    sold: totals.amount,
    returns: totals.back,
    cancelled: row('other', 'cancelled-charge')?.amount,
    tenders: tables.tenders.rows.map(({ net }) => net),
    vat: (row('taxes', 'issued')?.vat ?? 0) - (row('taxes', 'void')?.vat ?? 0),
    late: row('other', 'late')?.amount,
    surplus: row('other', 'surplus')?.amount,
    elsewhere: row('other', 'back-elsewhere')?.amount,
  }
}

/** `npm run prove -- ledger` asks for many months. */
const HISTORIES = Number(process.env.LEDGER_HISTORIES ?? 25)
const ACTS_AT_MOST = Number(process.env.LEDGER_ACTS ?? 40)

test('whatever days bring, every shift and every day come to what was done in them, the books balance, and Z has no gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: ACTS_AT_MOST, size: 'max' }), async (day) => {
      const shop = world()
      try {
        await shop.run('open', sum(50_000))
        for (const { what, amount } of day) await shop.run(what, amount)
        audit(shop)
        await shop.run('close', sum(1))
        await shop.run('plug', sum(1))
        audit(shop)
      } finally {
        shop.till.close()
      }
      expect(shop.till.wrongSums()).toEqual([])
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  )
}, 3_600_000)
