/** What a run remembers of one sale besides the journal. A restart forgets it, and nothing is lost by that. */
import type { Failure, FailureName } from '../../shared/failure.ts'

export type SaleTask = {
  /** When each piece of work may be tried again (monotonic ms), by its key. */
  readonly notBefore: Map<string, number>
  /** The same for a lost request that may still arrive. A person cannot shorten this wait. */
  readonly settling: Map<string, number>
  /** Attempts in a row that failed, by key. */
  readonly tries: Map<string, number>
  /** The failures of those attempts and how often each came, by key. */
  readonly reasons: Map<string, Map<FailureName, number>>
  /** How often the QR was checked, or a number was listed again, in this run. */
  readonly times: Map<string, number>
  readonly asked: Set<string>
  /** A paper of the sale is being printed or may have printed. */
  printing: boolean
  busy: boolean
  hinted: boolean
  /** The request that is under way, or the last one. */
  work: Promise<void>
  halted: boolean
  checking: boolean
  lastCheckedAt: number | null
  /** `watchedUntil` of the sale when its monitoring was scheduled; undefined before that. */
  watchedUntil: number | null | undefined
  /** When the next monitoring round is due (monotonic ms). A round that a person asks for earlier does not count. */
  roundDue: number
  failure: Failure | null
  cancelTimer: () => void
}

export const newTask = (): SaleTask => ({
  notBefore: new Map(),
  settling: new Map(),
  tries: new Map(),
  reasons: new Map(),
  times: new Map(),
  asked: new Set(),
  printing: false,
  busy: false,
  hinted: false,
  work: Promise.resolve(),
  halted: false,
  checking: false,
  lastCheckedAt: null,
  watchedUntil: undefined,
  roundDue: 0,
  failure: null,
  cancelTimer: () => {},
})
