import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { handClock } from '../../../support/hand-clock.ts'
import { type Heard, startReceiver } from './receiver-under-test.ts'

const body = (invoiceId: unknown) => JSON.stringify({ invoice_id: invoiceId })

async function listening({ receiver }: Heard): Promise<string> {
  await expect.poll(receiver.address).not.toBeNull()
  return receiver.address() ?? ''
}

const post = async (address: string, text: string): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })

/** Everything that the receiver sends on a raw connection until it closes it. */
async function said(address: string, ...bytes: string[]): Promise<string> {
  const socket = dial(address)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  for (const part of bytes) socket.write(part)
  await hungUp(socket)
  return text
}

function dial(address: string): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** A reset also counts as closed. */
const hungUp = (socket: Socket): Promise<unknown> => new Promise((end) => socket.once('close', end))

test('a callback is answered with 200 and an empty body, and gives a hint for its invoice', async () => {
  const heard = startReceiver()
  const answer = await post(await listening(heard), body('invoice-1'))
  expect([answer.status, await answer.text(), answer.headers.get('connection')]).toEqual([200, '', 'close'])
  await expect.poll(() => heard.hints).toEqual(['invoice-1'])
})

test('a callback that comes as a GET is accepted, too', async () => {
  const heard = startReceiver()
  const answer = await fetch(`${await listening(heard)}?invoice_id=invoice-1`)
  expect(answer.status).toBe(200)
  await expect.poll(() => heard.hints).toEqual(['invoice-1'])
})

test('any other path is answered with 404', async () => {
  const heard = startReceiver()
  const address = await listening(heard)
  const { origin } = new URL(address)
  for (const path of [
    '/',
    '/callback',
    `/${heard.path}/`,
    `/x/${heard.path}`,
    `/${heard.path.slice(0, -1)}`,
    `/${'A'.repeat(43)}`,
  ])
    expect((await post(origin + path, body('invoice-1'))).status, path).toBe(404)
  expect(heard.hints).toEqual([])
})

test('any other method is refused', async () => {
  const heard = startReceiver()
  const address = await listening(heard)
  for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) {
    const answer = await fetch(address, { method })
    expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'POST, GET'])
  }
  expect(heard.hints).toEqual([])
})

test('a body of more than 4 KiB is refused, and one of 4 KiB is accepted', async () => {
  const heard = startReceiver()
  const address = await listening(heard)
  const padded = (bytes: number) => body('invoice-1').padEnd(bytes, ' ')
  expect((await post(address, padded(4097))).status).toBe(413)
  expect((await post(address, padded(5120))).status).toBe(413)
  expect(
    await said(address, `POST /${heard.path} HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\n\r\n`),
  ).toMatch(/^HTTP\/1.1 413 /)
  expect(heard.hints).toEqual([])
  expect((await post(address, padded(4096))).status).toBe(200)
})

test('a body without an invoice id is refused', async () => {
  const heard = startReceiver()
  const address = await listening(heard)
  for (const text of [
    '',
    'null',
    '[]',
    '7',
    '{"invoice_id":',
    '{}',
    body(7),
    body(''),
    body(['invoice-1']),
    body('x'.repeat(101)),
  ])
    expect((await post(address, text)).status, text).toBe(400)
  for (const query of ['', '?invoice_id=', `?invoice_id=${'x'.repeat(101)}`])
    expect((await fetch(address + query)).status, query).toBe(400)
  expect(heard.hints).toEqual([])
})

test('further fields in the body are ignored', async () => {
  const heard = startReceiver()
  const address = await listening(heard)
  const answer = await post(address, JSON.stringify({ invoice_id: 'invoice-1', status: 'PAID', amount: 5 }))
  expect(answer.status).toBe(200)
  await expect.poll(() => heard.hints).toEqual(['invoice-1'])
})

