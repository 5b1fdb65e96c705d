/** A return continues after the terminal was killed at any of its steps: real processes, SIGKILL, real files. */
import { expect, test } from 'vitest'
import type { FaultRequest } from '../../../scripts/run/practice/index.ts'
import { returnedOf } from '../../../scripts/trials/torture/audit/returned.ts'
import { eventually } from '../../support/eventually.ts'
import { someOf } from '../../support/full-runs.ts'
import { returnOf, saleOf, startReturn } from '../../support/returns.ts'
import { tillProcess } from '../../support/till-process.ts'

async function soldAt(type: 'CARD' | 'P2P') {
  const till = await tillProcess()
  const saleId = await till.ringUp(2)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  await till.payer.pay({ invoice_id: 'invoice' in shown ? (shown.invoice?.invoiceId ?? '') : '', type })
  await till.until(saleId, 'completed')
  const completed = () =>
    eventually(async () => {
      const one = await returnOf(till, saleId)
      expect(one.state).toBe('completed')
      return one
    })
  return { till, saleId, completed }
}

type Kill = { readonly endpoint: string; readonly faults: readonly FaultRequest[] }

const cut = (method: FaultRequest['method'], path: string, effect: FaultRequest['effect']): FaultRequest => ({
  method,
  path,
  effect,
})
const VOID = ['DELETE', '/v2/ebarimt_v3/{id}'] as const
const CANCEL = ['POST', '/v2/payment/cancel/{id}'] as const
const LOOK = ['GET', '/v2/payment/{id}'] as const

const KILLS: readonly Kill[] = [
  { endpoint: VOID.join(' '), faults: [cut(...VOID, 'hang-before')] },
  { endpoint: VOID.join(' '), faults: [cut(...VOID, 'hang-after')] },
  { endpoint: CANCEL.join(' '), faults: [cut(...CANCEL, 'hang-before')] },
  { endpoint: CANCEL.join(' '), faults: [cut(...CANCEL, 'hang-after')] },
  { endpoint: LOOK.join(' '), faults: [cut(...CANCEL, 'reset-after'), cut(...LOOK, 'hang-before')] },
  { endpoint: LOOK.join(' '), faults: [cut(...CANCEL, 'reset-before'), cut(...LOOK, 'hang-before')] },
]

test.for(someOf(KILLS, ({ endpoint }) => endpoint))(
  'a till that is killed while $endpoint is out ($faults.0.effect) gives the money back once',
  async ({ endpoint, faults }) => {
    const { till, saleId, completed } = await soldAt('CARD')
    await till.payer.faults(faults)
    await startReturn(till, saleId)
    await till.asked(endpoint)
    await till.restart()
    await completed()
    const { refunds, ereceipts } = await till.payer.state()
    expect(refunds).toMatchObject([{ status: 'CANCELLED', done: 1 }])
    expect(ereceipts.map(({ status }) => status)).toEqual(['CANCELLED'])
    const sale = await saleOf(till, saleId)
    expect(returnedOf(sale).total).toBe(sale.returns[0]?.amount)
  },
)

test('a till that is killed before a repayment by hand asks for it again, and records it once', async () => {
  const { till, saleId, completed } = await soldAt('P2P')
  const returnId = await startReturn(till, saleId)
  await eventually(async () => expect((await returnOf(till, saleId)).voids[0]?.step.name).toBe('voided'))
  await till.restart()
  expect(await till.ask('listAttention')).toMatchObject([{ cause: 'return-waits' }])
  const partId = (await returnOf(till, saleId)).parts[0]?.id ?? ''
  const action = { do: 'repaid', partId, how: 'transfer', note: '' } as const
  await till.ask('settleReturnStep', { saleId, returnId, action })
  await till.restart()
  await till.ask('settleReturnStep', { saleId, returnId, action })
  await completed()
  const { events } = await till.ask('getSale', { saleId })
  expect(events.filter(({ event }) => event.kind === 'repaid')).toHaveLength(1)
  expect(events.filter(({ event }) => event.kind === 'return-completed')).toHaveLength(1)
  expect((await till.payer.state()).refunds).toEqual([])
})
