import { NOTHING_SENT } from '../../../shared/failure.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { sleep } from '../../base/sleep.ts'
import { ClientClosed, LONGEST_CLICK_WAIT_MS } from './budget.ts'
import { failed } from './classify.ts'
import type { TokenPair } from './decode.ts'
import { ServiceFailed } from './failed.ts'

/**
 * Holds the two tokens and renews them (docs/payment-service.md#authentication).
 *
 *     no tokens ── log in ──▶ usable ── near its end, or refused ──▶ refresh ──▶ usable
 *         ▲                                                            │ 401, or expired, or used up
 *         └────────────────────────────────────────────────────────────┘
 *
 * One exchange at a time serves all callers that wait for it, and its failure is theirs. A refresh token is sent again
 * only after an answer that did not use it (429): otherwise the service invalidates it even if its answer is lost. Two
 * holds limit the exchanges (docs/decisions/failed-logins.md):
 *
 * - After a failed login no token is requested.
 * - After a call was refused with every new token, tokens are not renewed for a refusal. Other calls use the token.
 */
export type Session = {
  /** A usable access token; waits for the exchange under way, or starts one. During a hold only a click waits. */
  readonly token: (call: CallKey, wait: 'click' | 'poll') => Promise<string>
  /** A usable access token without waiting; null where there is none for this call. */
  readonly usable: (call: CallKey) => string | null
  /** The service answered 401 to this call with this token: gets a newer one, by refresh where possible. */
  readonly renew: (refused: string, call: CallKey) => Promise<string>
  /** It answered 401 with the renewed token too: gets one by login. */
  readonly renewByLogin: (refused: string, call: CallKey) => Promise<string>
  /** It answered 401 also with the token of a new login: the reason is this call, not the token. */
  readonly refusedAnew: (token: string, call: CallKey) => void
  /** It accepted the token for this call. */
  readonly accepted: (token: string, call: CallKey) => void
  /** Logs in despite the holds, for a person who tests the credentials. */
  readonly logInAnew: () => Promise<string>
  /** Forgets the tokens, also those of an exchange under way, and returns no more. */
  readonly close: () => void
}

/** Tells calls apart by what they ask for, because a service may refuse one object and answer for the others. */
type CallKey = string

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
  /** The calls that were refused with it. */
  readonly refusedCalls: Set<CallKey>
}

/** How many new tokens in a row may be refused: a first one, its refresh, and a login. */
const MOST_REFUSED = 3

