import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { test as base, invoiced, simpleInvoice } from './practice-under-test.ts'

type Received = { readonly address: string; readonly bodies: unknown[] }

/** A receiver of callbacks on the loopback address. */
const test = base.extend<{ receiver: Received }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern
  receiver: async ({}, use) => {
    const bodies: unknown[] = []
    const server = createServer(async (request, answer) => {
      let text = ''
      for await (const chunk of request) text += chunk
      bodies.push([request.method, request.headers['content-type'], JSON.parse(text)])
      answer.end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    await use({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, bodies })
    server.close()
    server.closeAllConnections()
  },
})

test('a refund triggers a callback to the address that came with it', async ({ wire, payer, receiver }) => {
  const id = await invoiced(wire, simpleInvoice(wire))
  const { payment_id } = await payer.pay({ invoice_id: id, type: 'CARD' })
  await wire.call('POST', `/v2/payment/refund/${payment_id}`, { callback_url: receiver.address })
  await expect
    .poll(() => receiver.bodies)
    .toEqual([['POST', 'application/json', { payment_id, payment_status: 'REFUNDED' }]])
})

test('a missing callback receiver has no effect on the payment', async ({ wire, payer }) => {
  const id = await invoiced(wire, simpleInvoice(wire, { callback_url: 'http://127.0.0.1:1/' }))
  await payer.pay({ invoice_id: id })
  expect((await payer.state()).invoices).toMatchObject([{ status: 'CLOSED' }])
})
