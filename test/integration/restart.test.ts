/** A terminal whose plug is pulled goes on with the sale where it was: real processes, SIGKILL, real files. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PracticePayer } from '../../main/practice/index.ts'
import { forkTerminal, type TerminalClient } from '../../scripts/hosts/terminal-client.ts'
import type { AnswerOf, CashierVerb, RequestOf } from '../../shared/ipc/index.ts'
import type { SaleState, SaleStateName } from '../../shared/sale.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice } from '../support/terminal.ts'

const WAIT = { timeout: 45_000, interval: 20 }

async function tillProcess() {
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
  const state = async (saleId: string): Promise<SaleState> =>
    (await ask('getSale', { saleId })).view.sale.state
  const until = (saleId: string, ...names: SaleStateName[]) =>
    vi.waitFor(async () => {
      const now = await state(saleId)
      expect(names).toContain(now.name)
      return now
    }, WAIT)
  const restart = async (): Promise<void> => {
    await client?.kill()
    await start()
  }
  await start()
  onTestFinished(async () => client?.kill())
  return { folder, payer, ask, state, until, restart }
}

type TillProcess = Awaited<ReturnType<typeof tillProcess>>

async function ringUp(till: TillProcess): Promise<string> {
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 3 })
  for (const { code } of products) await till.ask('addProduct', { code })
  return (await till.ask('getView')).counter?.sale.id ?? ''
}

const requestSeen = (payer: PracticePayer, endpoint: string) =>
  vi.waitFor(async () => expect((await payer.state()).requests[endpoint] ?? 0).toBeGreaterThan(0), WAIT)

const invoiceId = (state: SaleState): string =>
  'invoice' in state && state.invoice ? state.invoice.invoiceId : ''

test('a cart that was being rung up is there again, every line of it', async () => {
  const till = await tillProcess()
  const saleId = await ringUp(till)
  const before = (await till.ask('getView')).counter?.sale
  await till.restart()
  expect((await till.ask('getView')).counter?.sale).toEqual(before)
  expect(before?.lines).toHaveLength(3)
  expect(before?.id).toBe(saleId)
})

test('killed while the invoice was being made, it finds that one again and makes no second', async () => {
  const till = await tillProcess()
  const saleId = await ringUp(till)
  await till.payer.faults([{ method: 'POST', path: '/v2/invoice', effect: 'hang-after' }])
  await till.ask('charge', { saleId })
  await requestSeen(till.payer, 'POST /v2/invoice')
  await till.restart()
  const shown = await till.until(saleId, 'awaiting-payment')
  const { invoices } = await till.payer.state()
  expect(invoices).toHaveLength(1)
  expect(invoiceId(shown)).toBe(invoices[0]?.invoice_id)
})

test('killed before the service had made the invoice, it makes one', async () => {
  const till = await tillProcess()
  const saleId = await ringUp(till)
  await till.payer.faults([{ method: 'POST', path: '/v2/invoice', effect: 'hang-before' }])
  await till.ask('charge', { saleId })
  await requestSeen(till.payer, 'POST /v2/invoice')
  await till.restart()
  await till.until(saleId, 'awaiting-payment')
  expect((await till.payer.state()).invoices).toHaveLength(1)
})

test('killed while the QR was up, it finds the money that came meanwhile and prints the receipt', async () => {
  const till = await tillProcess()
  const saleId = await ringUp(till)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  const paying = till.payer.pay({ invoice_id: invoiceId(shown) })
  await till.restart()
  await paying
  await till.until(saleId, 'completed')
  expect(readdirSync(join(till.folder, 'practice-receipts'))).toHaveLength(2)
})

test('killed while a cancellation was out, it finds out what came of it', async () => {
  const till = await tillProcess()
  const saleId = await ringUp(till)
  await till.ask('charge', { saleId })
  await till.until(saleId, 'awaiting-payment')
  await till.payer.faults([{ method: 'DELETE', path: '/v2/invoice/{id}', effect: 'hang-after' }])
  await till.ask('cancelCharge', { saleId })
  await requestSeen(till.payer, 'DELETE /v2/invoice/{id}')
  await till.restart()
  await till.until(saleId, 'cancelled')
  expect((await till.payer.state()).invoices.map(({ status }) => status)).toEqual(['CANCELLED'])
})

test('killed while the e-receipt was being issued, it has one e-receipt and prints it with its lottery', async () => {
  const till = await tillProcess()
  const saleId = await ringUp(till)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  await till.payer.faults([{ method: 'POST', path: '/v2/ebarimt_v3/create', effect: 'hang-after' }])
  await till.payer.pay({ invoice_id: invoiceId(shown) })
  await requestSeen(till.payer, 'POST /v2/ebarimt_v3/create')
  await till.restart()
  const done = await till.until(saleId, 'completed')
  expect(done).toMatchObject({ ereceipts: [{ step: 'issued', hasLottery: true }] })
  expect((await till.payer.state()).ereceipts).toHaveLength(1)
})

test('practice mode keeps its own service over a kill, so that a trainee loses no sale either', async () => {
  const folder = temporaryFolder()
  const start = () =>
    forkTerminal({ env: { TUGRIK_DATA: folder, TUGRIK_PRACTICE: '' }, onView: () => {}, onLost: () => {} })
  let client = await start()
  onTestFinished(async () => client.kill())
  const ask = async (verb: CashierVerb, request?: unknown) => {
    const reply = await client.answer(verb, request)
    if (!reply.ok) throw new Error(reply.error.name)
    return reply.value as {
      saleId: string
      products: { code: string }[]
      view: { sale: { state: SaleState } }
    }
  }
  const { products } = await ask('searchGoods', { query: '', category: null, limit: 1 })
  const { saleId } = await ask('addProduct', { code: products[0]?.code })
  await ask('charge', { saleId })
  const until = (name: SaleStateName) =>
    vi.waitFor(async () => expect((await ask('getSale', { saleId })).view.sale.state.name).toBe(name), WAIT)
  await until('awaiting-payment')
  await client.kill()
  client = await start()
  await ask('practicePay', { saleId, amount: '', type: 'P2P', bankCode: '050000' })
  await until('completed')
  expect(existsSync(join(folder, 'practice-receipts'))).toBe(true)
})
