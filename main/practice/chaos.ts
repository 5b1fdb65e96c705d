/** Faults drawn by chance: each request is befallen with the same probability, by one of the effects. */
import { z } from 'zod'
import { CHANCE_EFFECTS, chanceEffect, type Fault } from './faults.ts'
import { seeded } from './random.ts'

export const chaosSchema = z.strictObject({
  rate: z.number().min(0).max(1),
  seed: z.int(),
  /** Those that break an answer where left out. */
  effects: z.array(chanceEffect).min(1).optional(),
  /** How long a hanging request hangs, and a slow one takes. */
  hang_ms: z.number().min(0).default(1_000),
  slow_ms: z.number().min(0).default(300),
})
export type ChaosRequest = z.input<typeof chaosSchema>

/** How many requests chance was asked about while it ruled, and which of them were befallen, by effect. */
export type ChaosCount = { readonly requests: number; readonly faults: Readonly<Record<string, number>> }

const NOTHING_DRAWN: ChaosCount = { requests: 0, faults: {} }

export type Chaos = {
  /** Null ends it. */
  readonly set: (chaos: z.output<typeof chaosSchema> | null) => void
  /** What befalls the next request, if anything does. */
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

/** Of these the one that was answered although the work was done is the hardest to bear: it is every other one. */
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
