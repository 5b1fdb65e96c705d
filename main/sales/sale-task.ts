import type { Failure, FailureName } from '../../shared/failure.ts'

/** What a run remembers of one sale besides the journal. A restart forgets it, and nothing is lost by that. */
export const newTask = () => ({
  /** When each piece of work may be tried again (monotonic ms), by its key. */
  notBefore: new Map<string, number>(),
  /** The same for a lost request that may still arrive. A person cannot shorten this wait. */
  settling: new Map<string, number>(),
  /** Attempts in a row that failed, by key. */
  tries: new Map<string, number>(),
  /** The failures of those attempts and how often each came, by key. */
  reasons: new Map<string, Map<FailureName, number>>(),
  /** How often the QR was checked, or a number was listed again, in this run, by key. */
  times: new Map<string, number>(),
  /** The keys of work that a person wants done now. */
  asked: new Set<string>(),
  /** A paper of the sale is being printed or may have printed. */
  printing: false,
  /** A request of the sale is under way. */
  busy: false,
  /** A hint came meanwhile. */
  hinted: false,
  /** The request that is under way, or the last one. */
  work: Promise.resolve(),
  /** Nothing more is done for the sale in this run. */
  halted: false,
  checking: false,
  lastCheckedAt: null as number | null,
  /** `watchedUntil` of the sale when its monitoring was scheduled; undefined before that. */
  watchedUntil: undefined as number | null | undefined,
  /** When the next monitoring round is due (monotonic ms). A round that a person asks for earlier does not count. */
  roundDue: 0,
  failure: null as Failure | null,
  cancelTimer: () => {},
})

export type SaleTask = ReturnType<typeof newTask>
