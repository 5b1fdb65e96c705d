import type { Clock, Log } from '../../base/clock-and-log.ts'
import { sleep } from '../../base/sleep.ts'
import { type Budget, ClientClosed, LONGEST_CLICK_WAIT_MS, type Priority } from './budget.ts'
import { failed, isTokenRefusal, PASSING, refusal, refusalUnder200 } from './classify.ts'
import type { Decoder } from './decode-fields.ts'
import { errorUnder200, readErrorWords } from './error-words.ts'
import { ServiceFailed } from './failed.ts'
import { type ReadJson, readJson } from './read-json.ts'
import type { Secrets } from './secrets.ts'
import type { Session } from './session.ts'
import type { Transport, WireAnswer, WireRequest } from './transport.ts'
import type { Operation } from './types.ts'

/** A call of an endpoint: sent once, or a few times if it changes nothing. */
export type Call<Value> = Omit<WireRequest, 'authorization'> & {
  readonly decode: Decoder<Value>
  /** A person waits: the call goes before polls, and fails at once during a long pause of the budget. */
  readonly urgent: boolean
  /** Whether a failure that may pass is retried here: for reads only. */
  readonly repeats: boolean
}

export type CallParts = {
  readonly transport: Transport
  readonly budget: Budget
  /** Aborted with ClientClosed. */
  readonly closed: AbortSignal
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
}

const MOST_REPEATS = 2
const BACKOFF_MS = 400

/** Sends one request and tells the budget whether it met the rate limit. The caller holds a slot. */
async function exchange(parts: CallParts, wire: WireRequest): Promise<JsonAnswer> {
  const { budget } = parts
  const mark = budget.mark()
  const answer = await logged(parts, wire)
  if (answer.status === 429) budget.limited(mark, answer.retryAfterMs)
  else if (answer.status < 500) budget.passed(mark)
  return withJson(parts, answer)
}

async function logged({ transport, clock, log }: CallParts, wire: WireRequest): Promise<WireAnswer> {
  const { operation } = wire
  const began = clock.monotonic()
  const took = (): number => Math.round(clock.monotonic() - began)
  try {
    const answer = await transport.send(wire)
    log.info('request', { operation, status: answer.status, ms: took() })
    return answer
  } catch (error) {
    const failure = error instanceof ServiceFailed ? error.failure.name : 'UNEXPECTED'
    log.warn('request', { operation, failure, ms: took() })
    throw error
  }
}

/** Waits for the budget's pause to end, or fails where a person would wait too long. Nothing has been sent then. */
async function waitUntilOpen({ budget }: CallParts, operation: Operation, urgent: boolean): Promise<void> {
  const retryAfterMs = await budget.open(urgent)
  if (retryAfterMs !== null) throw failed(operation, 'RATE_LIMITED', { retryAfterMs })
}

/** Sends a login or refresh: it has its own credential, goes before all other calls, and is never repeated here. */
export async function askForTokens<Value>(
  parts: CallParts,
  wire: WireRequest & { readonly operation: 'token' | 'refresh' },
  decode: Decoder<Value>,
): Promise<Value> {
  await waitUntilOpen(parts, wire.operation, true)
  const answer = await parts.budget.withSlot('session', () => exchange(parts, wire))
  return readAnswer(parts, wire.operation, answer, decode)
}

/** Calls with the session's token, and again with a newer token after a 401. Throws ServiceFailed. */
export async function makeCall<Value>(parts: CallParts, session: Session, call: Call<Value>): Promise<Value> {
  for (let repeat = 0; ; repeat++) {
    try {
      const answer = await askWithTokens(parts, session, call)
      return readAnswer(parts, call.operation, answer, call.decode)
    } catch (error) {
      const wait = repeat < MOST_REPEATS && call.repeats ? waitBeforeRepeat(parts, error, repeat) : null
      if (wait === null) throw named(call.operation, error)
      if (wait > 0) await pauseBefore(parts, call.operation, wait)
    }
  }
}

const pauseBefore = ({ clock, closed }: CallParts, operation: Operation, ms: number): Promise<void> =>
  sleep(clock, ms, closed).catch((why: unknown) => {
    throw named(operation, why)
  })

/** After a refused token even a POST is repeated, because nothing was done. */
async function askWithTokens(parts: CallParts, session: Session, call: Call<unknown>): Promise<JsonAnswer> {
  const key = keyOf(call)
  let asked = await ask(parts, session, call, false)
  for (const renew of [session.renew, session.renewByLogin]) {
    if (!isTokenRefused(call, asked.answer)) break
    await renew(asked.token, key)
    asked = await ask(parts, session, call, true)
  }
  const { status } = asked.answer
  if (isTokenRefused(call, asked.answer)) session.refusedAnew(asked.token, key)
  // A gateway's 5xx says nothing about the token.
  else if (status < 500 && status !== 429) session.accepted(asked.token, key)
  return asked.answer
}

