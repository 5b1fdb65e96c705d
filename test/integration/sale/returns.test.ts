/**
 * Returns of goods and their money on the real terminal, with the service over real HTTP: every way to give money back,
 * with every fault.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Clock } from '../../../main/base/clock-and-log.ts'
import type { FaultRequest, PracticeControl } from '../../../scripts/run/practice/index.ts'
import { returnedOf } from '../../../scripts/trials/torture/audit/returned.ts'
import { isUnclear } from '../../../shared/sale/return.ts'
import { statusOf } from '../../../shared/sale/status.ts'
import { BAD_ANSWERS } from '../../support/bad-answers.ts'
import { stateOf } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { isFull } from '../../support/full-runs.ts'
import { tillAtPractice } from '../../support/looks.ts'
import {
  cancelReturn,
  cashSale,
  completed,
  paidSale,
  partIs,
  returned,
  returnOf,
  saleOf,
  startReturn,
  untilReturn,
  voidIs,
} from '../../support/returns.ts'

const DAY = 24 * 3_600_000
const TIMEOUTS = { connectMs: 2_000, answerMs: 400 }

/** A clock that can be moved to another day. */
function movedClock(): Clock & { readonly ahead: (ms: number) => void } {
  const clock = fastClock()
  let ahead = 0
  return {
    ...clock,
    now: () => clock.now() + ahead,
    ahead: (ms) => {
      ahead += ms
    },
  }
}

async function tillOnPaper() {
  const clock = movedClock()
  const { till, payer, folder } = await tillAtPractice({ clock, timeouts: TIMEOUTS })
  const papers = (kind: string) =>
    readdirSync(join(folder, 'test-receipts')).filter((name) => name.includes(kind))
  const slips = () => papers('refund-slip')
  return { till, payer, clock, slips, papers }
}

/** The service's records: how often each payment's money went back, and the states of its e-receipts. */
async function books(payer: PracticeControl) {
  const { payments, refunds, ereceipts } = await payer.state()
  return {
    payments: payments.map(({ status }) => status),
    moved: refunds.map(({ done }) => done),
    ereceipts: ereceipts.map(({ status }) => status),
  }
}

test('a card payment of today is cancelled in full after its e-receipt was voided, and a slip is printed', async () => {
  const { till, payer, slips } = await tillOnPaper()
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  const plan = await till.ask('planReturn', { saleId, lines: null, way: 'transfer' })
  expect(plan).toMatchObject({
    whole: true,
    amount: total,
    voids: [{ step: { name: 'due' } }],
    parts: [{ by: 'refund', operation: 'cancel', amount: total }],
    standing: [],
  })
  await returned(till, saleId)
  expect(await books(payer)).toEqual({ payments: ['CANCELLED'], moved: [1], ereceipts: ['CANCELLED'] })
  const { events } = await till.ask('getSale', { saleId })
  const kinds = events.map(({ event }) => event.kind).filter((kind) => kind !== 'payments-seen')
  expect(kinds.slice(kinds.indexOf('return-opened'))).toEqual([
    'return-opened',
    'ereceipt-void-requested',
    'ereceipt-voided',
    'refund-requested',
    'refunded',
    'return-completed',
  ])
  const sale = await saleOf(till, saleId)
  expect(statusOf(sale)).toMatchObject({ name: 'completed', paid: total, ereceipts: [{ step: 'voided' }] })
  expect(returnedOf(sale)).toMatchObject({ refunded: total, cash: 0, total })
  await eventually(() => expect(slips()).toHaveLength(2))
  // A check does not call our own refund a refund elsewhere.
  await till.ask('checkNow', { saleId })
  await eventually(async () =>
    expect(await stateOf(till, saleId)).toMatchObject({
      payments: [{ status: 'CANCELLED' }],
      paid: total,
    }),
  )
  expect(await till.ask('listAttention')).toEqual([])
})

