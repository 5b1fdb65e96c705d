/** Faults that wait for a matching request. */
import { z } from 'zod'
import type { Clock } from '../../../main/base/clock-and-log.ts'
import { seeded } from '../hosts/chance.ts'

/** The client gets no complete answer, or a late one. */
const BROKEN_ANSWERS = [
  /** Answers with that status. `done` says whether the work is done. */
  '429',
  '500',
  '502',
  /** An HTML page with status 200, as from a gateway or captive portal. */
  'html',
  /** The work is done. The JSON of the answer is cut in half, has a field of a wrong type, or lacks a field. */
  'truncated',
  'wrong-type',
  'missing-field',
  /** Destroys the socket before or after the work is done. */
  'reset-before',
  'reset-after',
  /** No answer until the client leaves, or until the socket is closed after `ms`. */
  'hang-before',
  'hang-after',
  /** The work is done at once; the answer comes after `ms`. */
  'slow',
] as const

export type BreakingEffect = (typeof BROKEN_ANSWERS)[number]

/**
 * The client gets a complete answer that is not true. These apply to reads and to the payment that POST
 * /v2/ebarimt_v3/create uses; other requests are answered normally.
 */
const UNTRUE_ANSWERS = [
  /** Answers with invoices and payments as they were `ms` (3000) ago, or `changes` of their own changes ago. */
  'stale',
  /** The newest row of a list or check is missing and not counted; a payment or invoice is not found by its id. */
  'vanished',
  /** The last row is missing but counted. */
  'short-list',
  /** At most `rows` (1) rows a page: correct pages, the first page for every number, or a count that grows by page. */
  'small-pages',
  'repeated-page',
  'changing-count',
] as const

const FAULT_EFFECTS = [
  ...BROKEN_ANSWERS,
  ...UNTRUE_ANSWERS,
  /** Answers with `status` (200) and `json`, `text` or nothing. `done` says whether the work is done. */
  'answer',
  /** The work is done; the fields of `set` are replaced in a 200 answer. */
  'changed',
] as const

/** The effects of POST /chaos unless it names others. */
export const CHANCE_EFFECTS = BROKEN_ANSWERS
/** All effects that need no value: not `answer` and `changed`. */
export const chanceEffect = z.enum([...BROKEN_ANSWERS, ...UNTRUE_ANSWERS])

const ms = z.number().min(0)

export const faultSchema = z.strictObject({
  /** Default: any method and any endpoint. */
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** The endpoint as the contract writes it: "/v2/invoice", "/v2/invoice/{id}". */
  path: z.string().optional(),
  /** Only requests with this text in their path or body: an id, a number. */
  about: z.string().min(1).optional(),
  /** How many requests get the fault. Default: 1, or any number where `rate` or `for_ms` is given. */
  times: z.int().min(1).optional(),
  /** The probability for each matching request. The same `seed` and order of requests give the same faults. */
  rate: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  /** How long the fault lasts, in ms of the service's clock. */
  for_ms: ms.optional(),
  effect: z.enum(FAULT_EFFECTS),
  /** A name to count it by, instead of its effect. */
  name: z.string().min(1).optional(),
  ms: ms.optional(),
  /** For stale, instead of `ms`. */
  changes: z.int().min(1).optional(),
  /** Seconds, for the Retry-After header. */
  retry_after: z.number().min(0).optional(),
  /** For 429, 500, 502, html, answer, reset-before, hang-before: the work is done, at once or `late_ms` later. */
  done: z.union([z.boolean(), z.literal('late')]).optional(),
  /** A number of ms, or two limits to draw between. Default: [3000, 5000]. */
  late_ms: z.union([ms, z.tuple([ms, ms])]).optional(),
  /** For wrong-type and missing-field: the field, "rows.0.payment_amount". Default: the most important one. */
  field: z.string().optional(),
  /** For changed: values by path, "rows.0.payment_currency", "rows.*.payment_status". */
  set: z.record(z.string(), z.json()).optional(),
  /** For answer. */
  status: z.int().min(200).max(599).optional(),
  json: z.json().optional(),
  text: z.string().optional(),
  /** For small-pages, repeated-page and changing-count. */
  rows: z.int().min(1).optional(),
})
export type FaultRequest = z.input<typeof faultSchema>
export type Fault = Omit<FaultRequest, 'late_ms'> & { readonly late_ms?: number }

type FaultTarget = {
  readonly method: string
  readonly path: string
  readonly contains: (text: string) => boolean
}

export type Faults = {
  readonly add: (faults: readonly FaultRequest[]) => void
  /** The first fault that matches and that its `rate` selects. */
  readonly take: (target: FaultTarget) => Fault | null
  readonly waiting: () => number
  readonly needBody: () => boolean
  /** How many requests got a fault, by its name or else its effect. */
  readonly count: () => Readonly<Record<string, number>>
  readonly end: () => void
  readonly clear: () => void
}

type Waiting = {
  readonly fault: FaultRequest
  readonly left: number
  readonly until: number
  readonly random: () => number
}

const LATE_MS: readonly [number, number] = [3_000, 5_000]

export function createFaults(clock: Pick<Clock, 'now'>): Faults {
  let faults: readonly Waiting[] = []
  let added = 0
  let counts: Readonly<Record<string, number>> = {}

  const waiting = (): readonly Waiting[] => {
    faults = faults.filter(({ left, until }) => left > 0 && clock.now() < until)
    return faults
  }
  const begin = (fault: FaultRequest): Waiting => ({
    fault,
    left: fault.times ?? (fault.rate === undefined && fault.for_ms === undefined ? 1 : Infinity),
    until: fault.for_ms === undefined ? Infinity : clock.now() + fault.for_ms,
    random: seeded(fault.seed ?? ++added),
  })

  return {
    add: (more) => {
      faults = [...waiting(), ...more.map(begin)]
    },
    take: (target) => {
      const taken = waiting().find(
        ({ fault, random }) => fits(fault, target) && (fault.rate === undefined || random() < fault.rate),
      )
      if (!taken) return null
      const { fault, random } = taken
      faults = faults.map((one) => (one === taken ? { ...one, left: one.left - 1 } : one))
      const name = fault.name ?? fault.effect
      counts = { ...counts, [name]: (counts[name] ?? 0) + 1 }
      return { ...fault, late_ms: drawn(fault.late_ms ?? LATE_MS, random) }
    },
    waiting: () => waiting().length,
    needBody: () => waiting().some(({ fault }) => fault.about !== undefined),
    count: () => counts,
    end: () => {
      faults = []
    },
    clear: () => {
      faults = []
      counts = {}
      added = 0
    },
  }
}

const fits = (fault: FaultRequest, { method, path, contains }: FaultTarget): boolean =>
  (fault.method ?? method) === method &&
  (fault.path ?? path) === path &&
  (fault.about === undefined || contains(fault.about))

function drawn(bounds: number | readonly [number, number], random: () => number): number {
  if (typeof bounds === 'number') return bounds
  const [from, to] = bounds
  return from + random() * (to - from)
}
