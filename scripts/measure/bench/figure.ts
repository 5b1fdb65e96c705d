/** A figure of `npm run bench`: what the product takes, beside a control of the same run, and what it should reach. */
import { performance } from 'node:perf_hooks'

/** Of all values that were measured, in the unit of the figure. */
export type Spread = {
  readonly p50: number
  readonly p95: number
  readonly max: number
  /** How many values. */
  readonly n: number
}

type Quantile = 'p50' | 'p95' | 'max'

/** `atMost`: in the unit of the figure. `times` and `plus`: at most so many times the control, and so many units more. */
export type Reach =
  | { readonly at: Quantile; readonly atMost: number }
  | { readonly at: Quantile; readonly peer: string; readonly times?: number; readonly plus?: number }

export type Figure = {
  readonly name: string
  /** What the name does not say, in a sentence. */
  readonly note?: string
  readonly unit: 'ms' | 'MB'
  readonly ours: Spread
  /** The control by its name. */
  readonly against: Readonly<Record<string, Spread>>
  /** Left out: it only says how much. */
  readonly reach?: Reach
}

type Options = {
  /** The executable. Empty for a measure that needs none. */
  readonly electron: string
  /** Sales in the journal of the measures with a long history. Null: as many as each wants. */
  readonly sales: number | null
}

export type Measure = (options: Options) => Promise<readonly Figure[]>

/** Ours by the control, at the quantile that is to be reached. */
export function ratioOf({ ours, against, reach }: Figure): number | null {
  const at = reach?.at ?? 'p50'
  const control = reach && 'peer' in reach ? against[reach.peer] : Object.values(against)[0]
  return control === undefined || control[at] === 0 ? null : short(ours[at] / control[at])
}

/** Whether the figure is as good as it should be. */
export function isReached({ reach, ours, against }: Figure): boolean {
  if (reach === undefined) return true
  if ('atMost' in reach) return ours[reach.at] <= reach.atMost
  const control = against[reach.peer]
  if (control === undefined) throw new Error(`no such control: ${reach.peer}`)
  return ours[reach.at] <= control[reach.at] * (reach.times ?? 1) + (reach.plus ?? 0)
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number): number =>
    short(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), max: at(1), n: sorted.length }
}

const short = (value: number): number => Number(value.toPrecision(4))

/** Does the thing once. */
export type Deed = () => unknown

/**
 * Times in milliseconds of each way to do the same. The ways take turns, so that other work of the machine slows all of
 * them; the first `warmUp` turns are not counted.
 */
export async function inTurns<Name extends string>(
  ways: Readonly<Record<Name, Deed>>,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
): Promise<Record<Name, Spread>> {
  const names = Object.keys(ways) as Name[]
  const took = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = -warmUp; round < rounds; round += 1)
    for (const name of names) {
      const begun = performance.now()
      await ways[name]()
      if (round >= 0) took[name].push(performance.now() - begun)
    }
  return Object.fromEntries(names.map((name) => [name, spreadOf(took[name])])) as Record<Name, Spread>
}
