import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { BY_NAME } from '../../../main/base/net/look-up.ts'
import { fetchAuthority, openShopDatabase } from '../../../main/many-tills/server/index.ts'
import { networkPrinter } from '../../../main/paper/print/index.ts'
import { jobsOf } from '../../../main/paper/print/ipp.ts'
import { createTransport } from '../../../main/payment-service/client/transport.ts'
import { fullServer } from '../../support/full-server.ts'

type Answer = (error: null, found: readonly { readonly address: string; readonly family: number }[]) => void

const NAME = 'server.example'

const serviceAt = (host: string, port: number, way = 'DIRECT') =>
  createTransport({
    ...{ baseUrl: `http://${host}:${port}`, connections: 4, timeouts: {}, onReached: () => {} },
    network: { authorities: () => [], wayTo: async () => way },
  })
const service = serviceAt(NAME, 80)
const CHECK = { operation: 'check payment', method: 'GET', path: '/', authorization: '' } as const
const databaseAt = (host: string, port: number) =>
  openShopDatabase({
    ...{ host, port, database: 'shop', user: 'till', password: 'secret', ca: null },
    mode: 'live',
  })
const database = databaseAt(NAME, 5432)

test.each<[string, () => Promise<unknown>]>([
  ['the payment service', () => service.send(CHECK)],
  ['a shop database', () => database.hello()],
  ['a new shop database', () => fetchAuthority({ host: NAME, port: 5432, database: 'shop' }, '')],
  ['a printer', () => networkPrinter({ host: NAME, port: 9100, clock: machineClock }).open()],
])(
  'while the name of %s is looked up, no second look-up holds up those of other servers',
  async (_what, connect) => {
    const waiting: ((error: Error) => void)[] = []
    const look = vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
      waiting.push(given.at(-1) as (error: Error) => void)
    }) as never)
    onTestFinished(() => look.mockRestore())
    for (const times of [1, 2]) {
      const tries = [connect(), connect()]
      await vi.waitUntil(() => look.mock.calls.length >= times)
      await soon()
      expect(look).toHaveBeenCalledTimes(times)
      for (const answer of waiting.splice(0)) answer(new Error('nobody knows the name'))
      await Promise.allSettled(tries)
    }
  },
)

/** Answers of the system for a name. A name that is an address has itself. */
function namesHave(addresses: readonly (readonly [string, 4 | 6])[]) {
  const look = vi.spyOn(dns, 'lookup').mockImplementation(((
    name: string,
    _options: object,
    answer: Answer,
  ) => {
    const found = isIP(name) === 0 ? addresses : [[name, 4] as const]
    setImmediate(() =>
      answer(
        null,
        found.map(([address, family]) => ({ address, family })),
      ),
    )
  }) as never)
  onTestFinished(() => look.mockRestore())
  return look
}

test('a line that loses the first packet of a connection reaches a server that also has an IPv6 address, from a shop without IPv6', async ({
  skip,
}) => {
  if (process.platform !== 'linux') skip('another system answers a full queue in another way')
  const server = await fullServer()
  const look = namesHave([
    ['127.0.0.1', 4],
    ['2001:db8::1', 6],
  ])
  const answered = serviceAt('dual.example', server.port).send(CHECK)
  await vi.waitUntil(() => look.mock.calls.some(([name]) => name === 'dual.example'))
  await soon()
  await soon()
  server.goOn()
  expect(await answered).toMatchObject({ status: 200 })
})

/** Listens at 127.0.0.1, and answers nothing but HTTP. */
async function listener() {
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.each<[string, (host: string, port: number) => Promise<unknown>]>([
  ['the payment service', (host, port) => serviceAt(host, port).send(CHECK)],
  ['a shop database', (host, port) => databaseAt(host, port).hello()],
  ['a new shop database', (host, port) => fetchAuthority({ host, port, database: 'shop' }, '')],
  ['a printer', (host, port) => networkPrinter({ host, port, clock: machineClock }).open()],
  ['a print server', (host, port) => jobsOf('queue', `${host}:${port}`)],
  ['a proxy', (host, port) => serviceAt('service.example', 80, `PROXY ${host}:${port}`).send(CHECK)],
])(
  'after a connection to %s by IPv4 the next one does not try the IPv6 address first',
  async (what, reach) => {
    const port = await listener()
    namesHave([
      ['::1', 6],
      ['127.0.0.1', 4],
    ])
    const host = `${what.replaceAll(' ', '-')}.example`
    const first = () =>
      new Promise((resolve) => BY_NAME.lookup(host, { all: true }, (_error, found) => resolve(found[0])))
    expect(await first()).toMatchObject({ family: 6 })
    await reach(host, port).catch(() => {})
    expect(await first()).toMatchObject({ family: 4 })
  },
)
