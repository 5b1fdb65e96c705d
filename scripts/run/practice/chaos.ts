/** Random faults: each request gets one with the same probability. */
import { z } from 'zod'
import { seeded } from '../hosts/chance.ts'
import { createCounts } from './counts.ts'
import { CHANCE_EFFECTS, chanceEffect, type Fault } from './faults.ts'

export const chaosSchema = z.strictObject({
  rate: z.number().min(0).max(1),
  seed: z.int(),
  /** Default: the effects that break an answer. */
  effects: z.array(chanceEffect).min(1).default(CHANCE_EFFECTS),
  hang_ms: z.number().min(0).default(1_000),
  slow_ms: z.number().min(0).default(300),
})

export function createChaos() {
  let drawn: (() => Fault | null) | null = null
  let requests = 0
  const counts = createCounts()
  return {
    /** Null ends it. */
    set: (chaos: z.output<typeof chaosSchema> | null): void => {
      drawn = chaos === null ? null : drawing(chaos)
    },
    draw: (): Fault | null => {
      if (drawn === null) return null
      requests += 1
      const fault = drawn()
      if (fault) counts.add(fault.effect)
      return fault
    },
    /** How many requests came while chaos was on. */
    requests: () => requests,
    /** How many of them got a fault, by effect. */
    counts: counts.all,
  }
}

/** Half of these faults are drawn with the work done, because that is the hardest case for a client. */
const MAYBE_DONE: ReadonlySet<string> = new Set(['500', '502', 'html'])

function drawing({ rate, seed, effects, hang_ms, slow_ms }: z.output<typeof chaosSchema>) {
  const random = seeded(seed)
  return (): Fault | null => {
    if (random() >= rate) return null
    const effect = effects[Math.floor(random() * effects.length)]
    if (effect === undefined) return null
    const ms = effect.startsWith('hang') ? hang_ms : effect === 'slow' ? slow_ms : undefined
    const done = MAYBE_DONE.has(effect) && random() < 0.5
    return { effect, ...(ms === undefined ? {} : { ms }), ...(done ? { done } : {}) }
  }
}
