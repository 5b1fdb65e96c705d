import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect } from 'vitest'
import { basic, refusal, test, type Wire } from './contract.ts'

const refresh = (wire: Wire, token: string) =>
  wire.bare('POST', '/v2/auth/refresh', undefined, { authorization: `Bearer ${token}` })
const withToken = (wire: Wire, token: string) =>
  wire.bare('GET', '/v2/invoice/none', undefined, { authorization: `Bearer ${token}` })

const PAIR = {
  token_type: 'Bearer',
  access_token: expect.any(String),
  expires_in: expect.any(Number),
  refresh_token: expect.any(String),
  refresh_expires_in: expect.any(Number),
}

describe('POST /v2/auth/token', () => {
  test('returns a token pair with every field of its table', async ({ wire }) => {
    const { status, body } = await wire.logIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      ...PAIR,
      scope: expect.any(String),
      'not-before-policy': expect.any(String),
      session_state: expect.any(String),
    })
  })

  test('accepts the right HTTP Basic credentials without a body, and refuses wrong ones', async ({
    wire,
    practice,
  }) => {
    const { headers } = await wire.logIn()
    expect(headers.get('content-type')).toContain('application/json')
    for (const authorization of [
      basic(practice.username, `${practice.password}x`),
      basic('nobody', practice.password),
    ]) {
      const answer = await wire.bare('POST', '/v2/auth/token', undefined, { authorization })
      expect(refusal(answer)).toEqual([401, 'AUTHENTICATION_FAILED'])
    }
  })

  test('gives lifetimes of 600 and 3600 seconds', async ({ wire }) => {
    expect((await wire.logIn()).body).toMatchObject({ expires_in: 600, refresh_expires_in: 3600 })
  })

  test('signs the access token with RS256 and the refresh token with HS256', async ({ wire }) => {
    const { access_token, refresh_token } = (await wire.logIn()).body
    expect(decodeProtectedHeader(access_token).alg).toBe('RS256')
    expect(decodeProtectedHeader(refresh_token).alg).toBe('HS256')
    expect(decodeJwt(access_token)).not.toHaveProperty('password')
  })

  test('returns NO_CREDENDIALS for a missing or malformed Authorization header', async ({ wire }) => {
    for (const headers of [
      {},
      { authorization: 'Basic' },
      { authorization: 'Bearer x' },
      { authorization: '' },
    ]) {
      const answer = await wire.bare('POST', '/v2/auth/token', undefined, headers as Record<string, string>)
      expect(refusal(answer)).toEqual([401, 'NO_CREDENDIALS'])
    }
  })
})

describe('POST /v2/auth/refresh', () => {
  test('returns a new pair with at least five fields', async ({ wire }) => {
    const first = (await wire.logIn()).body
    const second = await refresh(wire, first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject(PAIR)
    expect(second.body.access_token).not.toBe(first.access_token)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
  })

  test('invalidates the old refresh token', async ({ wire }) => {
    const { refresh_token } = (await wire.logIn()).body
    await refresh(wire, refresh_token)
    expect(refusal(await refresh(wire, refresh_token))).toEqual([401, 'AUTHENTICATION_FAILED'])
  })

  test('returns AUTHENTICATION_FAILED for an access token and for an invalid token', async ({ wire }) => {
    const { access_token } = (await wire.logIn()).body
    for (const token of [access_token, 'x.y.z'])
      expect(refusal(await refresh(wire, token))).toEqual([401, 'AUTHENTICATION_FAILED'])
  })
})

/** All endpoints except the token endpoint. */
const GUARDED = [
  ['POST', '/v2/auth/refresh'],
  ['POST', '/v2/invoice'],
  ['GET', '/v2/invoice/x'],
  ['DELETE', '/v2/invoice/x'],
  ['POST', '/v2/invoice/list'],
  ['POST', '/v2/invoice/check'],
  ['GET', '/v2/payment/x'],
  ['POST', '/v2/payment/check'],
  ['POST', '/v2/payment/list'],
  ['POST', '/v2/payment/cancel/x'],
  ['POST', '/v2/payment/refund/x'],
  ['POST', '/v2/ebarimt_v3/create'],
  ['DELETE', '/v2/ebarimt_v3/x'],
] as const

describe('authentication of every endpoint', () => {
  test('every endpoint except the token endpoint returns NO_CREDENDIALS without a bearer token, and AUTHENTICATION_FAILED for a wrong one', async ({
    wire,
  }) => {
    for (const [method, path] of GUARDED) {
      expect(refusal(await wire.bare(method, path))).toEqual([401, 'NO_CREDENDIALS'])
      for (const authorization of ['Bearer a.b.c', 'Bearer eyJhbGciOiJub25lIn0.e30.']) {
        const answer = await wire.bare(method, path, undefined, { authorization })
        expect(refusal(answer), `${method} ${path}`).toEqual([401, 'AUTHENTICATION_FAILED'])
      }
    }
  })

  test('an expired access token is AUTHENTICATION_FAILED, and its refresh token is still valid', async ({
    wire,
    payer,
  }) => {
    const { access_token, refresh_token } = (await wire.logIn()).body
    await payer.advanceClock(600)
    expect(refusal(await withToken(wire, access_token))).toEqual([401, 'AUTHENTICATION_FAILED'])
    const renewed = (await refresh(wire, refresh_token)).body
    expect(refusal(await withToken(wire, renewed.access_token))).toEqual([404, 'INVOICE_NOTFOUND'])
  })

  test('a refresh token is refused in place of an access token', async ({ wire }) => {
    const { refresh_token } = (await wire.logIn()).body
    expect(refusal(await withToken(wire, refresh_token))).toEqual([401, 'AUTHENTICATION_FAILED'])
  })
})