test('invalid HTTP and overlong headers are refused and the connection closed', async () => {
  const address = await listening(startReceiver())
  expect(await said(address, '\x16\x03\x01\x02\x00\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect(await said(address, `GET / HTTP/1.1\r\nx: ${'y'.repeat(9000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
})

test('an incomplete request is closed after a time limit', async () => {
  const heard = startReceiver({}, { timeoutMs: 200 })
  const address = await listening(heard)
  const head = `POST /${heard.path} HTTP/1.1\r\nhost: x\r\n`
  const half = [[], ['POST /'], [head], [`${head}content-length: 30\r\n\r\n`, '{"invoice_id":']]
  await Promise.all(half.map((parts) => said(address, ...parts)))
  expect(heard.hints).toEqual([])
  expect((await post(address, body('invoice-1'))).status).toBe(200)
})

test('the number of connections is limited', async () => {
  const address = await listening(startReceiver())
  const ends = Array.from({ length: 40 }, () => hungUp(dial(address)))
  let refused = 0
  for (const end of ends) void end.then(() => refused++)
  await expect.poll(() => refused).toBe(8)
})

test('a flood for one invoice gives one hint a second', async () => {
  const clock = handClock()
  const heard = startReceiver({}, { clock })
  const address = await listening(heard)
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 20 }, () => post(address, body('invoice-1'))))
  expect(heard.hints).toHaveLength(1)
  for (let tick = 0; tick < 10; tick++) clock.advance(200)
  expect(heard.hints).toHaveLength(2)
  for (let tick = 0; tick < 50; tick++) clock.advance(200)
  expect(heard.hints).toHaveLength(2)
})

test('a flood for many invoices gives five hints a second, up to the limit of the queue', async () => {
  const clock = handClock()
  const heard = startReceiver({}, { clock, known: 'invoice-0' })
  const address = await listening(heard)
  for (let sent = 0; sent < 200; sent += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(address, body(`invoice-${sent + index}`))),
    )
  expect(heard.hints).toHaveLength(1)
  for (let tick = 0; tick < 5; tick++) clock.advance(200)
  expect(heard.hints).toHaveLength(6)
  for (let tick = 0; tick < 500; tick++) clock.advance(200)
  expect(heard.hints).toHaveLength(65)
})

test('the log has counts, and neither path nor invoice ids', async () => {
  const clock = handClock()
  const heard = startReceiver({}, { clock, known: 'invoice-1' })
  const address = await listening(heard)
  await post(address, body('invoice-1'))
  await post(address, body('stranger'))
  await post(`${address}x`, body('invoice-1'))
  await post(address, '{')
  clock.advance(200)
  clock.advance(60_000)
  expect(heard.lines).toEqual(['callbacks: 1 known, 2 malformed or misdirected, 1 of no invoice of ours'])
})

test('a taken port is reported, tried again, and used when it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const clock = handClock()
  const heard = startReceiver({ port }, { clock })
  await expect
    .poll(heard.receiver.state)
    .toEqual({ state: 'failed', failure: { name: 'CALLBACK_NOT_LISTENING', detail: null } })
  expect(heard.receiver.address()).toBeNull()
  expect(heard.lines).toEqual(['the callback receiver cannot listen: EADDRINUSE'])
  other.close()
  await once(other, 'close')
  clock.advance(30_000)
  await expect.poll(heard.receiver.state).toEqual({ state: 'listening' })
})

test('an address of another machine is reported as a failure', async () => {
  const heard = startReceiver({ host: '192.0.2.1' })
  await expect.poll(heard.receiver.state).toMatchObject({ state: 'failed' })
})

test('the receiver follows the settings: off, on, another port', async () => {
  const heard = startReceiver({ enabled: false })
  expect([heard.receiver.state(), heard.receiver.address()]).toEqual([{ state: 'off' }, null])
  heard.set({ enabled: true })
  const first = await listening(heard)
  heard.set({ publicUrl: 'https://shop.example.mn/till-1' })
  await expect.poll(heard.receiver.address).toBe(`https://shop.example.mn/till-1/${heard.path}`)
  await expect(post(first, body('invoice-1'))).rejects.toThrow()
  heard.set({ enabled: false, publicUrl: '' })
  await expect.poll(heard.receiver.address).toBeNull()
  expect(heard.receiver.state()).toEqual({ state: 'off' })
})

test('after many changes at once the last one is in effect', async () => {
  const heard = startReceiver()
  for (let turn = 0; turn < 10; turn++) heard.set({ enabled: turn % 2 === 0 })
  heard.set({ enabled: true, publicUrl: 'https://shop.example.mn' })
  await expect.poll(heard.receiver.address).toBe(`https://shop.example.mn/${heard.path}`)
  expect(heard.receiver.state()).toEqual({ state: 'listening' })
})

test('closing the receiver ends open connections at once', async () => {
  const heard = startReceiver()
  const address = await listening(heard)
  const hanging = dial(address)
  await once(hanging, 'connect')
  hanging.write('POST /')
  const gone = hungUp(hanging)
  await heard.receiver.close()
  await gone
  await expect(post(address, body('invoice-1'))).rejects.toThrow()
  expect(heard.hints).toEqual([])
})
