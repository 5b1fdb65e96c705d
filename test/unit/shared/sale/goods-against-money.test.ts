/**
 * Random histories of a sold sale with two lines, paid in cash and by two payments: goods come back in parts, money is
 * refunded elsewhere in full or in part, a surplus is repaid or kept, and people choose resolutions of the attention
 * list. At any time the customer's remaining goods can come back for no more than the shop has of their money, and
 * every return can be completed.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolutionEvents } from '../../../../main/sale/resolutions.ts'
import { eventsOfAction } from '../../../../main/sale/returns.ts'
import { returnedOf } from '../../../../scripts/trials/torture/audit/returned.ts'
import { type Money, money, NO_MONEY, sumMoney, sumOf } from '../../../../shared/money/money.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import type { Policy } from '../../../../shared/sale/answers.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { attentionOf, resolutionsFor } from '../../../../shared/sale/attention-items.ts'
import { maybeOurs, owedToPayers, shortOf, tenderSum } from '../../../../shared/sale/money-of-sale.ts'
import { checked } from '../../../../shared/sale/payment-answers.ts'
import { isRefundedElsewhere, leftOf, openReturn } from '../../../../shared/sale/return.ts'
import { planReturn, type WantedBack } from '../../../../shared/sale/return-plan.ts'
import type { Sale, SaleEvent, SeenPayment } from '../../../../shared/sale/sale.ts'
import { isOurs, ownEvents, stepsOf } from '../../../../shared/sale/steps.ts'
import { fullRuns } from '../../../support/full-runs.ts'
import { beer, bread, invoice, lineOf, opened, TERMS } from '../../../support/sample-sale.ts'

/** By weight, so that any part can be returned. */
const LINES = [
  lineOf({ ...bread, unit: 'кг' }, quantity(3000)),
  lineOf({ ...beer, unit: 'кг' }, quantity(1370)),
] as const
const TOTAL = sumMoney(LINES.map(({ amount }) => amount))
const POLICY: Policy = { terms: { ...TERMS, ereceipts: false }, monitorUntil: 9_000_000_000_000 }

const at = <const Value>(what: Value) => fc.constant(what)
const which = fc.nat(10)
const happening = fc.oneof(
  fc.record({ what: at('part goes back'), which, tenth: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ what: at('all goes back'), which }),
  fc.record({ what: at('look') }),
  fc.record({ what: at('decide'), which }),
  fc.record({
    what: at('return'),
    bread: fc.integer({ min: 0, max: 3 }),
    beer: fc.constantFrom(0, 370, 1000, 1370),
    whole: fc.boolean(),
    way: fc.constantFrom<'cash' | 'transfer'>('cash', 'transfer'),
  }),
  fc.record({ what: at('repaid'), which, way: fc.constantFrom<'cash' | 'transfer'>('cash', 'transfer') }),
  fc.record({ what: at('cancel return') }),
)
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never

const begun = fc.record({
  cash: fc.constantFrom(0, 200_000),
  tenths: fc.integer({ min: 1, max: 10 }),
  above: fc.constantFrom(0, 0, 50_000),
})
type Begun = typeof begun extends fc.Arbitrary<infer Value> ? Value : never

type AtService = { readonly id: string; readonly came: Money; held: number }

function soldSale({ cash, tenths, above }: Begun) {
  const due = money(TOTAL - cash)
  const first = Math.floor((due * tenths) / 1000) * 100
  const rows: AtService[] = [
    { id: 'p1', came: money(first) },
    { id: 'p2', came: money(due - first + above) },
  ]
    .filter(({ came }) => came > 0)
    .map((row) => ({ ...row, held: row.came }))
  const amount = money(cash)
  const tender = { id: 'c', kind: 'cash', amount, received: amount, change: NO_MONEY, reference: '' } as const
  let turn = 0
  let sale: Sale = applyAll(null, 'sale-1', 1, [
    opened,
    ...LINES.map((line): SaleEvent => ({ kind: 'line-added', line })),
    ...(cash > 0 ? [{ kind: 'tender-taken', tender } as const] : []),
    { kind: 'invoice-requested', total: TOTAL, due, attempt: 1, no: 1, number: 'K01', terms: POLICY.terms },
    { kind: 'invoice-created', no: 1, invoice, found: 'answer' },
  ])
  const record = (events: readonly SaleEvent[]): void => {
    if (events.length > 0) sale = applyAll(sale, sale.id, 1, events)
    turn += 1
    const own = stepsOf(sale).find(isOurs)
    if (own) record(ownEvents(own, `job-${turn}`))
  }
  const seen = ({ id, came, held }: AtService): SeenPayment => ({
    paymentId: id,
    status: held === 0 ? 'REFUNDED' : 'PAID',
    amount: held === 0 ? came : money(held),
    type: 'P2P',
    wallet: null,
    bankCode: null,
  })
  const look = (): void => record(checked(sale, 1, rows.map(seen), POLICY))
  look()
  return { rows, record, look, sale: () => sale }
}
type Sold = ReturnType<typeof soldSale>

function start({ sale, record }: Sold, wanted: WantedBack, way: 'cash' | 'transfer'): void {
  if (openReturn(sale()) || (wanted ?? leftOf(sale())).every(({ quantity: none }) => none === 0)) return
  const plan = planReturn(sale(), wanted, { way, now: 2 })
  const returnId = `r${sale().returns.length}`
  record([{ kind: 'return-opened', returnId, reason: 'x', by: null, approvedBy: null, ...plan }])
}

