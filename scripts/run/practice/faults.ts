/** Faults that wait for a matching request. */
import { z } from 'zod'
import type { Clock } from '../../../main/base/clock-and-log.ts'
import { seeded } from '../hosts/chance.ts'
import { createCounts } from './counts.ts'
import { BROKEN_ANSWERS, EFFECTS, effectSettings, UNTRUE_ANSWERS } from './fault-effects.ts'

const namesIn = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[]

export type BreakingEffect = keyof typeof BROKEN_ANSWERS
/** The effects of POST /chaos unless it names others. */
export const CHANCE_EFFECTS = namesIn(BROKEN_ANSWERS)
/** All effects but `answer` and `changed`, which need a value, and `fine-vat`, which is correct. */
export const chanceEffect = z.enum([...CHANCE_EFFECTS, ...namesIn(UNTRUE_ANSWERS)])

export const faultSchema = effectSettings.extend({
  effect: z.enum(namesIn(EFFECTS)),
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
  for_ms: z.number().min(0).optional(),
  /** A name to count it by, instead of its effect. */
  name: z.string().min(1).optional(),
})
export type FaultRequest = z.input<typeof faultSchema>
export type Fault = Omit<FaultRequest, 'late_ms'> & { readonly late_ms?: number }

type FaultTarget = {
  readonly method: string
  readonly path: string
  readonly contains: (text: string) => boolean
}

const LATE_MS: readonly [number, number] = [3_000, 5_000]

export function createFaults(clock: Pick<Clock, 'now'>) {
  let added = 0
  const begin = (fault: FaultRequest) => ({
    fault,
    left: fault.times ?? (fault.rate === undefined && fault.for_ms === undefined ? 1 : Infinity),
    until: fault.for_ms === undefined ? Infinity : clock.now() + fault.for_ms,
    random: seeded(fault.seed ?? ++added),
  })
  let faults: ReturnType<typeof begin>[] = []
  const counts = createCounts()
  const waiting = () => {
    faults = faults.filter(({ left, until }) => left > 0 && clock.now() < until)
    return faults
  }
  return {
    /** Null ends those that wait. */
    add: (more: readonly FaultRequest[] | null): void => {
      faults = more === null ? [] : [...waiting(), ...more.map(begin)]
    },
    /** The first fault that matches and that its `rate` selects. */
    take: (target: FaultTarget): Fault | null => {
      const taken = waiting().find(
        ({ fault, random }) => fits(fault, target) && (fault.rate === undefined || random() < fault.rate),
      )
      if (!taken) return null
      taken.left -= 1
      const { fault, random } = taken
      counts.add(fault.name ?? fault.effect)
      return { ...fault, late_ms: drawn(fault.late_ms ?? LATE_MS, random) }
    },
    waiting: () => waiting().length,
    needBody: () => waiting().some(({ fault }) => fault.about !== undefined),
    /** How many requests got a fault, by its name or else its effect. */
    counts: counts.all,
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
