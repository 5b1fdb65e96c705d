/**
 * `npm run bench`: measures what a cashier, a payer or a shop waits for, each beside a control of the same run on the same
 * machine. Prints the figures and writes them to a file.
 *
 *     npm run bench                            # all
 *     npm run bench -- receipt history         # only these; the file keeps the other figures
 *     npm run bench -- history --sales 20000   # a shorter history than a million sales
 *     npm run bench -- --out FILE              # writes to FILE, not to test/bench/results.json
 *     npm run bench -- --check                 # fails when a figure does not reach what it should
 *     npm run bench -- --document              # also writes the figures into docs/performance.md
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, platform, release } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureHost } from '../run/hosts/index.ts'
import { runAgainWithDisplay } from '../run/setup/again-with-display.ts'
import { ensureBuild } from '../run/setup/build.ts'
import { canShowWindows, hasDisplay } from '../run/setup/machine.ts'
import { inProject } from '../run/setup/project.mjs'
import { measureColdStart } from './bench/cold-start.ts'
import { isReached, type Measure } from './bench/figure.ts'
import { measureHistory } from './bench/history.ts'
import { measureJournalCommand } from './bench/journal-command.ts'
import { measureMemory } from './bench/memory.ts'
import { measureChargeToQr, measurePaidToKnown } from './bench/payment.ts'
import { measureReceipt } from './bench/receipt.ts'
import { asTable, document, keptFrom, type MeasuredFigure, merged } from './bench/results.ts'
import { measureScanToLine, measureSearchPainted } from './bench/scan-to-line.ts'

const MEASURES: Readonly<Record<string, Measure>> = {
  'cold-start': measureColdStart,
  'scan-to-line': measureScanToLine,
  'search-painted': measureSearchPainted,
  'charge-to-qr': measureChargeToQr,
  'paid-to-known': measurePaidToKnown,
  receipt: measureReceipt,
  'journal-command': measureJournalCommand,
  history: measureHistory,
  memory: measureMemory,
}
const WITHOUT_ELECTRON = ['receipt', 'journal-command', 'history']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    sales: { type: 'string' },
    check: { type: 'boolean' },
    document: { type: 'boolean' },
  },
})
const unknown = positionals.filter((name) => !(name in MEASURES))
if (unknown.length > 0) {
  console.error(`no such measure: ${unknown.join(', ')}; there are ${Object.keys(MEASURES).join(', ')}`)
  process.exit(1)
}

if (!hasDisplay() && canShowWindows()) process.exit(await runAgainWithDisplay())

const file = values.out ?? inProject('test/bench/results.json')
const commit = commitNow()
const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${platform()} ${release()}, Node ${process.version}`
const sales = values.sales === undefined ? null : Number(values.sales)
const wanted = positionals.length > 0 ? positionals : Object.keys(MEASURES)
const needElectron = wanted.filter((name) => !WITHOUT_ELECTRON.includes(name))
const electron = needElectron.length > 0 ? await preparedElectron() : null

const figures: MeasuredFigure[] = []
const failed: string[] = []
for (const name of wanted) {
  if (electron === null && needElectron.includes(name)) continue
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

const all = merged(keptFrom(file), figures)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify({ figures: all }, null, 2)}\n`)
if (values.document) document(all)
const stale = all.filter((one) => one.commit !== commit)
if (stale.length > 0) console.log(`\nkept from earlier commits:\n${asTable(stale, commit)}`)

const missed = figures.filter((one) => !isReached(one))
console.log(`\n${figures.length} figures, ${missed.length} of them do not reach what they should`)
for (const { measure, name } of missed) console.log(`  ${measure}: ${name}`)
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`)
if (failed.length > 0 || (values.check && missed.length > 0)) process.exitCode = 1

async function preparedElectron(): Promise<string | null> {
  await ensureBuild()
  const found = await ensureHost('electron')
  if ('executable' in found) return found.executable
  console.log(`not measured: ${needElectron.join(', ')}: ${found.missing}`)
  return null
}

async function measured(name: string): Promise<readonly MeasuredFigure[]> {
  const begun = performance.now()
  const made = (await MEASURES[name]?.({ electron: electron ?? '', sales })) ?? []
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
