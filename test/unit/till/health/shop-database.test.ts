import { expect, test } from 'vitest'
import { checkHealth, type HealthFacts } from '../../../../main/till/health/index.ts'
import { failure } from '../../../../shared/failure.ts'

const NOW = Date.UTC(2026, 10, 24, 12)
const HOUR = 3_600_000

type Facts = NonNullable<ReturnType<HealthFacts['database']>>
const CONNECTED: Facts = {
  link: { state: 'connected', since: NOW - HOUR },
  unsent: { count: 0, oldestAt: null },
  heardAt: NOW,
  missing: 0,
}

const found = (given: Partial<Facts> | null) => {
  const facts = { database: () => given && { ...CONNECTED, ...given }, now: () => NOW }
  return checkHealth('database', facts as Partial<HealthFacts> as HealthFacts)
}
const away = (name: Parameters<typeof failure>[0]): Facts['link'] => ({
  ...{ state: 'disconnected', since: NOW - HOUR, failure: failure(name) },
})

test.each([
  ['no shop database', null, 'database.off', 'good'],
  ['a connected one', {}, 'database.connected', 'good'],
  [
    'one that is away for an hour',
    { link: away('SHOP_DATABASE_UNREACHABLE') },
    'database.disconnected',
    'note',
  ],
  ['one that retired the till', { link: away('SHOP_DATABASE_RETIRED') }, 'database.refused', 'bad'],
  ['another process of the till', { link: { state: 'twice' } }, 'database.refused', 'bad'],
  [
    'sales that have waited for more than a day',
    { link: away('SHOP_DATABASE_UNREACHABLE'), unsent: { count: 7, oldestAt: NOW - 25 * HOUR } },
    'database.waiting',
    'bad',
  ],
  ['events that the journal lacks', { missing: 3 }, 'database.missing', 'bad'],
  [
    'a certificate that ends soon',
    { link: { state: 'connected', since: NOW - HOUR, certificateEnd: NOW + 24 * HOUR } },
    'database.certificate',
    'note',
  ],
  ['only the time of the last contact', { link: null }, 'database.unknown', 'note'],
] as const)('%s is told', async (_, given, finding, state) => {
  expect(await found(given)).toMatchObject({ finding, state })
})
