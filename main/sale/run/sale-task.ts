import type { Failure, FailureName } from '../../../shared/failure.ts'
import type { Work } from '../../base/log/index.ts'

/** What the running program remembers of one sale besides the journal. A restart may forget it without loss. */
export const newTask = () => ({
  /** When each piece of work may be tried again (monotonic ms), by its key. */
  notBefore: new Map<string, number>(),
  /** When a lost request may be looked up, because it may still arrive; by key. A person cannot shorten this wait. */
  settling: new Map<string, number>(),
  /** Attempts in a row that failed, by key. */
  tries: new Map<string, number>(),
  /** How often each failure came in those attempts, by key. */
  reasons: new Map<string, Map<FailureName, number>>(),
  /** How many times the QR was checked or a number was listed again in this run, by key. */
  times: new Map<string, number>(),
  /** The keys of work that a person wants done now. */
  asked: new Set<string>(),
  /** A paper of the sale is being printed or may have printed. */
  printing: false,
  /** A request of the sale is under way. */
  busy: false,
  /** A hint came while a request was under way. */
  hinted: false,
  /** The click that came while a request was under way, for the log. */
  asker: null as Work | null,
  /** The request that is under way, or the last one. */
  work: Promise.resolve(),
  /** The sale stops until the next start, because its outcome could not be written. */
  halted: false,
  checking: false,
  lastCheckedAt: null as number | null,
  /** `monitoredUntil` of the sale when its monitoring was scheduled; undefined before that. */
  monitoredUntil: undefined as number | null | undefined,
  /** When the next monitoring round is due (monotonic ms). An earlier round that a person asked for is not counted. */
  roundDue: 0,
  failure: null as Failure | null,
  cancelTimer: () => {},
})

export type SaleTask = ReturnType<typeof newTask>
