/** A client of the control port, for the practice payer on screen, tests and benchmarks. */
import { request } from 'undici'
import type { PracticeAddress } from './address.ts'
import type { ChaosRequest } from './chaos.ts'
import {
  type ExpireTokensRequest,
  type MerchantRequest,
  type PayRequest,
  type PracticeState,
  type PracticeSummary,
  payAnswer,
  practiceState,
  practiceSummary,
  type SettleRequest,
} from './control-messages.ts'
import type { FaultRequest } from './faults.ts'

export type PracticePayer = {
  /** Pays an invoice. Default: what is still due, by bank transfer, at once. */
  readonly pay: (payment: PayRequest) => Promise<{ payment_id: string; amount: number }>
  /** Gives a payment another status, REFUNDED or CANCELLED, or amount, as when somebody refunds it elsewhere. */
  readonly settle: (change: SettleRequest) => Promise<void>
  /** Faults of the next matching requests; null removes the waiting ones. */
  readonly faults: (faults: readonly FaultRequest[] | null) => Promise<void>
  readonly chaos: (chaos: ChaosRequest | null) => Promise<void>
  /** Takes the service off the network, or back: connections are cut, new ones refused. */
  readonly line: (line: { readonly up: boolean }) => Promise<void>
  readonly advanceClock: (seconds: number) => Promise<void>
  readonly merchant: (change: MerchantRequest) => Promise<void>
  readonly rateLimit: (perSecond: number | null) => Promise<void>
  /** Invalidates all access tokens so far; with `refresh` the refresh tokens too. */
  readonly expireTokens: (what?: ExpireTokensRequest) => Promise<void>
  readonly state: () => Promise<PracticeState>
  /** Reads only the counts, which is fast with any amount of data. */
  readonly summary: () => Promise<PracticeSummary>
  readonly reset: () => Promise<void>
}

/** Every call throws an Error with the control's message where it is refused. */
export function practicePayer(address: PracticeAddress): PracticePayer {
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const answer = await request(address.control + path, {
      method,
      headers: { authorization: `Bearer ${address.control_token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`practice ${path}: ${answer.statusCode} ${text}`)
    return JSON.parse(text)
  }
  const post = async (path: string, body?: unknown): Promise<void> => {
    await ask('POST', path, body)
  }
  return {
    pay: async (payment) => payAnswer.parse(await ask('POST', '/pay', payment)),
    settle: (change) => post('/settle', change),
    faults: (faults) => post('/faults', faults),
    chaos: (chaos) => post('/chaos', chaos),
    line: (line) => post('/line', line),
    advanceClock: (seconds) => post('/clock', { advance_s: seconds }),
    merchant: (change) => post('/merchant', change),
    rateLimit: (perSecond) => post('/rate-limit', { per_second: perSecond }),
    expireTokens: (what = {}) => post('/expire-tokens', what),
    state: async () => practiceState.parse(await ask('GET', '/state')),
    summary: async () => practiceSummary.parse(await ask('GET', '/summary')),
    reset: () => post('/reset'),
  }
}