test('a card payment of another day is refunded', async () => {
  const { till, payer, clock } = await tillOnPaper()
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  clock.ahead(DAY)
  await returned(till, saleId)
  expect((await books(payer)).payments).toEqual(['REFUNDED'])
})

test('of two card payments, the one that fits into the return is refunded, and the rest is repaid in cash', async () => {
  const { till, payer } = await tillOnPaper()
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD', first: 1000 })
  const [line] = (await saleOf(till, saleId)).lines
  const lines = [{ lineId: line?.id ?? '', quantity: '1' }]
  const plan = await till.ask('planReturn', { saleId, lines, way: 'cash' })
  expect(plan.parts).toMatchObject([
    { by: 'refund', amount: 100_000 },
    { by: 'hand', way: 'cash', why: 'part', amount: plan.amount - 100_000 },
  ])
  expect(plan.voids).toHaveLength(1)
  expect(plan.standing).toHaveLength(1)
  const now = await returned(till, saleId, { lines, way: 'cash' }, partIs('refunded'))
  const returnId = now.id
  const partId = now.parts[1]?.id ?? ''
  await till.ask('settleReturnStep', {
    saleId,
    returnId,
    action: { do: 'repaid', partId, how: 'cash', note: '' },
  })
  await untilReturn(till, saleId, completed)
  expect((await books(payer)).moved).toEqual([1])
  expect((await books(payer)).ereceipts.sort()).toEqual(['CANCELLED', 'CREATED'])
  // The rest can be returned another time, and not more than the rest.
  const rest = await till.ask('planReturn', { saleId, lines: null, way: 'cash' })
  expect(rest.amount).toBe(total - plan.amount)
  expect(rest).toMatchObject({ whole: true, voids: [{ paymentId: plan.standing[0]?.paymentId }] })
  await expect(till.ask('planReturn', { saleId, lines, way: 'cash' })).rejects.toThrow('RETURN_TOO_MUCH')
})

test('a bank transfer is never refunded through the service: the shop sends it and records to whom', async () => {
  const { till, payer, slips } = await tillOnPaper()
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  const now = await returned(till, saleId, {}, voidIs('voided'))
  const returnId = now.id
  expect(now.parts).toMatchObject([{ by: 'hand', way: 'transfer', why: 'bank-transfer', amount: total }])
  expect(await till.ask('listAttention')).toMatchObject([
    { cause: 'return-waits', amount: total, resolutions: [] },
  ])
  const action = {
    do: 'repaid',
    partId: now.parts[0]?.id ?? '',
    how: 'transfer',
    note: 'Хаан банк 5000, Бат',
  } as const
  await till.ask('settleReturnStep', { saleId, returnId, action })
  await till.ask('settleReturnStep', { saleId, returnId, action }) // a double click
  const done = await untilReturn(till, saleId, completed)
  expect(done.parts[0]?.step).toEqual({ name: 'repaid', how: 'transfer', note: 'Хаан банк 5000, Бат' })
  expect(await books(payer)).toEqual({ payments: ['PAID'], moved: [], ereceipts: ['CANCELLED'] })
  expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ transferred: total, total })
  expect(await till.ask('listAttention')).toEqual([])
  await eventually(() => expect(slips()).toHaveLength(2))
})

test('goods that were paid in cash are repaid in cash at once, without a connection', async () => {
  const { till, payer, slips } = await tillOnPaper()
  await payer.line({ up: false })
  const { saleId, total } = await cashSale(till)
  const [line] = (await saleOf(till, saleId)).lines
  const lines = [{ lineId: line?.id ?? '', quantity: '1' }]
  const part = await returned(till, saleId, { lines, way: 'cash' })
  expect(part.parts).toMatchObject([{ step: { name: 'repaid', how: 'cash' }, amount: line?.amount }])
  await startReturn(till, saleId)
  const rest = await untilReturn(till, saleId, (one) => one.id !== part.id && completed(one))
  expect(part.amount + rest.amount).toBe(total)
  await expect(startReturn(till, saleId)).rejects.toThrow('RETURN_EMPTY')
  await eventually(() => expect(slips()).toHaveLength(4))
  await till.ask('printRefundSlip', { saleId, returnId: part.id })
  await eventually(() => expect(slips()).toHaveLength(6))
})

