/**
 * What happened to a refund whose answer was lost, refused or untrue. Nobody is repaid twice, and nobody is told that a
 * refund failed before that is known. Uses the real terminal and the service over real HTTP.
 */
import { describe, expect, test } from 'vitest'
import type { FaultRequest, PracticeControl } from '../../../scripts/run/practice/index.ts'
import { returnedOf } from '../../../scripts/trials/torture/audit/returned.ts'
import {
  isUnclear,
  type Return,
  type ReturnStepAction,
  voidsAreSettled,
} from '../../../shared/sale/return.ts'
import { decide } from '../../support/attention.ts'
import {
  attentionIn,
  look,
  paymentsOf,
  quickTillAtPractice,
  totalsNow,
  waiting,
} from '../../support/looks.ts'
import {
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

const REFUND = { method: 'POST', path: '/v2/payment/cancel/{id}' } as const
const LOST_AND_DONE = { ...REFUND, effect: 'reset-after' } as const
const PAYMENT_UNKNOWN: FaultRequest = {
  method: 'GET',
  path: '/v2/payment/{id}',
  effect: 'vanished',
  rate: 1,
}

const REFUSED = { effect: 'answer', status: 400, json: { error_code: 'BANK_REFUSED' }, rate: 1 } as const
const ALWAYS_REFUSED: readonly FaultRequest[] = [
  { ...REFUND, ...REFUSED },
  { ...REFUND, path: '/v2/payment/refund/{id}', ...REFUSED },
]
const FORBIDDEN = { effect: 'answer', status: 403, json: { error_code: 'FORBIDDEN' } } as const

const refundsOf = async (payer: PracticeControl) =>
  (await payer.state()).refunds.map(({ asked, done }) => ({ asked, done }))

async function paidBy(type: 'CARD' | 'P2P') {
  const opened = await quickTillAtPractice()
  const { till, payer } = opened
  await till.ask('openShift', { float: '50000' })
  const sale = await paidSale(till, payer, { type })
  const [payment] = await paymentsOf(till, sale.saleId)
  return { ...opened, ...sale, paymentId: payment?.paymentId ?? '' }
}

const paidByCard = () => paidBy('CARD')

/** A return whose refund was made and lost its answer, and whose payment the service does not know any more. */
async function unclearRefund() {
  const opened = await paidByCard()
  const { till, payer, saleId } = opened
  await payer.faults([LOST_AND_DONE, PAYMENT_UNKNOWN])
  const returnId = await startReturn(till, saleId)
  const one = await untilReturn(till, saleId, ({ parts }) => parts.some(isUnclear))
  return { ...opened, returnId, partId: one.parts[0]?.id ?? '' }
}

describe('a refund whose outcome the service does not show', () => {
  test('stays unknown: it cannot be repaid by hand, cancelled or given up, and a person is told', async () => {
    const { till, saleId, returnId, partId } = await unclearRefund()
    const settle = (action: object) => till.reply('settleReturnStep', { saleId, returnId, action })
    const refused = (name: string) => ({ ok: false, error: { name } })
    expect(await settle({ do: 'by-hand', partId, way: 'cash' })).toMatchObject(refused('NOT_NOW'))
    expect(await settle({ do: 'cancel' })).toMatchObject(refused('RETURN_NOT_CANCELLED'))
    expect(await till.reply('giveUpWork', { saleId, work: 'refund' })).toMatchObject(refused('NOT_NOW'))
    expect(await waiting(till, 'return-waits')).toMatchObject({
      failure: { name: 'PAYMENT_NOTFOUND' },
      resolutions: [],
    })
    expect((await returnOf(till, saleId)).state).toBe('open')
  })

  test('continues automatically once the service shows it, without a second request', async () => {
    const { till, payer, saleId, total } = await unclearRefund()
    await payer.faults(null)
    await untilReturn(till, saleId, completed)
    expect(await refundsOf(payer)).toEqual([{ asked: 1, done: 1 }])
    expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ refunded: total, total })
    expect(await attentionIn(till)).toEqual([])
  })

  test('is done when a person found out that it was, and the next check reports nothing new', async () => {
    const { till, payer, saleId, returnId, partId, total } = await unclearRefund()
    const action = { do: 'found-out', partId, refunded: true } as const
    await till.ask('settleReturnStep', { saleId, returnId, action })
    const one = await untilReturn(till, saleId, completed)
    expect(one.parts[0]?.step).toEqual({ name: 'refunded', how: 'told' })
    await payer.faults(null)
    await look(till, saleId)
    expect(await attentionIn(till)).toEqual([])
    expect(returnedOf(await saleOf(till, saleId)).total).toBe(total)
  })

  test('is repaid when a person was told that it failed; if it was made after all, the missing money is listed', async () => {
    const { till, payer, saleId, returnId, partId, total } = await unclearRefund()
    const settle = (request: Parameters<typeof till.ask<'settleReturnStep'>>[1]) =>
      till.ask('settleReturnStep', request)
    const of = { saleId, returnId }
    await settle({ ...of, action: { do: 'found-out', partId, refunded: false } })
    await settle({ ...of, action: { do: 'by-hand', partId, way: 'cash' } })
    await settle({ ...of, action: { do: 'repaid', partId, how: 'cash', note: '' } })
    await untilReturn(till, saleId, completed)
    expect(await attentionIn(till)).toEqual([])
    await payer.faults(null)
    await look(till, saleId)
    expect(await attentionIn(till)).toEqual([['refunded-elsewhere', total]])
  })
})

