/** Repeatable numbers from 0 to 1 for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** All random choices of a run come from one seed. */
export type Chance = {
  readonly below: (limit: number) => number
  readonly happens: (probability: number) => boolean
  readonly pick: <Value>(values: readonly [Value, ...Value[]]) => Value
  /** Draws a name by its weight. */
  readonly weighed: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name
}

export function createChance(seed: number): Chance {
  const random = seeded(seed)
  return {
    below: (limit) => Math.floor(random() * limit),
    happens: (probability) => random() < probability,
    pick: (values) => values[Math.floor(random() * values.length)] ?? values[0],
    weighed: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return (entries.at(-1) ?? entries[0])?.[0] as keyof typeof weights
    },
  }
}
