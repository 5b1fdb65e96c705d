/** Writes the measured figures and their plots into docs/performance.md, below the line that says so. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inProject } from '../../run/setup/project.mjs'
import { isReached } from './figure.ts'
import { plotOf } from './plot.ts'
import { type MeasuredFigure, reachText, spreadText } from './results.ts'

const PAGE = inProject('docs/performance.md')
const PLOTS = inProject('docs/performance')
const BELOW = '<!-- Below this line `npm run bench -- --document` writes what was measured. -->'

export function document(figures: readonly MeasuredFigure[]): void {
  const [head] = readFileSync(PAGE, 'utf8').split(BELOW)
  rmSync(PLOTS, { recursive: true, force: true })
  mkdirSync(PLOTS, { recursive: true })
  const measures = [...new Set(figures.map(({ measure }) => measure))]
  const parts = measures.map((measure) =>
    partOf(
      measure,
      figures.filter((one) => one.measure === measure),
    ),
  )
  writeFileSync(PAGE, [`${head}${BELOW}\n`, ...parts].join('\n'))
}

function partOf(measure: string, figures: readonly MeasuredFigure[]): string {
  const [first] = figures
  if (first === undefined) return ''
  const { commit, machine, measured_at, seconds } = first
  const rows = figures.flatMap((one) => rowsOf(one))
  const plots = figures.flatMap((one, index) => {
    if (one.curve === undefined) return []
    const name = `${measure}-${index + 1}.svg`
    writeFileSync(`${PLOTS}/${name}`, plotOf(one))
    const { of, commit: its } = one.curve
    const at = its === undefined ? '' : ` (measured at commit ${its})`
    return [`\n![${one.name}, by number of ${of}](performance/${name})${at}`]
  })
  return [
    `## ${measure}`,
    `\`npm run bench -- ${measure}\`, ${seconds} s, commit ${commit}, ${measured_at.slice(0, 10)}, on: ${machine}.\n`,
    '| figure | ours | beside | ratio | wanted | |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...plots,
    '',
  ].join('\n')
}

function rowsOf(one: MeasuredFigure): readonly string[] {
  const { name, note, unit, ours, against, ratio, reach } = one
  const beside = Object.entries(against).map(([peer, spread]) => `${peer}: ${spreadText(spread)}`)
  const cells = [
    `${name}${note === undefined ? '' : `<br>${note}`}`,
    `${spreadText(ours)} ${unit}`,
    beside.join('<br>') || '–',
    ratio ?? '–',
    reach === null ? '–' : reachText(reach, unit),
    reach === null ? '' : isReached(one) ? 'reached' : '**not reached**',
  ]
  return [`| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`]
}