describe('a refund whose answer was lost', () => {
  test.each<[string, Omit<FaultRequest, 'path'>]>([
    ['is refused to the till', FORBIDDEN],
    ['cannot be read', { effect: 'answer', json: { id: 'x' } }],
    ['is answered with a server error', { effect: '500' }],
  ])(
    'is put in the attention list when the payment’s status %s, and a person says what happened',
    async (_what, answer) => {
      const { till, payer, saleId, total } = await paidByCard()
      await payer.faults([
        { ...REFUND, effect: 'reset-before' },
        { ...PAYMENT_UNKNOWN, ...answer },
      ])
      const returnId = await startReturn(till, saleId)
      const { parts } = await untilReturn(till, saleId, (one) => one.parts.some(isUnclear))
      expect(await attentionIn(till)).toEqual([['return-waits', total]])
      const partId = parts[0]?.id ?? ''
      const settle = (action: ReturnStepAction) => till.ask('settleReturnStep', { saleId, returnId, action })
      await settle({ do: 'found-out', partId, refunded: false })
      await settle({ do: 'by-hand', partId, way: 'cash' })
      await settle({ do: 'repaid', partId, how: 'cash', note: '' })
      await untilReturn(till, saleId, completed)
      expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ cash: total, refunded: 0, total })
      expect(await refundsOf(payer)).toEqual([])
    },
  )
})

describe('a refund that was made', () => {
  test.each<[string, FaultRequest]>([
    [
      'PAYMENT_NOT_PAID',
      { ...REFUND, effect: 'answer', status: 400, json: { error_code: 'PAYMENT_NOT_PAID' } },
    ],
    ['a code that nobody knows', { ...REFUND, effect: 'answer', status: 400, json: { error_code: 'OOPS' } }],
    ['a server’s failure', { ...REFUND, effect: '500' }],
    ['{"status": false} under HTTP 200', { ...REFUND, effect: 'answer', json: { status: false } }],
    ['{} under HTTP 200', { ...REFUND, effect: 'answer', json: {} }],
  ])('and answered with %s is found out and not repeated', async (_words, fault) => {
    const { till, payer, saleId, total } = await paidByCard()
    await payer.faults([{ ...fault, done: true }])
    await returned(till, saleId)
    expect(await refundsOf(payer)).toEqual([{ asked: 1, done: 1 }])
    expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ refunded: total, total })
  })
})

describe('a refund that was not made', () => {
  test.each<[string, FaultRequest]>([
    ['{"status": false}', { ...REFUND, effect: 'answer', json: { status: false } }],
    ['{"error_code": …}', { ...REFUND, effect: 'answer', json: { error_code: 'OOPS', message: 'no' } }],
    ['{"code": …}', { ...REFUND, effect: 'answer', json: { code: 'PAYMENT_NOT_PAID' } }],
    ['[]', { ...REFUND, effect: 'answer', json: [] }],
    ['null', { ...REFUND, effect: 'answer', json: null }],
    ['words', { ...REFUND, effect: 'answer', text: 'refused' }],
  ])(
    'because of a refusal under HTTP 200 (%s) does not count as made: it is repeated, or a person is told',
    async (_body, fault) => {
      const { till, payer, saleId, total } = await paidByCard()
      await payer.faults([fault])
      const returnId = await startReturn(till, saleId)
      const one = await untilReturn(till, saleId, (now) => completed(now) || partIs('refused')(now))
      if (one.state === 'open') {
        expect((await refundsOf(payer)).filter(({ done }) => done > 0)).toEqual([])
        await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'try-again' } })
        await untilReturn(till, saleId, completed)
      }
      expect((await refundsOf(payer)).map(({ done }) => done)).toEqual([1])
      expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ refunded: total, total })
    },
  )

  test.each([
    ['{"status": false}', { status: false }],
    ['{}', {}],
    ['null', null],
  ] as const)(
    'because the void of its e-receipt was refused under HTTP 200 (%s): no money goes back before the void',
    async (_body, json) => {
      const { till, payer, saleId } = await paidByCard()
      const VOID = { method: 'DELETE', path: '/v2/ebarimt_v3/{id}' } as const
      await payer.faults([{ ...VOID, effect: 'answer', json: json as never }])
      const returnId = await startReturn(till, saleId)
      const one = await untilReturn(till, saleId, (now) => completed(now) || voidIs('refused')(now))
      if (one.state === 'open') {
        expect(await refundsOf(payer)).toEqual([])
        await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'try-again' } })
        await untilReturn(till, saleId, completed)
      }
      const { ereceipts } = await payer.state()
      expect(ereceipts.map(({ status }) => status)).toEqual(['CANCELLED'])
      expect((await refundsOf(payer)).map(({ done }) => done)).toEqual([1])
    },
  )
})

