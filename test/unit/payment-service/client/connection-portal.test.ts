import { expect, test, vi } from 'vitest'
import { machineClock, silentLog } from '../../../../main/base/clock-and-log.ts'
import { createServiceClient, type ServiceFailure } from '../../../../main/payment-service/client/index.ts'
import { CREDENTIALS, type Script, scriptedService } from './scripted-service.ts'

const PAGE = '<!doctype html><html><title>Wi-Fi</title></html>'

test.each<[string, string, string, Script]>([
  ['the page of a captive portal', 'BAD_ANSWER', 'BAD_ANSWER', { text: PAGE }],
  [
    'a redirect to a captive portal',
    'BAD_ANSWER',
    'BAD_ANSWER',
    { status: 302, headers: { location: 'http://wifi.invalid/' } },
  ],
  ['the error page of a gateway', 'SERVICE_ERROR', 'reached', { status: 502, text: PAGE }],
  ['an incomplete answer', 'BAD_ANSWER', 'reached', { text: '{"count": 0, "ro' }],
  [
    'a refusal of the service',
    'INVALID_OBJECT_TYPE',
    'reached',
    { status: 400, json: { error_code: 'INVALID_OBJECT_TYPE', message: 'no' } },
  ],
])(
  'after %s the client throws %s, and reports of the connection: %s',
  async (_, thrown, reported, script) => {
    const service = await scriptedService(() => script)
    const onReached = vi.fn<(why: ServiceFailure | null) => void>()
    const client = createServiceClient({
      baseUrl: service.url,
      credentials: CREDENTIALS,
      onReached,
      clock: machineClock,
      log: silentLog,
      random: () => 0,
    })
    await expect(client.checkPayment('inv-1')).rejects.toMatchObject({ failure: { name: thrown } })
    await client.close()
    const [last] = onReached.mock.lastCall ?? []
    expect(last === null ? 'reached' : last?.name).toBe(reported)
  },
)