test('without a connection a return is shown as pending, can be held, and continues automatically', async () => {
  const { till, payer } = await tillOnPaper()
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  await payer.line({ up: false })
  await startReturn(till, saleId)
  await untilReturn(
    till,
    saleId,
    ({ voids }) => voids[0]?.step.name === 'due' && voids[0].step.failure !== null,
  )
  expect(await till.ask('listWaiting')).toMatchObject([{ saleId, work: 'void', held: false }])
  await till.ask('holdWork', { saleId })
  await payer.line({ up: true })
  expect(await till.ask('listWaiting')).toMatchObject([{ held: true }])
  await till.ask('releaseWork', { saleId })
  await untilReturn(till, saleId, completed)
  expect(await books(payer)).toEqual({ payments: ['CANCELLED'], moved: [1], ereceipts: ['CANCELLED'] })
  expect(await till.ask('listWaiting')).toEqual([])
})

test('a pending refund can be given up: the shop repays it and the service is not asked', async () => {
  const { till, payer } = await tillOnPaper()
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  await payer.faults([{ method: 'POST', path: '/v2/payment/cancel/{id}', effect: '429', times: 30 }])
  const returnId = await startReturn(till, saleId)
  await untilReturn(till, saleId, ({ parts }) => {
    const step = parts[0]?.step
    return step?.name === 'due' && 'failure' in step && step.failure !== null
  })
  await eventually(() => till.ask('giveUpWork', { saleId, work: 'refund' }))
  await payer.faults(null)
  const partId = (await returnOf(till, saleId)).parts[0]?.id ?? ''
  await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'by-hand', partId, way: 'cash' } })
  const action = { do: 'repaid', partId, how: 'cash', note: '' } as const
  await till.ask('settleReturnStep', { saleId, returnId, action })
  await untilReturn(till, saleId, completed)
  expect((await books(payer)).payments).toEqual(['PAID'])
  expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ cash: total, refunded: 0, total })
})

test('when the e-receipt cannot be voided, a manager goes on without the void or cancels the return', async () => {
  const { till, payer } = await tillOnPaper()
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  await payer.merchant({ ebarimt_cancel_supported: false })
  const halted = await returned(till, saleId, {}, voidIs('refused'))
  const first = halted.id
  expect(halted.voids[0]?.step).toMatchObject({ failure: { name: 'EBARIMT_CANCEL_NOTSUPPERDED' } })
  expect(await till.ask('listAttention')).toMatchObject([
    { cause: 'return-waits', failure: { name: 'EBARIMT_CANCEL_NOTSUPPERDED' } },
  ])
  await cancelReturn(till, saleId)
  await expect(till.ask('printRefundSlip', { saleId, returnId: first })).rejects.toThrow('NOT_NOW')
  expect(await returnOf(till, saleId)).toMatchObject({ state: 'cancelled' })
  expect(await till.ask('listAttention')).toEqual([])
  expect((await books(payer)).moved).toEqual([])

  const second = await startReturn(till, saleId)
  const again = await untilReturn(till, saleId, (one) => one.id === second && voidIs('refused')(one))
  const { paymentId = '' } = again.voids[0] ?? {}
  await till.ask('settleReturnStep', { saleId, returnId: second, action: { do: 'without-void', paymentId } })
  await untilReturn(till, saleId, completed)
  expect(await books(payer)).toEqual({ payments: ['CANCELLED'], moved: [1], ereceipts: ['CREATED'] })
})

