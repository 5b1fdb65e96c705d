/**
 * `npm run torture -- --sales 200 --seed 1 --out FILE`: real terminals in processes of their own are killed at every
 * step that they come to and then at any moment, while the practice service fails, drops the line, forgets tokens, limits
 * the rate, and payers pay late, twice and after the cancellation. At the end every journal is held to the service's
 * books. With `--power-loss` what a process did not fsync may be gone with it.
 *
 * Prints and writes JSON: {sales, kills, faults, restarts, seconds, lost_sales, lost_payments, doubled_invoices,
 * doubled_receipts, doubled_refunds, wrong_amounts, unexplained, attention, seed, steps}. Fails where one of those that
 * must be 0 is not; each finding is told with the sale's events and what the service says.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { powerLoss } from './torture/power-loss/power-loss.ts'
import { runTorture } from './torture/run.ts'

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    tills: { type: 'string', default: '3' },
    faults: { type: 'string', default: '0.2' },
    'power-loss': { type: 'boolean', default: false },
    out: { type: 'string' },
    /** The journals are left there, to be looked into. */
    keep: { type: 'string' },
  },
})

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'tugrik-torture-'))
console.error(`seed ${values.seed}`)
const { words, ...report } = await runTorture({
  sales: Number(values.sales),
  seed: Number(values.seed),
  tills: Number(values.tills),
  faultRate: Number(values.faults),
  folder,
  ...(values['power-loss'] ? { cut: powerLoss() } : {}),
  tell: (words) => console.error(words),
})
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
for (const finding of words) console.error(`\n${finding}`)
const text = `${JSON.stringify(report, null, 2)}\n`
console.log(text)
if (values.out !== undefined) writeFileSync(values.out, text)
process.exitCode = words.length === 0 ? 0 : 1
