import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect } from 'vitest'
import { basic, refusal, test, type Wire } from './practice-under-test.ts'

const refresh = (wire: Wire, token: string) =>
  wire.bare('POST', '/v2/auth/refresh', undefined, { authorization: `Bearer ${token}` })
const use = (wire: Wire, token: string) =>
  wire.bare('GET', '/v2/invoice/none', undefined, { authorization: `Bearer ${token}` })

describe('authentication', () => {
  test('valid credentials give a token pair with every field of its table', async ({ wire }) => {
    const { status, body } = await wire.logIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      token_type: 'Bearer',
      access_token: expect.any(String),
      expires_in: 600,
      refresh_token: expect.any(String),
      refresh_expires_in: 3600,
      scope: expect.any(String),
      'not-before-policy': expect.any(String),
      session_state: expect.any(String),
    })
    expect(decodeProtectedHeader(body.access_token).alg).toBe('RS256')
    expect(decodeProtectedHeader(body.refresh_token).alg).toBe('HS256')
    expect(decodeJwt(body.access_token).session_state).toBe(body.session_state)
  })

  test('a wrong password is AUTHENTICATION_FAILED', async ({ wire, practice }) => {
    const answer = await wire.bare('POST', '/v2/auth/token', undefined, {
      authorization: basic(practice.username, 'wrong'),
    })
    expect(refusal(answer)).toEqual([401, 'AUTHENTICATION_FAILED'])
    expect(answer.body.message).toEqual(expect.any(String))
  })

  test.for([
    {},
    { authorization: 'Basic !!!' },
    { authorization: 'Bearer x' },
    { authorization: basic('a', '').slice(0, 8) },
  ])('a login with the headers %j is refused with NO_CREDENTIALS', async (headers, { wire }) => {
    expect(
      refusal(await wire.bare('POST', '/v2/auth/token', undefined, headers as Record<string, string>)),
    ).toEqual([401, 'NO_CREDENDIALS'])
  })

  test('an access token is accepted by the other endpoints until its lifetime ends', async ({
    wire,
    payer,
  }) => {
    const { access_token } = (await wire.logIn()).body
    expect(refusal(await use(wire, access_token))).toEqual([404, 'INVOICE_NOTFOUND'])
    await payer.advanceClock(599)
    expect(refusal(await use(wire, access_token))).toEqual([404, 'INVOICE_NOTFOUND'])
    await payer.advanceClock(1)
    expect(refusal(await use(wire, access_token))).toEqual([401, 'AUTHENTICATION_FAILED'])
  })

  test('a refresh token gives a new pair once', async ({ wire }) => {
    const first = (await wire.logIn()).body
    const second = await refresh(wire, first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect(refusal(await refresh(wire, first.refresh_token))).toEqual([401, 'AUTHENTICATION_FAILED'])
    expect((await refresh(wire, second.body.refresh_token)).status).toBe(200)
  })

  test('of two simultaneous refreshes with one token, one is refused', async ({ wire }) => {
    const { refresh_token } = (await wire.logIn()).body
    const answers = await Promise.all([refresh(wire, refresh_token), refresh(wire, refresh_token)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401])
  })

  test('a refresh token is valid longer than the access token, and ends after its own lifetime', async ({
    wire,
    payer,
  }) => {
    const first = (await wire.logIn()).body
    await payer.advanceClock(3599)
    const second = await refresh(wire, first.refresh_token)
    expect(second.status).toBe(200)
    await payer.advanceClock(3600)
    expect(refusal(await refresh(wire, second.body.refresh_token))).toEqual([401, 'AUTHENTICATION_FAILED'])
  })
})
