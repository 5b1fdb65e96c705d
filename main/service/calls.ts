import type { Clock, Log } from '../environment.ts'
import { failed, refusal } from './classify.ts'
import type { Decoder } from './decode.ts'
import { readErrorWords } from './error-words.ts'
import { ServiceFailed } from './failed.ts'
import type { RatePause } from './rate-pause.ts'
import { parseRetryAfter } from './retry-after.ts'
import type { Secrets } from './secrets.ts'
import type { Session } from './session.ts'
import type { Slots, Turn } from './slots.ts'
import type { Transport, WireAnswer, WireRequest } from './transport.ts'
import type { Operation } from './types.ts'
import { ClientClosed, type Waits } from './waits.ts'

/** One endpoint, asked once or, where that changes nothing there, a few times. */
export type Call<Value> = Omit<WireRequest, 'authorization'> & {
  readonly decode: Decoder<Value>
  /** A person waits: before polls in the queue, and not held back by the rate pause. */
  readonly urgent: boolean
  /** Repeated by itself after a failure that may pass: reads alone. */
  readonly repeats: boolean
}

export type CallParts = {
  readonly transport: Transport
  readonly slots: Slots
  readonly pause: RatePause
  readonly waits: Waits
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
}

const MOST_REPEATS = 2
const BACKOFF_MS = 400
const LONGEST_RETRY_AFTER_MS = 5_000

/** One exchange in its turn, whose rate limit is told to the pause. The caller has a slot. */
async function exchange(parts: CallParts, wire: WireRequest): Promise<WireAnswer> {
  const mark = parts.pause.mark()
  const answer = await parts.transport.send(wire)
  if (answer.status === 429) parts.pause.limited(mark, parseRetryAfter(answer.retryAfter, parts.clock.now()))
  else if (answer.status < 500) parts.pause.passed(mark)
  return answer
}

/** Takes a slot for as long as `act` runs. */
async function inTurn<Value>(slots: Slots, turn: Turn, act: () => Promise<Value>): Promise<Value> {
  const leave = await slots.enter(turn)
  try {
    return await act()
  } finally {
    leave()
  }
}

/** A login or refresh: its own credential, before all others, never repeated here. */
export async function askForTokens<Value>(
  parts: CallParts,
  wire: WireRequest & { readonly operation: 'token' | 'refresh' },
  decode: Decoder<Value>,
): Promise<Value> {
  const answer = await inTurn(parts.slots, 'session', () => exchange(parts, wire))
  return readAnswer(parts, wire.operation, answer, decode)
}

/** Makes a call with the session's token, and again with a newer one after a 401 (section 5.6). Throws ServiceFailed. */
export async function makeCall<Value>(parts: CallParts, session: Session, call: Call<Value>): Promise<Value> {
  for (let repeat = 0; ; repeat++) {
    try {
      const answer = await askWithTokens(parts, session, call)
      return readAnswer(parts, call.operation, answer, call.decode)
    } catch (error) {
      const wait =
        repeat < MOST_REPEATS && call.repeats ? waitBeforeRepeat(error, repeat, parts.random) : null
      if (wait === null) throw named(call.operation, error)
      await parts.waits.sleep(wait).catch((closed: unknown) => {
        throw named(call.operation, closed)
      })
    }
  }
}

/** A 401 means that nothing was done, so that this repeats a POST too. */
async function askWithTokens(parts: CallParts, session: Session, call: Call<unknown>): Promise<WireAnswer> {
  let asked = await ask(parts, session, call, false)
  for (const renew of [session.renew, session.renewByLogin]) {
    if (asked.answer.status !== 401) break
    await renew(asked.token)
    asked = await ask(parts, session, call, true)
  }
  return asked.answer
}

type Asked = { readonly token: string; readonly answer: WireAnswer }

/** Waits for the pause, a token and a slot, and looks again at the first two when it has the third. */
async function ask(parts: CallParts, session: Session, call: Call<unknown>, again: boolean): Promise<Asked> {
  const { method, path, operation, body } = call
  let turn: Turn = call.urgent || again ? 'urgent' : 'patient'
  for (;;) {
    if (!call.urgent) await parts.pause.over()
    await session.token()
    const asked = await inTurn(parts.slots, turn, async () => {
      const token = session.usable()
      if (token === null || (!call.urgent && parts.pause.isOn())) return null
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
    turn = 'urgent'
  }
}

/** What an answer says, or the failure it is. */
export function readAnswer<Value>(
  parts: Pick<CallParts, 'secrets' | 'clock' | 'log'>,
  operation: Operation,
  answer: WireAnswer,
  decode: Decoder<Value>,
): Value {
  const { status } = answer
  const body = parseJson(answer.text)
  const words = readErrorWords(body, parts.secrets)
  if (status < 200 || status > 299) {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, parts.clock.now())
    throw refusal(operation, { status, retryAfterMs, words })
  }
  const decoded = decode(body, (line) => parts.log.warn(`${operation}: ${parts.secrets.clean(line, 120)}`))
  if (decoded.readable) return decoded.value
  parts.log.warn(`${operation}: the answer cannot be read at ${parts.secrets.clean(decoded.where, 120)}`)
  throw failed(operation, 'BAD_ANSWER', { status, words })
}

/** Undefined where it is no JSON: HTML, half an object, nothing. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const PASSING = ['NO_CONNECTION', 'CONNECTION_LOST', 'TIMEOUT', 'SERVICE_ERROR', 'RATE_LIMITED']

/** Ms to wait, or null where repeating soon is of no use. */
function waitBeforeRepeat(error: unknown, repeat: number, random: () => number): number | null {
  if (!(error instanceof ServiceFailed) || !PASSING.includes(error.failure.name)) return null
  const { retryAfterMs } = error.failure
  if (retryAfterMs !== null && retryAfterMs > LONGEST_RETRY_AFTER_MS) return null
  return Math.max(retryAfterMs ?? 0, random() * BACKOFF_MS * 2 ** repeat)
}

/** Nothing else than ServiceFailed gets out. */
export function named(operation: Operation, error: unknown): ServiceFailed {
  if (error instanceof ServiceFailed) return error
  return failed(operation, error instanceof ClientClosed ? 'NO_CONNECTION' : 'UNEXPECTED')
}