export function createSession(parts: {
  readonly credentials: { readonly username: string; readonly password: string }
  readonly exchange: Exchange
  readonly clock: Clock
  /** Aborted with ClientClosed. */
  readonly closed: AbortSignal
  /** 0 to 1, for jitter. */
  readonly random: () => number
}): Session {
  const { credentials, exchange, clock, random } = parts
  let tokens: Tokens | null = null
  let flight: { readonly by: 'login' | 'renewal'; readonly landed: Promise<string> } | null = null
  let closed = false
  let refusedInARow = 0
  const failedLogins = createHold(clock, random)
  const refusedTokens = createHold(clock, random)

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
      refusedCalls: new Set(),
    }
    return pair.accessToken
  }

  const logIn = async (): Promise<string> => {
    tokens = null
    try {
      return keep(await exchange('token', basic(credentials)), 'token')
    } catch (error) {
      // After a 429 the budget pauses.
      if (error instanceof ServiceFailed && error.failure.name !== 'RATE_LIMITED') failedLogins.start(error)
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
      if (NOT_USED_UP.has(error.failure.name)) held.refresh = refresh
      if (error.failure.status === null || error.failure.name === 'RATE_LIMITED') throw error
      return logIn()
    }
  }

  /** Counts a refused token once, because many calls may come back with the same one. */
  const countRefusal = (token: string, call: CallKey): void => {
    if (tokens?.access !== token) return
    tokens.refusedCalls.add(call)
    if (tokens.standing !== 'untried') return
    tokens.standing = 'refused'
    if (++refusedInARow >= MOST_REFUSED) refusedTokens.start(failed('token', 'AUTHENTICATION_FAILED'))
  }

  const mayRenew = (): void => {
    refusedTokens.check()
    failedLogins.check()
  }

  const fly = (by: 'login' | 'renewal'): Promise<string> => {
    if (closed) throw new ClientClosed()
    const landed = (by === 'login' ? logIn() : refreshOrLogIn()).finally(() => {
      flight = null
    })
    flight = { by, landed }
    return landed
  }

  const usable: Session['usable'] = (call) => {
    if (flight !== null || tokens === null || clock.monotonic() >= tokens.usableUntil) return null
    return tokens.refusedCalls.has(call) && refusedTokens.leftMs() > 0 ? null : tokens.access
  }

  const logInAnew = async (): Promise<string> => {
    while (flight !== null) {
      if (flight.by === 'login') return flight.landed
      await flight.landed.catch(() => {})
    }
    return fly('login')
  }

  const token: Session['token'] = async (call, wait) => {
    for (;;) {
      if (flight !== null) return flight.landed
      if (tokens?.refusedCalls.has(call)) refusedTokens.check()
      const held = usable(call)
      if (held !== null) return held
      const waitMs = wait === 'click' ? failedLogins.mayEndWithin(LONGEST_CLICK_WAIT_MS) : 0
      if (waitMs === 0) failedLogins.check()
      if (waitMs === 0) return fly('renewal')
      await sleep(clock, waitMs, parts.closed)
    }
  }

  return {
    usable,
    token,
    renew: async (refused, call) => {
      countRefusal(refused, call)
      if (flight !== null) return flight.landed
      if (tokens !== null && tokens.access !== refused) return tokens.access
      mayRenew()
      if (tokens !== null) tokens.usableUntil = Number.NEGATIVE_INFINITY
      return fly('renewal')
    },
    renewByLogin: async (refused, call) => {
      countRefusal(refused, call)
      if (flight === null && tokens !== null && tokens.access !== refused && tokens.from === 'token') {
        return tokens.access
      }
      mayRenew()
      return logInAnew()
    },
    accepted: (token, call) => {
      refusedInARow = 0
      if (tokens?.access !== token) return
      tokens.standing = 'taken'
      tokens.refusedCalls.delete(call)
    },
    refusedAnew: (token, call) => {
      countRefusal(token, call)
      refusedTokens.start(failed('token', 'AUTHENTICATION_FAILED'))
    },
    logInAnew: () => {
      failedLogins.forget()
      refusedTokens.forget()
      return logInAnew()
    },
    close: () => {
      closed = true
      tokens = null
    },
  }
}

/** Failures after which a refresh token is still valid: it was not sent, or not looked at. */
const NOT_USED_UP: ReadonlySet<string> = new Set([...NOTHING_SENT, 'RATE_LIMITED'])

const safetyMargin = (lifetimeMs: number): number => Math.min(30_000, lifetimeMs / 10)

const basic = ({ username, password }: { readonly username: string; readonly password: string }): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`

const BASE_MS = 1_000
/** The longest pause after a refusal, which may lock the account. */
const CAP_MS = 30_000
const JITTER = 0.25
/** The longest pause after a failure that may pass: with its jitter as long as a click waits. */
const PASSING_CAP_MS = LONGEST_CLICK_WAIT_MS / (1 + JITTER)

/** A pause after a failure: 1 s, doubled with each one up to its cap. It starts at 1 s again after 30 s without one. */
type Hold = {
  readonly leftMs: () => number
  /** Throws the failure with the time left. */
  readonly check: () => void
  /** The time left where waiting is useful: the failure may pass and the hold ends in time. Otherwise 0. */
  readonly mayEndWithin: (mostMs: number) => number
  readonly start: (why: ServiceFailed) => void
  readonly forget: () => void
}

function createHold(clock: Clock, random: () => number): Hold {
  let ms = 0
  let until = Number.NEGATIVE_INFINITY
  let why: ServiceFailed | null = null
  const leftMs = (): number => Math.max(0, until - clock.monotonic())
  return {
    leftMs,
    check: () => {
      const retryAfterMs = leftMs()
      if (why !== null && retryAfterMs > 0) throw new ServiceFailed({ ...why.failure, retryAfterMs })
    },
    mayEndWithin: (mostMs) => (why?.failure.repeatable && leftMs() <= mostMs ? leftMs() : 0),
    start: (latest) => {
      const now = clock.monotonic()
      if (now < until) return
      const cap = latest.failure.repeatable ? PASSING_CAP_MS : CAP_MS
      ms = now < until + CAP_MS ? Math.min(cap, Math.max(BASE_MS, ms * 2)) : BASE_MS
      until = now + ms * (1 + random() * JITTER)
      why = latest
    },
    forget: () => {
      ms = 0
      until = Number.NEGATIVE_INFINITY
    },
  }
}
