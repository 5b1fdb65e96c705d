/** A client of the whole control, for tests, trials and benchmarks. */
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { askControl, practicePayer } from '../../../main/payment-service/practice/practice-payer.ts'
import type { ChaosRequest } from './chaos.ts'
import type { FaultRequest } from './faults.ts'
import {
  type ExpireTokensRequest,
  type MerchantRequest,
  type PracticeState,
  type PracticeSummary,
  practiceState,
  practiceSummary,
  type SettleRequest,
} from './messages.ts'

/** Every call throws an Error with the control's message where it is refused. */
export function practiceControl(address: PracticeAddress) {
  const post = async (path: string, body?: unknown): Promise<void> => {
    await askControl(address, 'POST', path, body)
  }
  return {
    ...practicePayer(address),
    /** Gives a payment another status, REFUNDED or CANCELLED, or amount, as when somebody refunds it elsewhere. */
    settle: (change: SettleRequest) => post('/settle', change),
    /** Faults of the next matching requests; null removes the waiting ones. */
    faults: (faults: readonly FaultRequest[] | null) => post('/faults', faults),
    chaos: (chaos: ChaosRequest | null) => post('/chaos', chaos),
    /** Takes the service off the network, or back: connections are cut, new ones refused. */
    line: (line: { readonly up: boolean }) => post('/line', line),
    advanceClock: (seconds: number) => post('/clock', { advance_s: seconds }),
    merchant: (change: MerchantRequest) => post('/merchant', change),
    rateLimit: (perSecond: number | null) => post('/rate-limit', { per_second: perSecond }),
    /** Invalidates all access tokens so far; with `refresh` the refresh tokens too. */
    expireTokens: (what: ExpireTokensRequest = {}) => post('/expire-tokens', what),
    state: async (): Promise<PracticeState> =>
      practiceState.parse(await askControl(address, 'GET', '/state')),
    /** Reads only the counts, which is fast with any amount of data. */
    summary: async (): Promise<PracticeSummary> =>
      practiceSummary.parse(await askControl(address, 'GET', '/summary')),
    reset: () => post('/reset'),
  }
}

export type PracticeControl = ReturnType<typeof practiceControl>
