/**
 * `npm run prove`: searches every order of events in small worlds with the product's own functions, breadth first, and
 * checks the laws in every state. scripts/trials/prove/scopes.ts lists the worlds. Prints the number of states and the depth.
 * When a law is broken it prints the shortest path to that state and exits with 1.
 *
 *     --minutes 10 --states 3000000 --only NAME
 *
 * `npm run prove -- ledger`: compares random months with books that share no code with the product
 * (test/unit/shared/ledger/months/months.test.ts).
 *
 *     --histories 300 --commands 400
 *
 * `npm run prove -- laws [FILE …]`: all random and exhaustive tests, or only these files, with all of their cases. `npm test`
 * takes a twentieth of them (test/support/full-runs.ts).
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { searches } from '../../test/whole-only.ts'
import { type Explored, explore } from './prove/explore.ts'
import { SCOPES } from './prove/scopes.ts'

type Job = { readonly name: string; readonly states: number; readonly ms: number }

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      histories: { type: 'string', default: '300' },
      commands: { type: 'string', default: '400' },
      minutes: { type: 'string', default: '10' },
      states: { type: 'string', default: '3000000' },
      only: { type: 'string' },
    },
  })
  const [what, ...files] = positionals
  if (what === 'ledger')
    return runTests(['test/unit/shared/ledger/months/months.test.ts'], {
      LEDGER_HISTORIES: values.histories,
      LEDGER_COMMANDS: values.commands,
    })
  if (what === 'laws') return runTests(files.length > 0 ? files : searches(), { TUGRIK_TESTS: 'rest' })
  const names = SCOPES.map(({ name }) => name).filter((name) => !values.only || name === values.only)
  const cores = Math.min(availableParallelism(), names.length)
  const ms = (Number(values.minutes) * 60_000 * cores) / names.length
  const states = Math.ceil(Number(values.states) / names.length) * 2
  const begun = performance.now()
  const results: Explored[] = []
  const waiting = [...names]
  await Promise.all(
    Array.from({ length: cores }, async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const explored = await inWorker({ name, states, ms })
        print(explored)
        results.push(explored)
      }
    }),
  )
  const all = results.reduce((sum, one) => sum + one.states, 0)
  const broken = results.filter(({ violation }) => violation !== null)
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(`${all.toLocaleString('en')} states in ${seconds} s, ${broken.length} laws broken`)
  process.exitCode = broken.length === 0 ? 0 : 1
}

function runTests(paths: readonly string[], more: Record<string, string>): void {
  const root = join(import.meta.dirname, '../..')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, ...more }
  const run = ['run', '--project', 'unit', '--project', 'integration', ...paths]
  const { status } = spawnSync(process.execPath, [vitest, ...run], { cwd: root, env, stdio: 'inherit' })
  process.exitCode = status ?? 1
}

const inWorker = (job: Job): Promise<Explored> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: 8_000 },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

function print({ scope, states, depth, exhausted, violation }: Explored): void {
  const reach = exhausted ? 'all of it' : 'as far as the limits let'
  console.log(`${scope}: ${states.toLocaleString('en')} states, ${depth} deep, ${reach}`)
  if (violation === null) return
  console.log(`  BROKEN: ${violation.law}`)
  violation.path.forEach((name, index) => {
    console.log(`  ${index + 1}. ${name}`)
  })
}

if (isMainThread) await main()
else {
  const { name, states, ms } = workerData as Job
  const scope = SCOPES.find((one) => one.name === name)
  if (scope) parentPort?.postMessage(explore(scope, { states, until: performance.now() + ms }))
}
