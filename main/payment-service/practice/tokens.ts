/** The tokens (docs/payment-service.md#token-pair): an RS256 access token, an HS256 refresh token that works once. */
import { randomBytes, randomUUID } from 'node:crypto'
import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../base/clock-and-log.ts'
import { Refusal } from './refusal.ts'

const ACCESS_SECONDS = 600
const REFRESH_SECONDS = 3600
const SCOPE = 'profile email'

type TokenPair = {
  readonly token_type: 'Bearer'
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token: string
  readonly refresh_expires_in: number
  readonly scope: string
  readonly 'not-before-policy': string
  readonly session_state: string
}

export type Tokens = {
  readonly issue: (username: string) => Promise<TokenPair>
  /** Exchanges a refresh token for a new pair. The old one is invalid from then on. */
  readonly renew: (refreshToken: string) => Promise<TokenPair>
  /** Refuses with AUTHENTICATION_FAILED anything but a valid access token of this service. */
  readonly requireAccess: (accessToken: string) => Promise<void>
  /** Invalidates every access token so far, and the refresh tokens too where `refresh` says so. */
  readonly expire: (what: { readonly refresh: boolean }) => void
}

/** A pair takes hundreds of ms to make, so all services of this process share one. The issuer tells them apart. */
let sharedKeys: ReturnType<typeof generateKeyPair> | null = null
const accessKeys = () => {
  sharedKeys ??= generateKeyPair('RS256')
  return sharedKeys
}

export function createTokens(clock: Clock): Tokens {
  const issuer = `practice:${randomUUID()}`
  const refreshKey = randomBytes(32)
  const live = new Map<string, { readonly session: string; readonly expiresAt: number }>()
  /** Increases to invalidate all access tokens so far. Each token carries the generation in which it was issued. */
  let generation = 0
  // Starts making the keys before the first login. A failure shows there.
  accessKeys().catch(() => {})

  const seconds = () => Math.floor(clock.now() / 1000)

  const claims = (username: string, session: string, type: string) =>
    new SignJWT({ typ: type, session_state: session, scope: SCOPE, generation })
      .setIssuer(issuer)
      .setSubject(username)
      .setJti(randomUUID())
      .setIssuedAt(seconds())

  const refreshToken = (username: string, session: string) => {
    const id = randomUUID()
    const now = seconds()
    for (const [old, { expiresAt }] of live) if (expiresAt <= now) live.delete(old)
    live.set(id, { session, expiresAt: now + REFRESH_SECONDS })
    return claims(username, session, 'Refresh')
      .setJti(id)
      .setExpirationTime(now + REFRESH_SECONDS)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(refreshKey)
  }

  const accessToken = async (username: string, session: string) =>
    claims(username, session, 'Bearer')
      .setExpirationTime(seconds() + ACCESS_SECONDS)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .sign((await accessKeys()).privateKey)

  const pair = async (username: string, session: string): Promise<TokenPair> => ({
    token_type: 'Bearer',
    access_token: await accessToken(username, session),
    expires_in: ACCESS_SECONDS,
    refresh_token: await refreshToken(username, session),
    refresh_expires_in: REFRESH_SECONDS,
    scope: SCOPE,
    'not-before-policy': '0',
    session_state: session,
  })

  const refused = () => new Refusal('AUTHENTICATION_FAILED')
  const terms = () => ({ issuer, currentDate: new Date(clock.now()) })

  return {
    issue: (username) => pair(username, randomUUID()),
    renew: async (token) => {
      const { payload } = await jwtVerify(token, refreshKey, { ...terms(), algorithms: ['HS256'] }).catch(
        () => {
          throw refused()
        },
      )
      const held = live.get(payload.jti ?? '')
      // Removed before the next await, so that one of two simultaneous requests with the same token is refused.
      if (!held || !live.delete(payload.jti ?? '')) throw refused()
      return pair(payload.sub ?? '', held.session)
    },
    requireAccess: async (token) => {
      const { publicKey } = await accessKeys()
      const { payload } = await jwtVerify(token, publicKey, { ...terms(), algorithms: ['RS256'] }).catch(
        () => {
          throw refused()
        },
      )
      if (payload.generation !== generation) throw refused()
    },
    expire: ({ refresh }) => {
      generation += 1
      if (refresh) live.clear()
    },
  }
}