/** Whether the answer is a 401, or has its code under status 200. A change that is also a success may be done. */
function isTokenRefused(call: Call<unknown>, { status, body }: JsonAnswer): boolean {
  if (status >= 300) return status === 401
  const error = errorUnder200(body)
  if (error === null || error === 'another error' || !isTokenRefusal(error)) return false
  return call.repeats || !call.decode(body, () => {}).readable
}

/** With the body, because a check or an e-receipt names its object there. */
const keyOf = ({ method, path, body }: Call<unknown>): string => JSON.stringify([method, path, body])

type Asked = { readonly token: string; readonly answer: JsonAnswer }

/** Waits for the end of the pause, a token and a slot. Pause and token are checked again when it has the slot. */
async function ask(parts: CallParts, session: Session, call: Call<unknown>, again: boolean): Promise<Asked> {
  const { method, path, operation, body } = call
  let turn: Priority = call.urgent ? 'urgent' : again ? 'retry' : 'background'
  for (;;) {
    await waitUntilOpen(parts, operation, call.urgent)
    await session.token(keyOf(call), call.urgent ? 'click' : 'poll')
    const asked = await parts.budget.withSlot(turn, async () => {
      const token = session.usable(keyOf(call))
      if (token === null || parts.budget.leftMs() > 0) return null
      const answer = await exchange(parts, {
        method,
        path,
        operation,
        body,
        authorization: `Bearer ${token}`,
      })
      return { token, answer }
    })
    if (asked !== null) return asked
    if (!call.urgent) turn = 'retry'
  }
}

/** Other 2xx do not say that the work is done: 202 only accepts it, and 206 is a part. */
const DONE: ReadonlySet<number> = new Set([200, 201, 204])

/** Texts for people may repeat what we sent. Ids, QRs and links must stay as they are. */
const FOR_PEOPLE = /(^|_)(wallet|name|description)$/

/** The notes about one answer that are logged: a list may have as many as rows. */
const MOST_NOTICES = 10

type JsonAnswer = WireAnswer & ReadJson

/** Parses the body of an answer, and removes our secrets from the messages in it that are shown to people. */
export function withJson({ secrets }: Pick<CallParts, 'secrets'>, answer: WireAnswer): JsonAnswer {
  const read = readJson(answer.text)
  strikeSecrets(read.body, secrets)
  return { ...answer, ...read }
}

/** Removes our secrets from the messages for people. Changes `body`. */
function strikeSecrets(body: unknown, secrets: Secrets): void {
  if (typeof body !== 'object' || body === null) return
  for (const [key, value] of Object.entries(body)) {
    if (typeof value !== 'string') strikeSecrets(value, secrets)
    else if (FOR_PEOPLE.test(key)) Object.assign(body, { [key]: secrets.withoutOurs(value) })
  }
}

/** The value of an answer, or its failure. */
export function readAnswer<Value>(
  parts: Pick<CallParts, 'secrets' | 'log'>,
  operation: Operation,
  { status, retryAfterMs, text, body, problem }: JsonAnswer,
  decode: Decoder<Value>,
): Value {
  const words = readErrorWords(body, parts.secrets)
  if (!DONE.has(status)) throw refusal(operation, { status, retryAfterMs, words })
  let notices = 0
  const notice = (line: string) => {
    if (++notices <= MOST_NOTICES) parts.log.warn(`${operation}: ${parts.secrets.clean(line, 120)}`)
  }
  const error = errorUnder200(body)
  const decoded = decode(body, notice, text.trim() === '')
  if (error === 'another error') throw failed(operation, 'BAD_ANSWER', { status, words })
  if (error !== null) throw refusalUnder200(operation, error, { status, words, succeeds: decoded.readable })
  if (decoded.readable) return decoded.value
  const where = problem ?? parts.secrets.clean(decoded.where, 120)
  parts.log.warn(`${operation}: the answer cannot be read at ${where}`)
  throw failed(operation, 'BAD_ANSWER', { status, words })
}

/** Ms to wait before a retry; null where an early retry is useless. After a 429 the budget's pause is the wait. */
function waitBeforeRepeat(parts: CallParts, error: unknown, repeat: number): number | null {
  if (!(error instanceof ServiceFailed) || !PASSING.has(error.failure.name)) return null
  const { name, retryAfterMs } = error.failure
  if (Math.max(retryAfterMs ?? 0, parts.budget.leftMs()) > LONGEST_CLICK_WAIT_MS) return null
  if (name === 'RATE_LIMITED') return 0
  return Math.max(retryAfterMs ?? 0, parts.random() * BACKOFF_MS * 2 ** repeat)
}

/** Turns any error into a ServiceFailed. */
export function named(operation: Operation, error: unknown): ServiceFailed {
  if (error instanceof ServiceFailed) return error
  return failed(operation, error instanceof ClientClosed ? 'NO_CONNECTION' : 'UNEXPECTED')
}
