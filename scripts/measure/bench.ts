/**
 * `npm run bench`: measures the product beside what people would use instead, or beside a limit, in one run on one
 * machine. Prints the figures and writes them to a file.
 *
 *     npm run bench                        # all but event-loop-hour and test-suite, which take longer
 *     npm run bench -- search receipt      # only these; the file keeps the other figures
 *     npm run bench -- --out FILE          # another file than test/bench/results.json
 *     npm run bench -- --check             # fails when a figure does not reach what it should
 *     npm run bench -- --sizes             # also measures 10 and 100 times as much data, for the plots
 *     npm run bench -- --document          # also writes the figures and plots into docs/performance.md
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, platform, release } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { canShowWindows, hasDisplay, withDisplay } from '../run/setup/machine.ts'
import { runGroup } from '../run/setup/process-group.ts'
import { inProject } from '../run/setup/project.mjs'
import { document } from './bench/document.ts'
import { isReached } from './bench/figure.ts'
import { BY_NAME_ONLY, MEASURES } from './bench/measures.ts'
import { ensurePeers } from './bench/peers.ts'
import { asTable, keptFrom, type MeasuredFigure, merged, type Results } from './bench/results.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    check: { type: 'boolean' },
    sizes: { type: 'boolean' },
    document: { type: 'boolean' },
  },
})
const measures = { ...MEASURES, ...BY_NAME_ONLY }
const unknown = positionals.filter((name) => !(name in measures))
if (unknown.length > 0) {
  console.error(`no such measure: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`)
  process.exit(1)
}

if (!hasDisplay() && canShowWindows()) {
  const { command, args } = withDisplay(process.execPath, process.argv.slice(1))
  process.exit(await runGroup(command, args))
}

const file = values.out ?? inProject('test/bench/results.json')
const commit = commitNow()
const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${platform()} ${release()}, Node ${process.version}`
const wanted = positionals.length > 0 ? positionals : Object.keys(MEASURES)
await ensurePeers()

const figures: MeasuredFigure[] = []
const failed: string[] = []
for (const name of wanted) {
  const load = loadavg()[0] ?? 0
  console.log(
    `== ${name}${load > cpus().length / 2 ? ` (the machine has other work: load ${load.toFixed(1)})` : ''}`,
  )
  try {
    const made = await measured(name)
    console.log(asTable(made, commit))
    figures.push(...made)
  } catch (error) {
    console.error(error)
    failed.push(name)
  }
}

const results: Results = { figures: merged(keptFrom(file), figures) }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
if (values.document) document(results.figures)
const stale = results.figures.filter((one) => one.commit !== commit)
if (stale.length > 0) console.log(`\nkept from earlier commits:\n${asTable(stale, commit)}`)

const missed = figures.filter((one) => !isReached(one))
console.log(`\n${figures.length} figures, ${missed.length} of them do not reach what they should`)
for (const { measure, name } of missed) console.log(`  ${measure}: ${name}`)
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`)
if (failed.length > 0 || (values.check && missed.length > 0)) process.exitCode = 1

async function measured(name: string): Promise<readonly MeasuredFigure[]> {
  const begun = performance.now()
  const made = (await measures[name]?.({ sizes: values.sizes ?? false })) ?? []
  const seconds = Math.round((performance.now() - begun) / 1000)
  return made.map((one) => ({
    ...{ measure: name, ...one, commit, machine },
    ...{ measured_at: new Date().toISOString(), seconds },
  }))
}

/** With a "+" when files differ from it. */
function commitNow(): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: inProject('.'), encoding: 'utf8' }).trim()
  try {
    const isChanged = git('status', '--porcelain', '--', '.', ':!test/bench/results.json', ':!docs') !== ''
    return git('rev-parse', '--short=10', 'HEAD') + (isChanged ? '+' : '')
  } catch {
    return 'unknown'
  }
}
