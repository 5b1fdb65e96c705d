/** The file of the last figures, and how figures are printed and written into docs/performance.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inProject } from '../../run/setup/project.mjs'
import { type Figure, isReached, type Reach, ratioOf, type Spread } from './figure.ts'

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

export const keptFrom = (file: string): readonly MeasuredFigure[] =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).figures : []

/** The new figures in place of earlier ones of the same measures. */
export function merged(
  earlier: readonly MeasuredFigure[],
  figures: readonly MeasuredFigure[],
): readonly MeasuredFigure[] {
  const done = new Set(figures.map(({ measure }) => measure))
  return [...earlier.filter(({ measure }) => !done.has(measure)), ...figures]
}

/** A line for each figure. One of another commit than `now` is called stale. */
export const asTable = (figures: readonly MeasuredFigure[], now: string): string =>
  figures.map((one) => lineOf(one, now)).join('\n')

function lineOf(one: MeasuredFigure, now: string): string {
  const { name, unit, ours, against, reach, commit } = one
  const sides = [['ours', ours] as const, ...Object.entries(against)]
  const ratio = ratioOf(one)
  return [
    `${isReached(one) ? ' ' : '✗'} ${name}`,
    ...sides.map(([side, spread]) => `${side} ${spreadText(spread)} ${unit}`),
    ...(ratio === null ? [] : [`ratio ${ratio}`]),
    ...(reach === undefined ? [] : [`wanted ${reachText(reach, unit)}`]),
    ...(commit === now ? [] : [`stale: measured at ${commit}`]),
  ].join(' · ')
}

const spreadText = ({ p50, p95, max, n }: Spread): string =>
  n === 1 ? `${p50}` : `${p50} / ${p95} / ${max} (${n})`

function reachText(reach: Reach, unit: string): string {
  if ('atMost' in reach) return `${reach.at} ≤ ${reach.atMost} ${unit}`
  const { at, peer, times = 1, plus = 0 } = reach
  return `${at} ≤ ${times === 1 ? '' : `${times} × `}${peer}${plus === 0 ? '' : ` + ${Number(plus.toFixed(1))} ${unit}`}`
}

const PAGE = inProject('docs/performance.md')
const BELOW = '<!-- Below this line `npm run bench -- --document` writes what was measured. -->'

/** Writes the figures into docs/performance.md, below the line that says so. */
export function document(figures: readonly MeasuredFigure[]): void {
  const [head] = readFileSync(PAGE, 'utf8').split(BELOW)
  const rows = figures.map(rowOf)
  const table = [
    '| measure | figure | ours | control | wanted | measured |',
    '|---|---|---|---|---|---|',
    ...rows,
  ]
  writeFileSync(PAGE, `${head}${BELOW}\n\n${table.join('\n')}\n`)
}

function rowOf(one: MeasuredFigure): string {
  const { measure, name, note, unit, ours, against, reach, commit, measured_at, machine } = one
  const controls = Object.entries(against).map(([control, spread]) => `${control}: ${spreadText(spread)}`)
  const wanted =
    reach === undefined ? '–' : `${reachText(reach, unit)}${isReached(one) ? '' : ': **not reached**'}`
  const cells = [
    measure,
    `${name}${note === undefined ? '' : `<br>${note}`}`,
    `${spreadText(ours)} ${unit}`,
    controls.join('<br>') || '–',
    wanted,
    `${measured_at.slice(0, 10)}, ${commit}, ${machine}`,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
