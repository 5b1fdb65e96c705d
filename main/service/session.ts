import type { Clock } from '../environment.ts'
import type { TokenPair } from './decode.ts'
import { ServiceFailed } from './failed.ts'

/**
 * The two tokens and their renewal (section 5).
 *
 *     no tokens ── log in ──▶ usable ── near its end, or refused ──▶ refresh ──▶ usable
 *         ▲                                                            │ 401, or past its life, or used up
 *         └────────────────────────────────────────────────────────────┘
 *
 * One exchange at a time, however many callers wait for it. A refresh token goes out once at most: the service
 * invalidates it, whether or not its answer reaches us.
 */
export type Session = {
  /** An access token worth sending; waits for the exchange under way, or starts one. */
  readonly token: () => Promise<string>
  /** The same without waiting; null where there is none. */
  readonly usable: () => string | null
  /** The service refused this token: sees to a newer one, by refresh where it can. */
  readonly renew: (refused: string) => Promise<string>
  /** The service refused a renewed token too: sees to one from a login. */
  readonly renewByLogin: (refused: string) => Promise<string>
  readonly logInAnew: () => Promise<string>
}

/** POST /v2/auth/token or /v2/auth/refresh with this header. Throws ServiceFailed. */
export type Exchange = (operation: 'token' | 'refresh', authorization: string) => Promise<TokenPair>

type Tokens = {
  readonly access: string
  readonly from: 'token' | 'refresh'
  usableUntil: number
  refresh: string | null
  readonly refreshUntil: number
}

export function createSession(parts: {
  readonly credentials: { readonly username: string; readonly password: string }
  readonly exchange: Exchange
  readonly clock: Clock
}): Session {
  const { credentials, exchange, clock } = parts
  let tokens: Tokens | null = null
  let flight: { readonly by: 'login' | 'renewal'; readonly landed: Promise<string> } | null = null

  const keep = (pair: TokenPair, from: Tokens['from']): string => {
    const now = clock.monotonic()
    tokens = {
      access: pair.accessToken,
      from,
      usableUntil: now + pair.lifetimeMs - safetyMargin(pair.lifetimeMs),
      refresh: pair.refreshToken,
      refreshUntil: now + pair.refreshLifetimeMs - safetyMargin(pair.refreshLifetimeMs),
    }
    return pair.accessToken
  }

  const logIn = async (): Promise<string> => {
    tokens = null
    return keep(await exchange('token', basic(credentials)), 'token')
  }

  const takeRefreshToken = (): string | null => {
    if (tokens === null || clock.monotonic() >= tokens.refreshUntil) return null
    const taken = tokens.refresh
    tokens.refresh = null
    return taken
  }

  const refreshOrLogIn = async (): Promise<string> => {
    const held = tokens
    const refresh = takeRefreshToken()
    if (held === null || refresh === null) return logIn()
    try {
      return keep(await exchange('refresh', `Bearer ${refresh}`), 'refresh')
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error
      // It never left, so it was not used.
      if (error.failure.name === 'NO_CONNECTION') held.refresh = refresh
      if (error.failure.status === null || error.failure.name === 'RATE_LIMITED') throw error
      return logIn()
    }
  }

  const fly = (by: 'login' | 'renewal'): Promise<string> => {
    const landed = (by === 'login' ? logIn() : refreshOrLogIn()).finally(() => {
      flight = null
    })
    flight = { by, landed }
    return landed
  }

  const usable = (): string | null =>
    flight === null && tokens !== null && clock.monotonic() < tokens.usableUntil ? tokens.access : null

  const logInAnew = async (): Promise<string> => {
    if (flight?.by === 'login') return flight.landed
    while (flight !== null) await flight.landed.catch(() => {})
    return fly('login')
  }

  return {
    usable,
    token: async () => flight?.landed ?? usable() ?? fly('renewal'),
    renew: async (refused) => {
      if (flight !== null) return flight.landed
      if (tokens !== null && tokens.access !== refused) return tokens.access
      if (tokens !== null) tokens.usableUntil = Number.NEGATIVE_INFINITY
      return fly('renewal')
    },
    renewByLogin: async (refused) => {
      if (flight === null && tokens !== null && tokens.access !== refused && tokens.from === 'token') {
        return tokens.access
      }
      return logInAnew()
    },
    logInAnew,
  }
}

const safetyMargin = (lifetimeMs: number): number => Math.min(30_000, lifetimeMs / 10)

const basic = ({ username, password }: { readonly username: string; readonly password: string }): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