test('a return that is cancelled after its e-receipt was voided gets a new one, because the goods stay sold', async () => {
  const { till, payer, papers } = await tillOnPaper()
  const { saleId } = await paidSale(till, payer, { type: 'P2P' })
  const { id: returnId } = await returned(till, saleId, {}, voidIs('voided'))
  await cancelReturn(till, saleId)
  await till.until(saleId, 'completed')
  // A slip says that the customer's e-receipt is void, and can be printed again as a copy. Without a void there is no
  // slip.
  await till.ask('printRefundSlip', { saleId, returnId })
  await eventually(() => expect(papers('void-slip')).toHaveLength(4))
  expect(papers('refund-slip')).toEqual([])
  expect((await books(payer)).ereceipts.sort()).toEqual(['CANCELLED', 'CREATED'])
  expect(await stateOf(till, saleId)).toMatchObject({ ereceipts: [{ step: 'issued' }] })
})

test('a return works when the service has no e-receipt', async () => {
  const { till, payer } = await tillOnPaper()
  await payer.merchant({ registered_for_ebarimt: false })
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  expect((await stateOf(till, saleId)).name).toBe('receipt-owed')
  await returned(till, saleId)
  expect((await stateOf(till, saleId)).name).toBe('completed')
})

test.for([
  { told: 'PAYMENT_NOT_PAID', status: 'PENDING' as const },
  { told: 'PAYMENT_NOTFOUND', status: null },
])(
  'a refund that is refused with $told, and whose payment does not show what happened, waits until a person has found out',
  async ({ told, status }) => {
    const { till, payer } = await tillOnPaper()
    const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
    const { payments } = await payer.state()
    if (status === null) await payer.reset()
    else await payer.settle({ payment_id: payments[0]?.payment_id ?? '', status })
    const returnId = await startReturn(till, saleId)
    if (status === null) {
      const halted = await untilReturn(till, saleId, voidIs('refused'))
      const { paymentId = '' } = halted.voids[0] ?? {}
      await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'without-void', paymentId } })
    }
    const unclear = await untilReturn(till, saleId, ({ parts }) => parts.some(isUnclear))
    expect(unclear.parts[0]?.step).toMatchObject({ failure: { name: told } })
    expect(await till.ask('listAttention')).toMatchObject([
      { cause: 'return-waits', failure: { name: told } },
    ])
    const partId = unclear.parts[0]?.id ?? ''
    const byHand = { do: 'by-hand', partId, way: 'transfer' } as const
    await expect(till.ask('settleReturnStep', { saleId, returnId, action: byHand })).rejects.toThrow(
      'NOT_NOW',
    )
    const foundOut = { do: 'found-out', partId, refunded: false } as const
    await till.ask('settleReturnStep', { saleId, returnId, action: foundOut })
    await untilReturn(till, saleId, partIs('refused'))
    await till.ask('settleReturnStep', { saleId, returnId, action: byHand })
    const action = { do: 'repaid', partId, how: 'transfer', note: '' } as const
    await till.ask('settleReturnStep', { saleId, returnId, action })
    await untilReturn(till, saleId, completed)
    expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ transferred: total, total })
  },
)

test('a payment that was refunded elsewhere meanwhile counts as given back, and nobody pays it twice', async () => {
  const { till, payer } = await tillOnPaper()
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  await payer.line({ up: false })
  await startReturn(till, saleId)
  const { payments } = await payer.state()
  await payer.settle({ payment_id: payments[0]?.payment_id ?? '', status: 'REFUNDED' })
  await payer.line({ up: true })
  await untilReturn(till, saleId, completed)
  expect((await books(payer)).moved).toEqual([0])
  expect(returnedOf(await saleOf(till, saleId)).total).toBe(total)
})

