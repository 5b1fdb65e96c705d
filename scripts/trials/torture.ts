/**
 * `npm run torture -- --sales 200 --seed 1 --out FILE`: runs real terminals in processes of their own under all faults
 * of scripts/trials/torture/faults/fault-table.ts, and kills them once at each step that they reach and then at random
 * moments. `--list` prints the faults. `--only a,b` switches on just these, `--without a,b` all others; `--hard 2`
 * makes bad answers twice as frequent. `--shop-database` adds a PostgreSQL that the tills join. At the end it compares the account of every payment in every journal with the
 * service's books. With `--power-loss` a kill also loses what the process did not fsync.
 *
 * Prints and writes JSON: {sales, kills, faults, restarts, seconds, lost_sales, lost_payments, doubled_invoices,
 * doubled_receipts, doubled_refunds, wrong_amounts, unexplained, hidden, attention, seed, by_fault, steps}. Fails when
 * one of the counts that must be 0 is not; prints the sale's story for each finding, and the command that repeats the
 * run.
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
    'shop-database': { type: 'boolean', default: false },
    'power-loss': { type: 'boolean', default: false },
    out: { type: 'string' },
    /** Keeps the journals in this folder for inspection. */
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

if (values.list) {
  console.log(faultTable())
  process.exit(0)
}

/** When there are many findings, the first ones are enough. */
const MOST_TOLD = 50

const faults = wanted()
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'tugrik-torture-'))
console.error(`seed ${values.seed}`)
const { words, ...report } = await runTorture({
  sales: Number(values.sales),
  seed: Number(values.seed),
  tills: Number(values.tills),
  faults,
  hard: Number(values.hard),
  folder,
  shopDatabase: values['shop-database'],
  ...(values['power-loss'] ? { cut: powerLoss() } : {}),
  tell: (words) => console.error(words),
})
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
for (const finding of words.slice(0, MOST_TOLD)) console.error(`\n${finding}`)
if (words.length > MOST_TOLD) console.error(`\nand ${words.length - MOST_TOLD} more`)
// The seed repeats all random choices, but not the speed of the machine.
const again = [...process.argv.slice(2), '--seed', values.seed].join(' ')
if (words.length > 0) console.error(`\nrepeat: npm run torture -- ${again}`)
const text = `${JSON.stringify(report, null, 2)}\n`
console.log(text)
if (values.out !== undefined) writeFileSync(values.out, text)
process.exitCode = words.length === 0 ? 0 : 1

function wanted(): readonly FaultName[] {
  const only = values.only?.split(',') ?? FAULT_NAMES
  const without = values.without?.split(',') ?? []
  const unknown = [...only, ...without].filter((name) => !(FAULT_NAMES as readonly string[]).includes(name))
  if (unknown.length > 0) {
    console.error(`no such fault: ${unknown.join(', ')}; --list prints the faults`)
    process.exit(2)
  }
  return FAULT_NAMES.filter((name) => only.includes(name) && !without.includes(name))
}
