/** The service contradicts what an account holds of a payment, again and again. */
import { expect, test } from 'vitest'
import type { FaultRequest } from '../../../scripts/run/practice/index.ts'
import type { PaymentType } from '../../../shared/sale/sale.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { attentionIn, kindsOf, look, tillAtPractice, waiting } from '../../support/looks.ts'
import { returned, saleOf } from '../../support/returns.ts'
import type { Till, TillParts } from '../../support/terminal.ts'

const quick = { clock: fastClock(40_000), settings: { monitorHours: 1 } } as const

const monitoringEnded = async (till: Till, saleId: string): Promise<number> =>
  (await kindsOf(till, saleId)).filter((kind) => kind === 'monitoring-ended').length
const untilMonitoringEnds = (till: Till, saleId: string, times = 1) =>
  expect.poll(() => monitoringEnded(till, saleId)).toBe(times)

async function paid(type: PaymentType, parts: Partial<TillParts> = {}) {
  const { till, payer } = await tillAtPractice(parts)
  const { saleId, total, invoice } = await chargedSale(till)
  const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId, type: type as 'CARD' | 'P2P' })
  await till.check(saleId, 'completed')
  return { till, payer, saleId, total, payment_id }
}

/** The service accepts a cancellation or refund and does not carry it out. */
const ACCEPTED: readonly FaultRequest[] = ['cancel', 'refund'].map((operation) => ({
  method: 'POST',
  path: `/v2/payment/${operation}/{id}`,
  effect: 'answer',
  status: 200,
}))
const saysOf = (payment_status: string): FaultRequest => ({
  method: 'POST',
  path: '/v2/payment/check',
  effect: 'changed',
  set: { 'rows.*.payment_status': payment_status },
  times: 10_000,
})

test('a refund that the service accepted and did not carry out is put in the attention list, even after monitoring had ended', async () => {
  const { till, payer, saleId, total } = await paid('CARD', quick)
  await untilMonitoringEnds(till, saleId)
  await payer.faults([...ACCEPTED])
  await returned(till, saleId)
  await untilMonitoringEnds(till, saleId, 2)
  expect((await payer.state()).payments.map(({ status }) => status)).toEqual(['PAID'])
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({ cause: 'refund-not-done', amount: total })
  expect(item?.resolutions).toEqual(['repaid-cash', 'repaid-transfer', 'seen'])
})

test('when a refund that was not carried out was repaid by hand and is carried out later, the money counts as refunded elsewhere', async () => {
  const { till, payer, saleId, total, payment_id } = await paid('CARD', quick)
  await payer.faults([...ACCEPTED])
  await returned(till, saleId)
  await decide(till, await waiting(till, 'refund-not-done'), 'repaid-cash')
  expect(await till.ask('listAttention')).toEqual([])
  await payer.settle({ payment_id, status: 'REFUNDED' })
  await till.ask('checkNow', { saleId })
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(total)
})

test('the attention item of a refund goes away when a person finds out that the payer has the money', async () => {
  const { till, payer, saleId } = await paid('CARD', quick)
  await payer.faults([...ACCEPTED])
  await returned(till, saleId)
  await decide(till, await waiting(till, 'refund-not-done'), 'seen')
  expect(await till.ask('listAttention')).toEqual([])
})

test('an older row that says PAID after a refund causes no attention item', async () => {
  const { till, payer, saleId } = await paid('CARD')
  await payer.faults([saysOf('PAID')])
  await returned(till, saleId)
  for (let count = 0; count < 8; count += 1) await look(till, saleId)
  expect(await till.ask('listAttention')).toEqual([])
  await payer.faults(null)
  await look(till, saleId)
  const [payment] = (await saleOf(till, saleId)).payments
  expect(payment?.contradicted).toBeUndefined()
})

test('a payment that is PENDING again until monitoring ends is put in the attention list with its amount', async () => {
  const { till, payer, saleId, total, payment_id } = await paid('P2P', quick)
  await payer.settle({ payment_id, status: 'PENDING' })
  await untilMonitoringEnds(till, saleId)
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({ cause: 'refunded-elsewhere', amount: total })
})

test('a payment that FAILED after it was paid is put in the attention list with its amount and a resolution', async () => {
  const { till, payer, saleId, total } = await paid('P2P', quick)
  await payer.faults([saysOf('FAILED')])
  await untilMonitoringEnds(till, saleId)
  expect(await attentionIn(till)).toEqual([['refunded-elsewhere', total]])
  const [item] = await till.ask('listAttention')
  expect(item?.resolutions).toContain('collected-again')
})

test('a payment that was PENDING again for long and is PAID again leaves no attention item', async () => {
  const { till, payer, saleId, payment_id } = await paid('P2P', quick)
  await payer.settle({ payment_id, status: 'PENDING' })
  await waiting(till, 'refunded-elsewhere')
  await payer.settle({ payment_id, status: 'PAID' })
  await till.ask('checkNow', { saleId })
  await expect.poll(() => till.ask('listAttention')).toEqual([])
})
