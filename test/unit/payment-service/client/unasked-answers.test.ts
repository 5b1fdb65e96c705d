/** A service, or a proxy before it, that writes an answer that nobody asked for. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTransport } from '../../../../main/payment-service/client/transport.ts'
import { failureOf } from './scripted-service.ts'

const CHECKED = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
/** A refund that is done answers so. */
const DONE = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

/** Answers the check as `answerCheck` does. `hangUp` waits for the refund and ends its connection without an answer. */
async function service(answerCheck: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      if (piece.includes('POST /check')) answerCheck(socket)
      else if (piece.includes('POST /refund')) server.emit('refund', socket)
    })
  })
  const refund: Promise<Socket[]> = once(server, 'refund')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const transport = createTransport({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: 1,
    timeouts: {},
    onReached: () => {},
  })
  onTestFinished(async () => {
    await transport.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const send = (operation: 'check payment' | 'refund payment', path: string) =>
    transport.send({ operation, method: 'POST', path, authorization: 'Bearer t', body: {} })
  return {
    check: () => send('check payment', '/check'),
    refund: () => send('refund payment', '/refund'),
    hangUp: async () => void (await refund)[0]?.destroy(),
    writeUnasked: () => void sockets[0]?.write(DONE),
    connections: () => sockets.length,
  }
}

for (const turns of [0, 1, 2, 3])
  test(`a second answer to a check, written ${turns} turns of the event loop later, is not the answer to a refund`, async () => {
    const at = await service((socket) => socket.write(CHECKED))
    expect(await at.check()).toMatchObject({ text: '{}' })
    const refund = failureOf(at.refund())
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    at.writeUnasked()
    await at.hangUp()
    expect(await refund).toMatchObject({ name: 'CONNECTION_LOST', outcomeUnknown: true })
  })

test('a second answer to a check, written with the first, is not the answer to a refund that waits', async () => {
  const at = await service((socket) => socket.write(CHECKED + DONE))
  const [check, refund] = [at.check(), failureOf(at.refund())]
  expect(await check).toMatchObject({ text: '{}' })
  await at.hangUp()
  expect(await refund).toMatchObject({ name: 'CONNECTION_LOST', outcomeUnknown: true })
})

test('each request has a connection of its own', async () => {
  const at = await service((socket) => socket.write(CHECKED))
  for (let times = 1; times <= 3; times++) {
    await at.check()
    expect(at.connections()).toBe(times)
  }
})
