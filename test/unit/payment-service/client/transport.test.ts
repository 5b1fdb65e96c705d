import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createTransport } from '../../../../main/payment-service/client/transport.ts'
import type { ServiceTimeouts } from '../../../../main/payment-service/client/types.ts'
import { listening } from '../../../support/listening.ts'
import { failureOf } from './scripted-service.ts'

async function server(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const port = await listening(createServer((request, response) => answer(response, request)))
  return { url: `http://127.0.0.1:${port}` }
}

function transportTo(baseUrl: string, timeouts: Partial<ServiceTimeouts> = {}) {
  const transport = createTransport({ baseUrl, connections: 4, timeouts, onReached: () => {} })
  onTestFinished(() => transport.close())
  return () =>
    transport.send({ operation: 'refund payment', method: 'POST', path: '/x', authorization: 'Bearer t' })
}

const UNKNOWN = { name: 'TIMEOUT', outcomeUnknown: true, repeatable: true }

test('requests connect side by side also before the service was ever reached', async () => {
  const silent = createTcpServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const send = transportTo(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`, { connectMs: 100 })
  let connections = 0
  silent.on('connection', () => connections++)
  const failures = [1, 2, 3, 4].map(() => failureOf(send()))
  expect(await Promise.race(failures)).toMatchObject({ name: 'NO_CONNECTION' })
  expect(connections).toBe(4)
})

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

test('interim answers without end are given up after a time limit', async () => {
  const { url } = await server((response) => {
    const hints = setInterval(() => response.writeContinue(), 10)
    response.on('close', () => clearInterval(hints))
  })
  expect(await failureOf(transportTo(url, { headersMs: 100 })())).toMatchObject(UNKNOWN)
})

test('answers are requested without compression, and gzip is read all the same', async () => {
  const asked: (string | undefined)[] = []
  const { url } = await server((response, request) => {
    asked.push(request.headers['accept-encoding'])
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync('{"name":"Талх"}'))
  })
  expect(await transportTo(url)()).toMatchObject({ text: '{"name":"Талх"}' })
  expect(asked).toEqual(['identity'])
})

test('an empty answer with a content coding is empty', async () => {
  const { url } = await server((response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end()
  })
  expect(await transportTo(url)()).toMatchObject({ text: '' })
})

const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))

for (const [what, coding, bytes] of [
  ['gzip of 100 MiB', 'gzip', BOMB],
  ['gzip that is cut off', 'gzip', gzipSync('{"a":1}').subarray(0, 12)],
  ['gzip that is none', 'gzip', Buffer.from('{"a":1}')],
  ['gzip within gzip', 'gzip, gzip', gzipSync(gzipSync('{"a":1}'))],
  ['brotli', 'br', brotliCompressSync('{"a":1}')],
  ['deflate', 'deflate', deflateSync('{"a":1}')],
  ['an unknown coding', 'x-own', Buffer.from('{"a":1}')],
] as const)
  test(`${what} is an unreadable answer`, async () => {
    const { url } = await server((response) => {
      response.setHeader('content-encoding', coding)
      response.end(bytes)
    })
    expect(await failureOf(transportTo(url)())).toMatchObject({ name: 'BAD_ANSWER', outcomeUnknown: true })
  })

for (const [how, end] of [
  ['is reset', (socket: Socket) => socket.resetAndDestroy()],
  ['ends', (socket: Socket) => socket.end()],
] as const)
  test(`an answer without content whose connection ${how} does not count as an empty answer, unless its head tells its end`, async () => {
    const UNREADABLE = { name: 'BAD_ANSWER', status: 200, outcomeUnknown: true }
    for (const [head, answer] of [
      ['', UNREADABLE],
      ['connection: close\r\n', UNREADABLE],
      ['transfer-encoding: gzip\r\n', UNREADABLE],
      ['transfer-encoding: xchunked\r\n', UNREADABLE],
      ['transfer-encoding: gzip\r\ntransfer-encoding: xchunked\r\n', UNREADABLE],
      ['connection: close\r\n\r\n', UNREADABLE],
      ['connection: close\r\ncontent-length: 0\r\n', { status: 200, text: '' }],
    ] as const) {
      const { url } = await server(({ socket }) =>
        socket?.write(`HTTP/1.1 200 OK\r\n${head}\r\n`, () => setImmediate(end, socket)),
      )
      const sent = transportTo(url)()
      expect(await ('name' in answer ? failureOf(sent) : sent)).toMatchObject(answer)
    }
  })

for (const status of [401, 429])
  test(`a ${status} whose content coding cannot be read is a ${status}, with its Retry-After`, async () => {
    const { url } = await server((response) => {
      response.writeHead(status, { 'content-encoding': 'br', 'retry-after': '60' })
      response.end(brotliCompressSync('{"a":1}'))
    })
    expect(await transportTo(url)()).toEqual({ status, text: '', retryAfterMs: 60_000 })
  })

test('an answer of 100 MiB is not read to its end', async () => {
  let written = 0
  const { url } = await server(async (response) => {
    const piece = Buffer.alloc(256 * 1024, ' ')
    const closed = once(response, 'close')
    while (!response.destroyed && written < 100 * 1024 * 1024) {
      written += piece.length
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed])
    }
  })
  expect(await failureOf(transportTo(url)())).toMatchObject({ name: 'BAD_ANSWER', outcomeUnknown: true })
  expect(written).toBeLessThan(50 * 1024 * 1024)
})

test('a head without end is an unreadable answer', async () => {
  const { url } = await server((response) => {
    for (let index = 0; index < 100; index++) response.setHeader(`x-${index}`, 'x'.repeat(1_000))
    response.end('{}')
  })
  expect(await failureOf(transportTo(url)())).toMatchObject({ name: 'BAD_ANSWER', outcomeUnknown: true })
})
