/** Random faults: each request gets one with the same probability. */
import { z } from 'zod'
import { seeded } from '../hosts/chance.ts'
import { CHANCE_EFFECTS, chanceEffect, type Fault } from './faults.ts'

export const chaosSchema = z.strictObject({
  rate: z.number().min(0).max(1),
  seed: z.int(),
  /** Default: the effects that break an answer. */
  effects: z.array(chanceEffect).min(1).optional(),
  hang_ms: z.number().min(0).default(1_000),
  slow_ms: z.number().min(0).default(300),
})
export type ChaosRequest = z.input<typeof chaosSchema>

/** How many requests came while chaos was on, and how many got a fault, by effect. */
type ChaosCount = { readonly requests: number; readonly faults: Readonly<Record<string, number>> }

const NOTHING_DRAWN: ChaosCount = { requests: 0, faults: {} }

export type Chaos = {
  /** Null ends it. */
  readonly set: (chaos: z.output<typeof chaosSchema> | null) => void
  readonly draw: () => Fault | null
  readonly count: () => ChaosCount
  readonly clear: () => void
}

export function createChaos(): Chaos {
  let drawn: (() => Fault | null) | null = null
  let count = NOTHING_DRAWN
  return {
    set: (chaos) => {
      drawn = chaos === null ? null : drawing(chaos)
    },
    draw: () => {
      if (drawn === null) return null
      const fault = drawn()
      count = { requests: count.requests + 1, faults: fault ? oneMore(count.faults, fault) : count.faults }
      return fault
    },
    count: () => count,
    clear: () => {
      drawn = null
      count = NOTHING_DRAWN
    },
  }
}

const oneMore = (faults: ChaosCount['faults'], { effect }: Fault): ChaosCount['faults'] => ({
  ...faults,
  [effect]: (faults[effect] ?? 0) + 1,
})

/** Half of these faults are drawn with the work done, because that is the hardest case for a client. */
const MAYBE_DONE: ReadonlySet<string> = new Set(['500', '502', 'html'])

function drawing({ rate, seed, effects, hang_ms, slow_ms }: z.output<typeof chaosSchema>) {
  const random = seeded(seed)
  const among = effects ?? CHANCE_EFFECTS
  return (): Fault | null => {
    if (random() >= rate) return null
    const effect = among[Math.floor(random() * among.length)]
    if (effect === undefined) return null
    const ms = effect.startsWith('hang') ? hang_ms : effect === 'slow' ? slow_ms : undefined
    const done = MAYBE_DONE.has(effect) && random() < 0.5
    return { effect, ...(ms === undefined ? {} : { ms }), ...(done ? { done } : {}) }
  }
}
