/**
 * `npm run bench`: measures the product and the usual alternatives in one run on one machine, prints the figures and
 * writes them to test/bench/results.json. With names as arguments it runs only those measures.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release } from 'node:os'
import { dirname } from 'node:path'
import { measureHistory } from './bench/history.ts'
import { measurePin } from './bench/pin.ts'
import { measureReceipts } from './bench/receipts.ts'
import { measureReconciliation } from './bench/reconciliation.ts'
import { measureRecovery } from './bench/recovery.ts'
import { measureReports } from './bench/reports.ts'
import { measureTill } from './bench/till.ts'
import { inProject } from './setup/project.mjs'

const MEASURES: Readonly<Record<string, () => unknown>> = {
  pin: measurePin,
  recovery: measureRecovery,
  receipts: measureReceipts,
  history: measureHistory,
  reconciliation: measureReconciliation,
  reports: measureReports,
  till: measureTill,
}

const RESULTS = inProject('test/bench/results.json')

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in MEASURES))
if (unknown.length > 0) {
  console.error(`no such measure: ${unknown.join(', ')}; there are ${Object.keys(MEASURES).join(', ')}`)
  process.exit(1)
}

/** Measures that do not run this time keep their earlier figures. */
const results: Record<string, unknown> = {
  ...kept(),
  measured_at: new Date().toISOString(),
  machine: {
    system: `${platform()} ${release()} ${arch()}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
  },
}
for (const [name, measure] of Object.entries(MEASURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`== ${name}`)
  results[name] = await measure()
  console.log(JSON.stringify(results[name], null, 2))
}

function kept(): Record<string, unknown> {
  return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, unknown>) : {}
}

mkdirSync(dirname(RESULTS), { recursive: true })
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
