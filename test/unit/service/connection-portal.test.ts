import { expect, test, vi } from 'vitest'
import { machineClock, silentLog } from '../../../main/environment.ts'
import { createServiceClient, type ServiceFailure } from '../../../main/service/index.ts'
import { CREDENTIALS, type Script, scriptedService } from './scripted-service.ts'

const PAGE = '<!doctype html><html><title>Wi-Fi</title></html>'

test.each<[string, Script, string | undefined]>([
  ['the page of a captive portal', { text: PAGE }, 'BAD_ANSWER'],
  [
    'a redirect to a captive portal',
    { status: 302, headers: { location: 'http://wifi.invalid/' } },
    'BAD_ANSWER',
  ],
  ['the error page of a gateway', { status: 502, text: PAGE }, undefined],
  ['an incomplete answer', { text: '{"count": 0, "ro' }, undefined],
  [
    'a refusal of the service',
    { status: 400, json: { error_code: 'INVALID_OBJECT_TYPE', message: 'no' } },
    undefined,
  ],
])('the client reports the right failure after %s', async (_, script, name) => {
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
  await expect(client.checkPayment('inv-1')).rejects.toThrow()
  await client.close()
  expect(onReached.mock.lastCall?.[0]?.name).toBe(name)
})
