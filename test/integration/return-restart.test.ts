/** A return whose terminal is killed at each of its steps goes on where it was: real processes, SIGKILL, real files. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FaultRequest } from '../../main/practice/index.ts'
import { forkTerminal, type TerminalClient } from '../../scripts/hosts/terminal-client.ts'
import type { AnswerOf, CashierVerb, RequestOf } from '../../shared/ipc/index.ts'
import { returnedOf } from '../../shared/return.ts'
import type { PaymentType } from '../../shared/sale.ts'
import { returnOf, saleOf, startReturn } from '../support/returns.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice } from '../support/terminal.ts'

/** A terminal's start takes seconds where the machine is busy, and each test has three. */
vi.setConfig({ testTimeout: 180_000 })

const WAIT = { timeout: 45_000, interval: 20 }

async function soldAt(type: PaymentType) {
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  let client: TerminalClient | null = null
  const start = async (): Promise<void> => {
    client = await forkTerminal({
      env: { TUGRIK_DATA: folder, TUGRIK_PRACTICE: JSON.stringify(address) },
      onView: () => {},
      onLost: () => {},
    })
  }
  const ask = async <Verb extends CashierVerb>(
    verb: Verb,
    request?: RequestOf<Verb>,
  ): Promise<AnswerOf<Verb>> => {
    const reply = await client?.answer(verb, request)
    if (!reply?.ok) throw new Error(reply?.error.name ?? 'the terminal is off')
    return reply.value as AnswerOf<Verb>
  }
  const till = { ask }
  await start()
  onTestFinished(async () => client?.kill())
  const { products } = await ask('searchGoods', { query: '', category: null, limit: 2 })
  for (const { code } of products) await ask('addProduct', { code })
  const saleId = (await ask('getView')).counter?.sale.id ?? ''
  await ask('charge', { saleId })
  const untilState = (name: string) =>
    vi.waitFor(async () => expect((await saleOf(till, saleId)).state.name).toBe(name), WAIT)
  await untilState('awaiting-payment')
  const { state } = await saleOf(till, saleId)
  await payer.pay({
    invoice_id: 'invoice' in state ? (state.invoice?.invoiceId ?? '') : '',
    type: type as 'CARD',
  })
  await untilState('completed')
  return {
    till,
    payer,
    saleId,
    restart: async () => {
      await client?.kill()
      await start()
    },
    /** Until the service was asked so. */
    asked: (endpoint: string) =>
      vi.waitFor(async () => expect((await payer.state()).requests[endpoint] ?? 0).toBeGreaterThan(0), WAIT),
    completed: () =>
      vi.waitFor(async () => {
        const one = await returnOf(till, saleId)
        expect(one.state).toBe('completed')
        return one
      }, WAIT),
  }
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

test.for(KILLS)(
  'killed with $endpoint out ($faults.0.effect), the money goes back once',
  async ({ endpoint, faults }) => {
    const { till, payer, saleId, restart, asked, completed } = await soldAt('CARD')
    await payer.faults(faults)
    await startReturn(till, saleId)
    await asked(endpoint)
    await restart()
    await completed()
    const { refunds, ereceipts } = await payer.state()
    expect(refunds).toMatchObject([{ status: 'CANCELLED', done: 1 }])
    expect(ereceipts.map(({ status }) => status)).toEqual(['CANCELLED'])
    const sale = await saleOf(till, saleId)
    expect(returnedOf(sale).total).toBe(sale.returns[0]?.amount)
  },
)

test('killed while money was to be given back by hand, it asks for it still, and once', async () => {
  const { till, payer, saleId, restart, completed } = await soldAt('P2P')
  const returnId = await startReturn(till, saleId)
  await vi.waitFor(
    async () => expect((await returnOf(till, saleId)).voids[0]?.step.name).toBe('voided'),
    WAIT,
  )
  await restart()
  expect(await till.ask('listAttention')).toMatchObject([{ cause: 'return-waits' }])
  const partId = (await returnOf(till, saleId)).parts[0]?.id ?? ''
  const act = { do: 'repaid', partId, how: 'transfer', note: '' } as const
  await till.ask('settleReturnStep', { saleId, returnId, act })
  await restart()
  await till.ask('settleReturnStep', { saleId, returnId, act })
  await completed()
  const { events } = await till.ask('getSale', { saleId })
  expect(events.filter(({ event }) => event.kind === 'repaid')).toHaveLength(1)
  expect(events.filter(({ event }) => event.kind === 'return-completed')).toHaveLength(1)
  expect((await payer.state()).refunds).toEqual([])
})
