/** Retry-After in the two forms of RFC 9110, 10.2.3. */
import { expect, test } from 'vitest'
import { readRetryAfter } from '../../../../main/payment-service/client/retry-after.ts'
import { failureOf, skippingClient } from './scripted-service.ts'

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT'

for (const [header, ms] of [
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['0007', 7_000],
  ['99999999999999999999', 3_600_000],
  ['Sun, 06 Nov 1994 08:51:37 GMT', 120_000],
  ['Sunday, 06-Nov-94 08:51:37 GMT', 120_000],
  ['Sun Nov  6 08:51:37 1994', 120_000],
  ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
  ['Mon, 06 Nov 2094 08:49:37 GMT', 3_600_000],
  ['Thu, 31 Dec 2016 23:59:60 GMT', 3_600_000],
] as const)
  test(`Retry-After "${header}" is ${ms} ms`, () => {
    expect(readRetryAfter([header], [DATE])).toBe(ms)
  })

for (const header of [
  '',
  '-5',
  '+5',
  '1.5',
  '1e3',
  '0x10',
  '5 s',
  '5,',
  '٥',
  'Infinity',
  '1994-11-06T08:51:37Z',
  '1994-11-06',
  'Sun, 06 Nov 1994 08:51:37',
  'Sun, 06 Nov 1994 08:51:37 UTC',
  'Sun, 06 Nov 1994 08:51:37 +0000',
  'Sun, 6 Nov 1994 08:51:37 GMT',
  'sun, 06 nov 1994 08:51:37 gmt',
  '06 Nov 1994 08:51:37 GMT',
  'Sun, 31 Feb 1994 08:51:37 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 08:60:37 GMT',
  'Sun, 06 Nov 94 08:51:37 GMT',
  'Tomorrow',
])
  test(`Retry-After "${header}" counts as absent`, () => {
    expect(readRetryAfter([header], [DATE])).toBeNull()
  })

test('a date is compared with the answer’s own Date, and counts as absent without one', () => {
  const later = 'Sun, 06 Nov 1994 08:51:37 GMT'
  expect(readRetryAfter([later], undefined)).toBeNull()
  expect(readRetryAfter([later], ['now'])).toBeNull()
  expect(readRetryAfter([later], [DATE, DATE])).toBeNull()
  expect(readRetryAfter([later], ['Sun Nov  6 08:51:36 1994'])).toBe(1_000)
})

test('two headers count as absent', () => {
  expect(readRetryAfter(['5', '10'], [DATE])).toBeNull()
  expect(readRetryAfter(undefined, [DATE])).toBeNull()
})

test('a year of two digits is at most fifty years ahead', () => {
  const written = ['Sunday, 22-Nov-26 10:00:00 GMT']
  expect(readRetryAfter(['Monday, 23-Nov-26 10:00:00 GMT'], written)).toBe(3_600_000)
  expect(readRetryAfter(['Sunday, 06-Nov-94 08:51:37 GMT'], written)).toBe(0)
})

test('a wrong clock of the terminal does not change the pause that the service asks for', async () => {
  const { client } = await skippingClient(() => ({
    status: 503,
    headers: { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:50:37 GMT' },
  }))
  expect(await failureOf(client.checkPayment('inv-1'))).toMatchObject({ retryAfterMs: 60_000 })
})
