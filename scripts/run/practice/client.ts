/** A client of the whole control, for tests, trials and benchmarks. */
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { askControl, practicePayer } from '../../../main/payment-service/practice/practice-payer.ts'
import type { BodyOf, PracticeState, PracticeSummary } from './control.ts'
import type { FaultRequest } from './faults.ts'

/** Every call throws an Error with the control's message where it is refused. */
export function practiceControl(address: PracticeAddress) {
  const post = async (path: string, body?: unknown): Promise<void> => {
    await askControl(address, 'POST', path, body)
  }
  return {
    ...practicePayer(address),
    settle: (change: BodyOf<'settle'>) => post('/settle', change),
    faults: (faults: readonly FaultRequest[] | null) => post('/faults', faults),
    chaos: (chaos: BodyOf<'chaos'>) => post('/chaos', chaos),
    line: (line: BodyOf<'line'>) => post('/line', line),
    advanceClock: (seconds: number) => post('/clock', { advance_s: seconds }),
    merchant: (change: BodyOf<'merchant'>) => post('/merchant', change),
    rateLimit: (perSecond: number | null) => post('/rate-limit', { per_second: perSecond }),
    expireTokens: (what: BodyOf<'expire-tokens'> = {}) => post('/expire-tokens', what),
    state: () => askControl(address, 'GET', '/state') as Promise<PracticeState>,
    /** Reads only the counts, which is fast with any amount of data. */
    summary: () => askControl(address, 'GET', '/summary') as Promise<PracticeSummary>,
    reset: () => post('/reset'),
  }
}

export type PracticeControl = ReturnType<typeof practiceControl>
