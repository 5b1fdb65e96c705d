import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTransport } from '../../../main/service/transport.ts'
import type { ServiceTimeouts } from '../../../main/service/types.ts'
import { failureOf } from './scripted-service.ts'

async function server(answer: (response: ServerResponse) => void) {
  let connections = 0
  const listening = createServer((_request, response) => answer(response))
  listening.on('connection', () => connections++)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  const { port } = listening.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, connections: () => connections }
}

function transportTo(baseUrl: string, timeouts: Partial<ServiceTimeouts> = {}) {
  const transport = createTransport({ baseUrl, connections: 4, timeouts, onReached: () => {} })
  onTestFinished(() => transport.close())
  return () =>
    transport.send({ operation: 'refund payment', method: 'POST', path: '/x', authorization: 'Bearer t' })
}

test('connections are kept for the next request', async () => {
  const { url, connections } = await server((response) => response.end('{}'))
  const send = transportTo(url)
  for (let times = 0; times < 20; times++) await send()
  // undici may open a second connection before it sees that the first is free again.
  expect(connections()).toBeLessThanOrEqual(2)
})

const UNKNOWN = { name: 'TIMEOUT', outcomeUnknown: true, repeatable: true }

test('an answer that does not begin is given up after a time limit', async () => {
  const { url } = await server(() => {})
  const failure = await failureOf(transportTo(url, { headersMs: 50 })())
  expect(failure).toMatchObject({ ...UNKNOWN, status: null })
})

test('an answer that stops in the middle is given up after a time limit', async () => {
  const { url } = await server((response) => response.write('{"half":'))
  const failure = await failureOf(transportTo(url, { bodyMs: 50 })())
  expect(failure).toMatchObject({ ...UNKNOWN, status: 200 })
})

test('an answer that trickles for ever is given up after a time limit', async () => {
  const { url } = await server((response) => {
    const trickle = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(trickle))
  })
  const failure = await failureOf(transportTo(url, { answerMs: 300 })())
  expect(failure).toMatchObject(UNKNOWN)
})