test('goods whose money was refunded elsewhere come back without money, and nothing is to be collected', async () => {
  const { till, payer } = await tillOnPaper()
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  const { payments } = await payer.state()
  await payer.settle({ payment_id: payments[0]?.payment_id ?? '', status: 'REFUNDED' })
  await till.ask('checkNow', { saleId })
  await eventually(async () =>
    expect(await till.ask('listAttention')).toMatchObject([{ cause: 'refunded-elsewhere' }]),
  )
  const one = await returned(till, saleId)
  expect(one).toMatchObject({ whole: true, amount: 0, parts: [] })
  expect(await till.ask('listAttention')).toEqual([])
})

test('a return that is not possible is refused by name before anything happens', async () => {
  const { till, payer } = await tillOnPaper()
  const { saleId, total } = await cashSale(till)
  const order = { saleId, lines: null, way: 'cash', amount: total } as const
  await expect(till.ask('startReturn', { ...order, reason: '  ' })).rejects.toThrow('REASON_MISSING')
  await expect(till.ask('startReturn', { ...order, reason: 'x', amount: 1 })).rejects.toThrow(
    'AMOUNT_CHANGED',
  )
  await payer.line({ up: false })
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  const open = await till.ask('addProduct', { code: products[0]?.code ?? '' })
  await expect(startReturn(till, open.saleId)).rejects.toThrow('SALE_NOT_SOLD')
  const [line] = (await saleOf(till, saleId)).lines
  const nothing = [{ lineId: line?.id ?? '', quantity: '0' }]
  await expect(startReturn(till, saleId, { lines: nothing })).rejects.toThrow('QUANTITY_INVALID')
})

const FAULTS = [...BAD_ANSWERS, 'slow'] as const

/** `npm test` tries each fault at one of the requests. */
const faultsAt = (request: number) =>
  FAULTS.filter((_fault, place) => isFull || place % PATHS.length === request)

/** Each request of a return, and the check that follows a lost refund. */
const PATHS = [
  { name: 'DELETE /v2/ebarimt_v3/{id}', day: 'same', before: [] },
  { name: 'POST /v2/payment/cancel/{id}', day: 'same', before: [] },
  { name: 'POST /v2/payment/refund/{id}', day: 'next', before: [] },
  {
    name: 'GET /v2/payment/{id}',
    day: 'same',
    before: [{ method: 'POST', path: '/v2/payment/cancel/{id}', effect: 'reset-after' }],
  },
  {
    name: 'GET /v2/payment/{id}',
    day: 'next',
    before: [{ method: 'POST', path: '/v2/payment/refund/{id}', effect: 'reset-before' }],
  },
] as const satisfies readonly { name: string; day: string; before: readonly FaultRequest[] }[]

for (const [place, { name, day, before }] of PATHS.entries()) {
  const [method, path] = name.split(' ') as [FaultRequest['method'], string]
  const after = before.length === 0 ? '' : ` after ${before[0]?.path} by "${before[0]?.effect}"`
  test(`when ${name} fails${after} in any way, the money goes back once and the e-receipt is void`, async () => {
    const { till, payer, clock, slips } = await tillOnPaper()
    const faults = faultsAt(place)
    for (const [index, effect] of faults.entries()) {
      const { saleId, total } = await paidSale(till, payer, { type: 'CARD', goods: 1 })
      if (day === 'next') clock.ahead(DAY)
      await payer.faults([...before, { method, path, effect, ms: effect === 'slow' ? 10 : 2_000 }])
      await returned(till, saleId)
      const { payments, moved, ereceipts } = await books(payer)
      expect([payments.at(-1), moved.at(-1), ereceipts.at(-1)], effect).toEqual([
        day === 'same' ? 'CANCELLED' : 'REFUNDED',
        1,
        'CANCELLED',
      ])
      expect(moved, effect).toHaveLength(index + 1)
      expect(returnedOf(await saleOf(till, saleId)).total, effect).toBe(total)
    }
    expect((await payer.state()).faults_waiting).toBe(0)
    await eventually(() => expect(slips()).toHaveLength(2 * faults.length))
  })
}
