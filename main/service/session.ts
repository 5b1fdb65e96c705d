import type { Clock } from '../environment.ts'
import { ClientClosed } from './budget.ts'
import { failed, isTokenRefusal } from './classify.ts'
import type { TokenPair } from './decode.ts'
import { ServiceFailed } from './failed.ts'

/**
 * Holds the two tokens and renews them (docs/payment-service.md#authentication).
 *
 *     no tokens ── log in ──▶ usable ── near its end, or refused ──▶ refresh ──▶ usable
 *         ▲                                                            │ 401, or expired, or used up
 *         └────────────────────────────────────────────────────────────┘
 *
 * One exchange at a time serves all callers that wait for it. A refresh token is sent at most once, because the service
 * invalidates it even if its answer is lost. After the service refused the password or every new token, no token is
 * requested until the hold is over (`LoginHold`).
 */
export type Session = {
  /** A usable access token; waits for the exchange under way, or starts one. */
  readonly token: () => Promise<string>
  /** A usable access token without waiting; null where there is none. */
  readonly usable: () => string | null
  /** Call it when the service refused this token: gets a newer one, by refresh where possible. */
  readonly renew: (refused: string) => Promise<string>
  /** Call it when the service refused a renewed token too: gets one by login. */
  readonly renewByLogin: (refused: string) => Promise<string>
  /** Call it when the service accepted this token. */
  readonly accepted: (token: string) => void
  /** Call it when the service refused a token of a new login. */
  readonly refusedAnew: (token: string) => void
  /** Logs in despite the hold, for a person who tests the credentials. */
  readonly logInAnew: () => Promise<string>
  /** Forgets the tokens, also those of an exchange under way, and returns no more. */
  readonly close: () => void
}

/** POST /v2/auth/token or /v2/auth/refresh with this header. Throws ServiceFailed. */
export type Exchange = (operation: 'token' | 'refresh', authorization: string) => Promise<TokenPair>

type Tokens = {
  readonly access: string
  readonly from: 'token' | 'refresh'
  usableUntil: number
  refresh: string | null
  readonly refreshUntil: number
  /** Whether the service has accepted or refused the access token. */
  standing: 'untried' | 'taken' | 'refused'
}

/** How many new tokens in a row may be refused: a first one, its refresh, and a login. */
const MOST_REFUSED = 3

export function createSession(parts: {
  readonly credentials: { readonly username: string; readonly password: string }
  readonly exchange: Exchange
  readonly clock: Clock
}): Session {
  const { credentials, exchange, clock } = parts
  let tokens: Tokens | null = null
  let flight: { readonly by: 'login' | 'renewal'; readonly landed: Promise<string> } | null = null
  let closed = false
  let refusedInARow = 0
  const hold = createLoginHold(clock)

  const keep = (pair: TokenPair, from: Tokens['from']): string => {
    if (closed) throw new ClientClosed()
    const now = clock.monotonic()
    tokens = {
      access: pair.accessToken,
      from,
      usableUntil: now + pair.lifetimeMs - safetyMargin(pair.lifetimeMs),
      refresh: pair.refreshToken,
      refreshUntil: now + pair.refreshLifetimeMs - safetyMargin(pair.refreshLifetimeMs),
      standing: 'untried',
    }
    return pair.accessToken
  }

  const logIn = async (): Promise<string> => {
    tokens = null
    try {
      return keep(await exchange('token', basic(credentials)), 'token')
    } catch (error) {
      if (error instanceof ServiceFailed && isTokenRefusal(error.failure.name)) hold.refused()
      throw error
    }
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
      const neverLeft = error.failure.status === null && NEVER_SENT.has(error.failure.name)
      if (neverLeft) held.refresh = refresh
      if (error.failure.status === null || error.failure.name === 'RATE_LIMITED') throw error
      return logIn()
    }
  }

  /** Counts a refused token once, because many calls may come back with the same one. */
  const countRefusal = (token: string): void => {
    if (tokens?.access !== token || tokens.standing !== 'untried') return
    tokens.standing = 'refused'
    if (++refusedInARow < MOST_REFUSED) return
    hold.refused()
    tokens.usableUntil = Number.NEGATIVE_INFINITY
  }

  const refuseWhileHeld = (): void => {
    const retryAfterMs = hold.leftMs()
    if (retryAfterMs > 0) throw failed('token', 'AUTHENTICATION_FAILED', { retryAfterMs })
  }

  const fly = (by: 'login' | 'renewal'): Promise<string> => {
    if (closed) throw new ClientClosed()
    const landed = (by === 'login' ? logIn() : refreshOrLogIn()).finally(() => {
      flight = null
    })
    flight = { by, landed }
    return landed
  }

  const usable = (): string | null =>
    flight === null && tokens !== null && clock.monotonic() < tokens.usableUntil ? tokens.access : null

  const logInAnew = async (): Promise<string> => {
    while (flight !== null) {
      if (flight.by === 'login') return flight.landed
      await flight.landed.catch(() => {})
    }
    return fly('login')
  }

  return {
    usable,
    token: async () => {
      if (flight !== null) return flight.landed
      const held = usable()
      if (held !== null) return held
      refuseWhileHeld()
      return fly('renewal')
    },
    renew: async (refused) => {
      countRefusal(refused)
      if (flight !== null) return flight.landed
      if (tokens !== null && tokens.access !== refused) return tokens.access
      refuseWhileHeld()
      if (tokens !== null) tokens.usableUntil = Number.NEGATIVE_INFINITY
      return fly('renewal')
    },
    renewByLogin: async (refused) => {
      countRefusal(refused)
      if (flight === null && tokens !== null && tokens.access !== refused && tokens.from === 'token') {
        return tokens.access
      }
      refuseWhileHeld()
      return logInAnew()
    },
    accepted: (token) => {
      refusedInARow = 0
      if (tokens?.access === token) tokens.standing = 'taken'
    },
    refusedAnew: (token) => {
      countRefusal(token)
      hold.refused()
    },
    logInAnew: () => {
      hold.forget()
      return logInAnew()
    },
    close: () => {
      closed = true
      tokens = null
    },
  }
}

const NEVER_SENT: ReadonlySet<string> = new Set(['NO_CONNECTION', 'RATE_LIMITED'])

const safetyMargin = (lifetimeMs: number): number => Math.min(30_000, lifetimeMs / 10)

const basic = ({ username, password }: { readonly username: string; readonly password: string }): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`

const BASE_MS = 1_000
const CAP_MS = 30_000

/**
 * Pauses requests for tokens after the service refused the password or every new token. The hold doubles with each
 * refusal, from 1 s to 30 s. It starts at 1 s again after 30 s without a refusal. A person who tests the credentials
 * skips it.
 */
type LoginHold = {
  readonly leftMs: () => number
  readonly refused: () => void
  readonly forget: () => void
}

function createLoginHold(clock: Clock): LoginHold {
  let ms = 0
  let until = Number.NEGATIVE_INFINITY
  return {
    leftMs: () => Math.max(0, until - clock.monotonic()),
    refused: () => {
      const now = clock.monotonic()
      if (now < until) return
      ms = now < until + CAP_MS ? Math.min(CAP_MS, Math.max(BASE_MS, ms * 2)) : BASE_MS
      until = now + ms
    },
    forget: () => {
      ms = 0
      until = Number.NEGATIVE_INFINITY
    },
  }
}
