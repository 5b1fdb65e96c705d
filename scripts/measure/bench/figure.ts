/**
 * A figure of `npm run bench`: what the product takes, beside what others take for the same in the same run, and what
 * it should reach.
 */
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

/** `atMost`: in the unit of the figure. `times` and `plus`: at most so many times the peer, and so many units more. */
export type Reach =
  | { readonly at: Quantile; readonly atMost: number }
  | { readonly at: Quantile; readonly peer: string; readonly times?: number; readonly plus?: number }

export type Figure = {
  readonly name: string
  /** What the name does not say, in a sentence. */
  readonly note?: string
  readonly unit: 'ms' | 's' | 'min' | 'bytes' | 'KB' | 'MB' | '%' | 'times' | 'requests'
  readonly ours: Spread
  readonly against: Readonly<Record<string, Spread>>
  /** Ours by the first peer's, at the quantile of `reach`. */
  readonly ratio: number | null
  /** Null: it only says how much. */
  readonly reach: Reach | null
  /** The same at other sizes, for a plot; only with `--sizes`. */
  readonly curve?: Curve
}

export type Curve = {
  /** The commit whose program was measured for the plot. Absent if it is the same as the figure's. */
  readonly commit?: string
  /** What there is more of: "goods". */
  readonly of: string
  readonly points: readonly {
    readonly size: number
    readonly ours: Spread
    readonly against: Readonly<Record<string, Spread>>
  }[]
}

/** Makes the figures of one row of docs/performance.md. */
export type Measure = (options: {
  /** Also at ten and a hundred times the size. */
  readonly sizes: boolean
}) => readonly Figure[] | Promise<readonly Figure[]>

export type FigureParts = Omit<Figure, 'against' | 'ratio' | 'reach'> &
  Partial<Pick<Figure, 'against' | 'reach'>>

export function figure({ against = {}, reach = null, ...rest }: FigureParts): Figure {
  const at = reach?.at ?? 'p50'
  const peer = reach !== null && 'peer' in reach ? against[reach.peer] : Object.values(against)[0]
  const ratio = peer === undefined || peer[at] === 0 ? null : short(rest.ours[at] / peer[at])
  return { ...rest, against, ratio, reach }
}

/** Whether the figure is as good as it should be. */
export const isReached = ({ reach, ours, against }: Figure): boolean =>
  reach === null || ours[reach.at] <= limitOf(reach, against)

/** The most that `ours` may be, in the unit of the figure. */
function limitOf(reach: Reach, against: Figure['against']): number {
  if ('atMost' in reach) return reach.atMost
  const peer = against[reach.peer]
  if (peer === undefined) throw new Error(`no such peer: ${reach.peer}`)
  return peer[reach.at] * (reach.times ?? 1) + (reach.plus ?? 0)
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number): number =>
    short(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), max: at(1), n: sorted.length }
}

const short = (value: number): number => Number(value.toPrecision(4))

/** Does the thing once. A function that it returns cleans up and is not timed. */
export type Deed = () => undefined | (() => void) | Promise<undefined | (() => void)>

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
      const tidy = await ways[name]()
      const ms = performance.now() - begun
      tidy?.()
      if (round >= 0) took[name].push(ms)
    }
  return Object.fromEntries(names.map((name) => [name, spreadOf(took[name])])) as Record<Name, Spread>
}
