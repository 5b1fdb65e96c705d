import dns from 'node:dns'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { machineClock } from '../../main/environment.ts'
import { networkPrinter } from '../../main/printing/index.ts'
import { createTransport } from '../../main/service/transport.ts'
import { fetchAuthority, openShopDatabase } from '../../main/shop-database/index.ts'

const NAME = 'server.example'

const service = createTransport({
  ...{ baseUrl: `https://${NAME}`, connections: 4, timeouts: {} },
  onReached: () => {},
})
const database = openShopDatabase({
  ...{ host: NAME, port: 5432, database: 'shop', user: 'till', password: 'secret', ca: null },
  mode: 'merchant',
})

test.each<[string, () => Promise<unknown>]>([
  [
    'the payment service',
    () => service.send({ operation: 'check payment', method: 'GET', path: '/', authorization: '' }),
  ],
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
