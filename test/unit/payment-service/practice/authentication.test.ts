import { expect } from 'vitest'
import { refusal, test, type Wire } from './practice-under-test.ts'

const refresh = (wire: Wire, token: string) =>
  wire.bare('POST', '/v2/auth/refresh', undefined, { authorization: `Bearer ${token}` })

test('of two simultaneous refreshes with one token, one is refused', async ({ wire }) => {
  const { refresh_token } = (await wire.logIn()).body
  const answers = await Promise.all([refresh(wire, refresh_token), refresh(wire, refresh_token)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401])
})

test('a refresh token ends after its own lifetime', async ({ wire, payer }) => {
  const first = (await wire.logIn()).body
  await payer.advanceClock(3599)
  const second = await refresh(wire, first.refresh_token)
  expect(second.status).toBe(200)
  await payer.advanceClock(3600)
  expect(refusal(await refresh(wire, second.body.refresh_token))).toEqual([401, 'AUTHENTICATION_FAILED'])
})
