import { expect, test, vi } from 'vitest'
import { machineClock, silentLog } from '../../../main/environment.ts'
import { createServiceClient, type ServiceFailure } from '../../../main/service/index.ts'
import { CREDENTIALS, type Script, scriptedService } from './scripted-service.ts'

const PAGE = '<!doctype html><html><title>Wi-Fi</title></html>'

test.each<[string, Script, string | undefined]>([
  ['a captive portal’s page', { text: PAGE }, 'BAD_ANSWER'],
  [
    'the way to a captive portal',
    { status: 302, headers: { location: 'http://wifi.invalid/' } },
    'BAD_ANSWER',
  ],
  ['a gateway’s page in front of the service', { status: 502, text: PAGE }, undefined],
  ['half an answer', { text: '{"count": 0, "ro' }, undefined],
  ['a refusal', { status: 400, json: { error_code: 'INVALID_OBJECT_TYPE', message: 'no' } }, undefined],
])('after %s the client reports the right failure', async (_, script, name) => {
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
