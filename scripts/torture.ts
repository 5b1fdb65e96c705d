/**
 * `npm run torture -- --sales 200 --seed 1 --out FILE`: real terminals in processes of their own are killed at every
 * step that they come to and then at any moment, in all the weather of scripts/torture/faults/fault-table.ts; `--list` prints
 * it. `--only a,b` switches on just those, `--without a,b` all the others; `--hard 2` answers badly twice as often. At the
 * end the account of every payment, in every journal, is held to the service's books. With `--power-loss` what a process did
 * not fsync may be gone with it.
 *
 * Prints and writes JSON: {sales, kills, faults, restarts, seconds, lost_sales, lost_payments, doubled_invoices,
 * doubled_receipts, doubled_refunds, wrong_amounts, unexplained, hidden, attention, seed, weather, steps}. Fails where one of
 * those that must be 0 is not; each finding is told with the sale's story and the command that repeats it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAULT_NAMES, type FaultName, faultTable } from './torture/faults/fault-table.ts'
import { powerLoss } from './torture/power-loss/power-loss.ts'
import { runTorture } from './torture/run.ts'

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    tills: { type: 'string', default: '3' },
    only: { type: 'string' },
    without: { type: 'string' },
    hard: { type: 'string', default: '1' },
    'power-loss': { type: 'boolean', default: false },
    out: { type: 'string' },
    /** The journals are left there, to be looked into. */
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

if (values.list) {
  console.log(faultTable())
  process.exit(0)
}

/** Where all is lost, the first few say why. */
const MOST_TOLD = 50

const weather = wanted()
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'tugrik-torture-'))
console.error(`seed ${values.seed}`)
const { words, ...report } = await runTorture({
  sales: Number(values.sales),
  seed: Number(values.seed),
  tills: Number(values.tills),
  weather,
  hard: Number(values.hard),
  folder,
  ...(values['power-loss'] ? { cut: powerLoss() } : {}),
  tell: (words) => console.error(words),
})
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
for (const finding of words.slice(0, MOST_TOLD)) console.error(`\n${finding}`)
if (words.length > MOST_TOLD) console.error(`\nand ${words.length - MOST_TOLD} more`)
if (words.length > 0) console.error(`\nrepeat: npm run torture -- ${again()}`)
const text = `${JSON.stringify(report, null, 2)}\n`
console.log(text)
if (values.out !== undefined) writeFileSync(values.out, text)
process.exitCode = words.length === 0 ? 0 : 1

function wanted(): readonly FaultName[] {
  const only = values.only?.split(',') ?? FAULT_NAMES
  const without = values.without?.split(',') ?? []
  const unknown = [...only, ...without].filter((name) => !(FAULT_NAMES as readonly string[]).includes(name))
  if (unknown.length > 0) {
    console.error(`no such weather: ${unknown.join(', ')}; --list prints what there is`)
    process.exit(2)
  }
  return FAULT_NAMES.filter((name) => only.includes(name) && !without.includes(name))
}

/** Chance comes from the seed; what the machine has to do besides is not repeated. */
function again(): string {
  const { sales, tills, only, without, hard } = values
  return [
    `--sales ${sales} --seed ${values.seed} --tills ${tills}`,
    ...(only === undefined ? [] : [`--only ${only}`]),
    ...(without === undefined ? [] : [`--without ${without}`]),
    ...(hard === '1' ? [] : [`--hard ${hard}`]),
    ...(values['power-loss'] ? ['--power-loss'] : []),
  ].join(' ')
}
