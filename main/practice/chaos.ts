/** Faults drawn by chance: each request is befallen with the same probability, by one of the effects. */
import { z } from 'zod'
import { FAULT_EFFECTS, type Fault, faultEffect } from './faults.ts'
import { seeded } from './seeded.ts'

export const chaosSchema = z.strictObject({
  rate: z.number().min(0).max(1),
  seed: z.int(),
  /** All of them where left out. */
  effects: z.array(faultEffect).min(1).optional(),
  /** How long a hanging request hangs, and a slow one takes. */
  hang_ms: z.number().min(0).default(1_000),
  slow_ms: z.number().min(0).default(300),
})
export type ChaosRequest = z.input<typeof chaosSchema>

export type Chaos = {
  /** Null ends it. */
  readonly set: (chaos: z.output<typeof chaosSchema> | null) => void
  readonly draw: () => Fault | null
  /** How many requests were befallen, by effect. */
  readonly befallen: () => Readonly<Record<string, number>>
}

export function createChaos(): Chaos {
  let draw: () => Fault | null = () => null
  let befallen: Record<string, number> = {}
  return {
    set: (chaos) => {
      draw = chaos === null ? () => null : drawing(chaos)
    },
    draw: () => {
      const fault = draw()
      if (fault) befallen = { ...befallen, [fault.effect]: (befallen[fault.effect] ?? 0) + 1 }
      return fault
    },
    befallen: () => befallen,
  }
}

function drawing({ rate, seed, effects, hang_ms, slow_ms }: z.output<typeof chaosSchema>) {
  const random = seeded(seed)
  const drawn = effects ?? FAULT_EFFECTS
  return (): Fault | null => {
    if (random() >= rate) return null
    const effect = drawn[Math.floor(random() * drawn.length)]
    if (effect === undefined) return null
    const ms = effect.startsWith('hang') ? hang_ms : effect === 'slow' ? slow_ms : undefined
    // An error that was answered although the work was done is the hardest to bear.
    const done = ['429', '500', '502', 'html'].includes(effect) && effect !== '429' && random() < 0.5
    return { effect, times: 1, ...(ms === undefined ? {} : { ms }), ...(done ? { done } : {}) }
  }
}
