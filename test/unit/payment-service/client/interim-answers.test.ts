/** Interim answers (RFC 9110, 15.2) before the answer, in every piece that TCP may deliver. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTransport } from '../../../../main/payment-service/client/transport.ts'
import { failureOf } from './scripted-service.ts'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </100.css>\r\n\r\n'
const answerOf = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const ANSWER = answerOf('{"ok":1}')

/** In place of a piece: the server ends the connection. */
const END = 'end'

/** A TCP server that sends these pieces after a request, in turns of the event loop. */
async function serverOf(pieces: readonly string[]) {
  const connections = new Set<Socket>()
  let requests = 0
  const server = createServer((socket) => {
    connections.add(socket.setNoDelay(true))
    socket.on('error', () => {})
    socket.on('data', async () => {
      requests++
      for (const piece of pieces) {
        if (piece === END) socket.end()
        else socket.write(piece, 'latin1')
        // After the second turn the client has read the piece.
        await setImmediate()
        await setImmediate()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: 1,
    timeouts: {},
    onReached: () => {},
  })
  onTestFinished(async () => {
    await transport.close()
    for (const socket of connections) socket.destroy()
    server.close()
  })
  const send = () =>
    transport.send({
      operation: 'refund payment',
      method: 'POST',
      path: '/x',
      authorization: 'Bearer t',
      body: {},
    })
  return { send, requests: () => requests }
}

const READ: Readonly<Record<string, readonly string[]>> = {
  'a 100 in a piece of its own': [CONTINUE, ANSWER],
  'a 100 in one piece with the answer': [CONTINUE + ANSWER],
  'a 100 in single bytes': [...(CONTINUE + ANSWER)],
  'two 100s': [CONTINUE, CONTINUE, ANSWER],
  'two 100s in one piece with the answer': [CONTINUE + CONTINUE + ANSWER],
  'a 103 and a 100 in single bytes': [...(HINTS + CONTINUE + ANSWER)],
  'a 100 with fields': [
    'HTTP/1.1 100 Continue\r\nserver: x\r\n',
    `\r\n${ANSWER.slice(0, 9)}`,
    ANSWER.slice(9),
  ],
  'a 100 of HTTP/1.0': [CONTINUE.replace('1.1', '1.0'), ANSWER],
  'a 100 without a reason': ['HTTP/1.1 100\r\n\r\n', ANSWER],
  'no interim answer, in single bytes': [...ANSWER],
}

for (const [what, pieces] of Object.entries(READ))
  test(`the answer after ${what} is the answer`, async () => {
    const { send, requests } = await serverOf(pieces)
    expect(await send()).toMatchObject({ status: 200, text: '{"ok":1}' })
    expect(requests()).toBe(1)
  })

test('a body that looks like an interim answer is kept', async () => {
  const { send } = await serverOf([answerOf(CONTINUE + ANSWER).slice(0, -8), ANSWER.slice(-8)])
  expect(await send()).toMatchObject({ text: CONTINUE + ANSWER })
  const halves = answerOf(CONTINUE + ANSWER).split('\r\n\r\n')
  const split = await serverOf(halves.map((half, index) => (index === 0 ? half : `\r\n\r\n${half}`)))
  expect(await split.send()).toMatchObject({ text: CONTINUE + ANSWER })
})

const UNREADABLE: Readonly<Record<string, readonly string[]>> = {
  'a 100 whose head has no end': [
    'HTTP/1.1 100 Continue\r\n',
    ...Array<string>(40).fill(`x: ${'x'.repeat(1_000)}\r\n`),
  ],
  'a 100 of 40 KiB': [`HTTP/1.1 100 Continue\r\nx: ${'x'.repeat(40_000)}\r\n\r\n${ANSWER}`],
  'a change of the protocol after a 100': [CONTINUE, 'HTTP/1.1 101 Switching Protocols\r\n\r\n', ANSWER],
}

for (const [what, pieces] of Object.entries(UNREADABLE))
  test(`${what} is an unreadable answer with an unknown outcome`, async () => {
    const { send, requests } = await serverOf(pieces)
    expect(await failureOf(send())).toMatchObject({ name: 'BAD_ANSWER', outcomeUnknown: true })
    expect(requests()).toBe(1)
  })

test('a connection that ends within an interim answer is lost, and the outcome is unknown', async () => {
  for (const begun of ['HTTP/1.1 100 Cont', 'HTTP/1.1 10', CONTINUE]) {
    const { send } = await serverOf([begun, END])
    expect(await failureOf(send())).toMatchObject({ name: 'CONNECTION_LOST', outcomeUnknown: true })
  }
})
