/**
 * Money that did not move as the till believed: counts only grow, and a correction is posted on the day of the
 * decision.
 */
import { expect, test } from 'vitest'
import type { AttentionItem } from '../../../shared/page/index.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import {
  attentionIn,
  look,
  paymentsOf,
  refundedElsewhere,
  reportOf,
  totalsNow,
  waiting,
} from '../../support/looks.ts'
import { nextShift, openTill } from '../../support/open-shift.ts'
import { allVoided, completed, paidSale, repaidByHand, returned, untilReturn } from '../../support/returns.ts'
import type { Till } from '../../support/terminal.ts'
import { belowZero, rowOf } from '../../support/whole-report.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Just after midnight in Ulaanbaatar, so that hours can pass within the day. */
const EARLY = Date.UTC(2026, 10, 19, 17)

type Hands = ReturnType<typeof handClock>

/** Checks every hour until the attention list has this item. */
async function lookHourly(till: Till, clock: Hands, saleId: string, cause: AttentionItem['cause']) {
  for (let hours = 0; hours < 12; hours++) {
    clock.advance(HOUR)
    await look(till, saleId)
    const item = (await till.ask('listAttention')).find((one) => one.cause === cause)
    if (item) return item
  }
  throw new Error(`nothing waits: ${cause}`)
}

async function paymentIdOf(till: Till, saleId: string): Promise<string> {
  const [payment] = await paymentsOf(till, saleId)
  if (!payment) throw new Error('not paid')
  return payment.paymentId
}

const today = (till: Till, clock: Hands) => reportOf(till, shopDay(clock.now()))

test('a refund elsewhere that was our own transfer is corrected on the day of the decision, and no count falls below zero', async () => {
  const clock = handClock()
  const { till, payer } = await openTill({ clock })
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  await repaidByHand(till, saleId, 'transfer')
  await payer.settle({ payment_id: await paymentIdOf(till, saleId), status: 'REFUNDED' })
  clock.advance(1500)
  await look(till, saleId)
  const item = await waiting(till, 'refunded-elsewhere')
  clock.advance(DAY)
  await nextShift(till)
  await decide(till, item, 'own-transfer')
  expect(belowZero(await today(till, clock))).toEqual([])
  const { elsewhere, tenders } = await totalsNow(till)
  expect([elsewhere.count, tenders.qr]).toEqual([0, { count: 0, amount: total }])
})

test('a card refund that was not carried out, repaid in cash on the next day, leaves no count below zero', async () => {
  const clock = handClock(EARLY)
  const { till, payer } = await openTill({ clock })
  const { saleId, total } = await paidSale(till, payer, { type: 'CARD' })
  await payer.faults(
    ['cancel', 'refund'].map((operation) => ({
      method: 'POST',
      path: `/v2/payment/${operation}/{id}`,
      effect: 'answer',
      status: 200,
    })),
  )
  await returned(till, saleId)
  const item = await lookHourly(till, clock, saleId, 'refund-not-done')
  clock.advance(DAY)
  await nextShift(till)
  await decide(till, item, 'repaid-cash')
  expect(belowZero(await today(till, clock))).toEqual([])
  const { back, drawer } = await totalsNow(till)
  expect(back.card).toEqual({ count: 0, amount: -total })
  expect(drawer.refunded).toEqual({ count: 1, amount: total })
})

test('a payment that was pending for hours and is paid again on the next day leaves no count below zero', async () => {
  const clock = handClock(EARLY)
  const { till, payer } = await openTill({ clock })
  const { saleId } = await paidSale(till, payer, { type: 'P2P' })
  const payment_id = await paymentIdOf(till, saleId)
  await payer.settle({ payment_id, status: 'PENDING' })
  await lookHourly(till, clock, saleId, 'refunded-elsewhere')
  await payer.settle({ payment_id, status: 'PAID' })
  clock.advance(DAY)
  await look(till, saleId)
  await expect.poll(() => attentionIn(till)).toEqual([])
  expect(belowZero(await today(till, clock))).toEqual([])
})

test('after a clock that was days ahead is set right, the report owes what the attention list shows', async () => {
  const clock = handClock()
  const { till, payer } = await openTill({ clock })
  const { saleId, invoice } = await chargedSale(till)
  clock.jump(5 * DAY)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 500 })
  await till.check(saleId, 'completed')
  clock.advance(1500)
  await look(till, saleId)
  const item = await waiting(till, 'surplus')
  clock.jump(-5 * DAY)
  expect(rowOf(await today(till, clock), 'other', 'surplus').amount).toBe(50_000)
  await decide(till, item, 'kept')
  const settled = await today(till, clock)
  expect(rowOf(settled, 'other', 'surplus')).toMatchObject({ times: 0, amount: 0 })
  expect(belowZero(settled)).toEqual([])
})

test('a payment that was refunded elsewhere while its return was open does not count as our refund', async () => {
  const { till, payer } = await openTill()
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  await returned(till, saleId, { way: 'transfer' }, allVoided)
  await refundedElsewhere({ till, payer }, saleId)
  await untilReturn(till, saleId, completed)
  const { back, elsewhere, tenders } = await totalsNow(till)
  expect(back.card).toEqual({ count: 0, amount: 0 })
  expect(elsewhere).toEqual({ count: 1, amount: total })
  expect(tenders.qr.amount).toBe(0)
})