function repaid({ sale, record }: Sold, index: number, how: 'cash' | 'transfer'): boolean {
  const one = openReturn(sale())
  const due = one?.parts.filter((part) => part.by === 'hand' && part.step.name === 'due') ?? []
  const part = due[index % Math.max(1, due.length)]
  if (one && part) record(eventsOfAction(one, { do: 'repaid', partId: part.id, how, note: '' }))
  return part !== undefined
}

function decide({ sale, record }: Sold, index: number): void {
  const ways = attentionOf(sale()).flatMap(({ cause }) =>
    resolutionsFor(cause, sale()).map((resolution) => ({ cause, resolution })),
  )
  const way = ways[index % Math.max(1, ways.length)]
  const taken = { kind: 'cash', received: '', reference: '' } as const
  if (way) record(resolutionEvents(sale(), { ...way, taken }, POLICY))
}

function happen(one: Sold, now: Happening): void {
  const { rows, sale, look, record } = one
  switch (now.what) {
    case 'part goes back':
    case 'all goes back': {
      const row = rows[now.which % rows.length]
      if (row) row.held = now.what === 'all goes back' ? 0 : Math.floor((row.held * now.tenth) / 1000) * 100
      return
    }
    case 'look':
      look()
      return
    case 'decide':
      decide(one, now.which)
      return
    case 'return': {
      const left = leftOf(sale())
      const some = [now.bread * 1000, now.beer].map((wish, index) => ({
        lineId: LINES[index]?.id ?? '',
        quantity: quantity(Math.min(wish, left[index]?.quantity ?? 0)),
      }))
      const wanted = now.whole ? null : some.filter(({ quantity: some }) => some > 0)
      start(one, wanted, now.way)
      return
    }
    case 'repaid':
      repaid(one, now.which, now.way)
      return
    case 'cancel return': {
      const open = openReturn(sale())
      const isUntouched = open?.parts.every(({ step }) => step.name === 'due')
      if (open && isUntouched) record(eventsOfAction(open, { do: 'cancel' }))
    }
  }
}

const mayBeOurs = (sale: Sale): number =>
  sale.payments.reduce((sum, payment) => sum + maybeOurs(sale, payment), 0)

/**
 * What the shop has for the goods: what it knows to have come, less what went back, what it handed over, kept, or owes
 * to payers.
 */
function inTheShop(sale: Sale): number {
  const decided = (resolutions: readonly string[]): number =>
    sumOf(
      sale.decisions
        .filter(({ resolution }) => resolutions.includes(resolution))
        .flatMap(({ shares }) => shares),
    )
  const atService = sale.payments.reduce((sum, { came, wentBack }) => sum + came - wentBack, 0)
  const { cash, transferred } = returnedOf(sale)
  const out = cash + transferred + decided(['repaid-cash', 'repaid-transfer', 'kept'])
  return tenderSum(sale) + atService - out + decided(['own-transfer']) - sumOf(owedToPayers(sale))
}

/** No person said that the shop bears a loss, or that goods came back that the customer did not have. */
const isNothingBorne = ({ decisions, returns }: Sale): boolean =>
  decisions.every(({ resolution }) => resolution !== 'written-off') &&
  returns.every(
    ({ id, goodsForLost = [], lines }) => !id.startsWith('decision-') || sumOf(goodsForLost) === sumOf(lines),
  )

/** What of a payment returns took for refunded elsewhere. */
const goneFor = ({ returns }: Sale, paymentId: string): number =>
  sumOf(
    returns
      .flatMap(({ parts }) => parts)
      .filter((part) => part.paymentId === paymentId && isRefundedElsewhere(part)),
  )

test('goods whose money was refunded elsewhere come back without money', () => {
  const one = soldSale({ cash: 0, tenths: 1, above: 0 })
  happen(one, { what: 'all goes back', which: 0 })
  happen(one, { what: 'part goes back', which: 3, tenth: 1 })
  happen(one, { what: 'look' })
  happen(one, { what: 'decide', which: 0 })
  happen(one, { what: 'return', bread: 0, beer: 1000, whole: false, way: 'cash' })
  expect(one.sale().returns.at(-1)).toMatchObject({ lines: [{ quantity: 1000 }], amount: 0, parts: [] })
})

test('whatever is refunded elsewhere, the goods of a sale can be returned for no more than the shop has of their money', () => {
  fc.assert(
    fc.property(begun, fc.array(happening, { maxLength: 14 }), (how, happenings) => {
      const one = soldSale(how)
      expect(one.sale().soldAt).not.toBeNull()
      for (const now of happenings) happen(one, now)
      one.look()
      while (repaid(one, 0, 'cash'));
      expect(openReturn(one.sale()), 'a return without an end').toBeNull()
      const left = sumMoney(leftOf(one.sale()).map(({ amount }) => amount))
      const has = inTheShop(one.sale())
      const perhaps = mayBeOurs(one.sale())
      const asked = sumOf(shortOf(one.sale()))
      expect(asked, 'more is asked of the payer than the goods').toBeLessThanOrEqual(Math.max(0, left - has))
      if (isNothingBorne(one.sale())) expect(asked, 'goods and money do not agree').toBe(left - has)
      for (const { paymentId, wentBack } of one.sale().payments)
        expect(goneFor(one.sale(), paymentId), 'more went back than the service says').toBeLessThanOrEqual(
          wentBack,
        )
      if (left === 0) return
      const { amount } = planReturn(one.sale(), null, { way: 'cash', now: 3 })
      expect(amount, 'more than the shop has').toBeLessThanOrEqual(Math.max(0, has + perhaps))
      expect(amount, 'more than the goods').toBeLessThanOrEqual(left)
    }),
    { numRuns: fullRuns(4000) },
  )
})