const isDelayed = ({ parts }: Return): boolean =>
  parts.some(({ step }) => step.name === 'due' && 'failure' in step && step.failure !== null)

describe('a return whose payment is refunded elsewhere', () => {
  test.each<[string, 'CARD' | 'P2P', readonly FaultRequest[], (one: Return) => boolean]>([
    [
      'is delayed by the rate limit',
      'CARD',
      [{ ...REFUND, effect: '429', retry_after: 0, rate: 1 }],
      isDelayed,
    ],
    ['was refused', 'CARD', ALWAYS_REFUSED, partIs('refused')],
    [
      'has a lost answer',
      'CARD',
      [
        { ...REFUND, effect: 'reset-before' },
        { ...PAYMENT_UNKNOWN, ...FORBIDDEN },
      ],
      partIs('unknown'),
    ],
    ['is to be repaid by the shop', 'P2P', [], voidsAreSettled],
  ])('while its own refund %s is settled by that', async (_what, type, faults, waits) => {
    const { till, payer, saleId, paymentId, total } = await paidBy(type)
    await payer.faults(faults)
    await returned(till, saleId, {}, waits)
    await payer.settle({ payment_id: paymentId, status: 'REFUNDED' })
    await till.ask('checkNow', { saleId })
    const one = await untilReturn(till, saleId, completed)
    expect(one.parts).toMatchObject([{ by: 'refund', amount: total, step: { name: 'refunded' } }])
    expect((await refundsOf(payer)).every(({ done }) => done === 0)).toBe(true)
    await payer.faults(null)
    await look(till, saleId)
    expect(await attentionIn(till)).toEqual([])
    const { net, drawer } = await totalsNow(till)
    expect([net, drawer.expected - drawer.float]).toEqual([0, 0])
  })

  test.each<[string, 'CARD' | 'P2P', readonly FaultRequest[], (one: Return) => boolean]>([
    ['was refused', 'CARD', ALWAYS_REFUSED, partIs('refused')],
    ['is to be repaid by the shop', 'P2P', [], voidsAreSettled],
  ])(
    'by half while its own refund %s leaves the other half to the shop',
    async (_what, type, faults, waits) => {
      const { till, payer, saleId, paymentId, total } = await paidBy(type)
      await payer.faults(faults)
      const { id: returnId } = await returned(till, saleId, {}, waits)
      await payer.settle({ payment_id: paymentId, amount: total / 200 })
      await till.ask('checkNow', { saleId })
      const { parts } = await untilReturn(till, saleId, partIs('refunded'))
      expect(parts).toMatchObject([
        { by: 'refund', amount: total / 2 },
        { by: 'hand', amount: total / 2, step: { name: 'due' } },
      ])
      expect(await attentionIn(till)).toEqual([['return-waits', total / 2]])
      const action = { do: 'repaid', partId: parts[1]?.id ?? '', how: 'cash', note: '' } as const
      await till.ask('settleReturnStep', { saleId, returnId, action })
      await untilReturn(till, saleId, completed)
      await look(till, saleId)
      expect(await attentionIn(till)).toEqual([])
      const { net, drawer } = await totalsNow(till)
      expect([net, drawer.expected - drawer.float]).toEqual([0, -total / 2])
    },
  )

  test('by half, and then by the other half, is settled by both', async () => {
    const { till, payer, saleId, paymentId: payment_id, total } = await paidBy('P2P')
    await returned(till, saleId, {}, voidsAreSettled)
    await payer.settle({ payment_id, amount: total / 200 })
    await till.ask('checkNow', { saleId })
    await untilReturn(till, saleId, partIs('refunded'))
    await payer.settle({ payment_id, status: 'REFUNDED' })
    await till.ask('checkNow', { saleId })
    await untilReturn(till, saleId, completed)
    expect(returnedOf(await saleOf(till, saleId))).toMatchObject({ refunded: total, total })
    expect(await attentionIn(till)).toEqual([])
    expect((await totalsNow(till)).net).toBe(0)
  })

  test('by half before the goods come back pays only the other half for all of them', async () => {
    const { till, payer, saleId, paymentId, total } = await paidByCard()
    await payer.settle({ payment_id: paymentId, amount: total / 200 })
    await look(till, saleId)
    await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
    const plan = await till.ask('planReturn', { saleId, lines: null, way: 'cash' })
    expect(plan).toMatchObject({
      whole: true,
      amount: total / 2,
      parts: [{ by: 'hand', amount: total / 2 }],
    })
    const { id: returnId } = await returned(till, saleId, { way: 'cash' }, voidsAreSettled)
    const action = { do: 'repaid', partId: plan.parts[0]?.id ?? '', how: 'cash', note: '' } as const
    await till.ask('settleReturnStep', { saleId, returnId, action })
    await untilReturn(till, saleId, completed)
    expect(await attentionIn(till)).toEqual([])
    const { net, drawer } = await totalsNow(till)
    expect([net, drawer.expected - drawer.float]).toEqual([0, -total / 2])
  })
})
