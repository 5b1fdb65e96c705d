import { existsSync, readFileSync } from 'node:fs'
import { type Figure, isReached, type Reach, type Spread } from './figure.ts'

export type MeasuredFigure = Figure & {
  readonly measure: string
  /** What it was measured at. With a "+": with changes that were not committed. */
  readonly commit: string
  /** Its processor, cores, system and Node. */
  readonly machine: string
  readonly measured_at: string
  /** How long the whole measure took. */
  readonly seconds: number
}

export type Results = { readonly figures: readonly MeasuredFigure[] }

export function keptFrom(file: string): readonly MeasuredFigure[] {
  if (!existsSync(file)) return []
  const { figures = [] } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Results>
  return figures
}

/** The new figures in place of earlier ones. A plot that was not made again stays, with its commit. */
export function merged(
  earlier: readonly MeasuredFigure[],
  figures: readonly MeasuredFigure[],
): readonly MeasuredFigure[] {
  const done = new Set(figures.map(({ measure }) => measure))
  const withPlot = (one: MeasuredFigure): MeasuredFigure => {
    const had = earlier.find(({ measure, name }) => measure === one.measure && name === one.name)
    if (one.curve !== undefined || had?.curve === undefined) return one
    return { ...one, curve: { commit: had.commit, ...had.curve } }
  }
  return [...earlier.filter(({ measure }) => !done.has(measure)), ...figures.map(withPlot)]
}

/** A line for each figure. One of another commit than `now` is called stale. */
export const asTable = (figures: readonly MeasuredFigure[], now: string): string =>
  figures.map((one) => lineOf(one, now)).join('\n')

function lineOf(one: MeasuredFigure, now: string): string {
  const { name, unit, ours, against, ratio, reach, commit } = one
  const sides = [['ours', ours] as const, ...Object.entries(against)]
  return [
    `${isReached(one) ? ' ' : '✗'} ${name}`,
    ...sides.map(([side, spread]) => `${side} ${spreadText(spread)} ${unit}`),
    ...(ratio === null ? [] : [`ratio ${ratio}`]),
    ...(reach === null ? [] : [`wanted ${reachText(reach, unit)}`]),
    ...(commit === now ? [] : [`stale: measured at ${commit}`]),
  ].join(' · ')
}

export const spreadText = ({ p50, p95, max, n }: Spread): string =>
  n === 1 ? `${p50}` : `${p50} / ${p95} / ${max} (${n})`

export function reachText(reach: Reach, unit: string): string {
  if ('atMost' in reach) return `${reach.at} ≤ ${reach.atMost} ${unit}`
  const { at, peer, times = 1, plus = 0 } = reach
  return `${at} ≤ ${times === 1 ? '' : `${times} × `}${peer}${plus === 0 ? '' : ` + ${Number(plus.toFixed(1))} ${unit}`}`
}
