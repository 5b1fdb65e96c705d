/**
 * `npm test`: the tests to run between two edits: unit tests, the core of the integration tests, the specs of the page, and a dozen
 * specs in Electron (beside a browser where there is no Electron). `npm run test:all` runs these and then all others. `npm test -- unit` runs one
 * part whole; further arguments go to its runner (`npm test -- unit test/unit/storage/journal`). Each ends with one summary line.
 *
 * The two runners work side by side, so that no processor waits for the last test of a part.
 */
import { ensureHost, type HostKind } from './hosts/index.ts'
import { bundleTillPrograms } from './hosts/till-programs.ts'
import { ensureBuild } from './setup/build.ts'
import { onPath, processorSeconds } from './setup/machine.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { SetupFailed } from './setup/progress.mjs'
import { installPackages, missingPackages, TEST_PACKAGES } from './setup/system-packages.ts'
import { type Output, takeTurns } from './tests/output.ts'
import { everyday, nameOf, PARTS, type Part, rest, runPart } from './tests/run-part.ts'
import { addTallies, NONE, RUNNERS, type Tally, tallyLine } from './tests/tally.ts'

const all = process.argv.includes('--all')
const [first, ...others] = process.argv.slice(2).filter((argument) => argument !== '--all')
const named = PARTS.find((part) => nameOf(part) === first)
const filters = named !== undefined || first === undefined ? others : [first, ...others]

process.exitCode = (await prepared()) ? await runTests() : 1

async function runTests(): Promise<number> {
  const total = named === undefined ? await runSuite() : await runParts([named])
  if (named !== undefined) printProcessorTime(`npm test -- ${first}`)
  for (const failure of total.failures) console.log(`\nFailed: ${failure}`)
  console.log(`\n${tallyLine(total)}`)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

async function runSuite(): Promise<Tally> {
  const tally = await runParts(everyday())
  printProcessorTime('npm test')
  return all ? addTallies(tally, await runParts(rest())) : tally
}

function printProcessorTime(command: string): void {
  const seconds = processorSeconds()
  if (seconds !== null) console.log(`\n== processor time of ${command}: ${seconds} s`)
}

async function runParts(parts: readonly Part[]): Promise<Tally> {
  const byRunner = RUNNERS.map((name) => parts.filter(({ runner }) => runner === name)).filter(
    (mine) => mine.length > 0,
  )
  const tallies = await Promise.all(takeTurns(byRunner).map(([mine, output]) => runInOrder(mine, output)))
  return tallies.reduce(addTallies, NONE)
}

async function runInOrder(mine: readonly Part[], output: Output): Promise<Tally> {
  let total = NONE
  for (const part of mine) {
    const name = nameOf(part)
    output.print(`\n== ${name} ${'='.repeat(60 - name.length)}\n`)
    total = addTallies(total, await runPart(part, filters, output))
  }
  output.end()
  return total
}

async function prepared(): Promise<boolean> {
  try {
    await oneAtATime(prepare)
    return true
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    console.error(`${error.message}\n\n${tallyLine({ ...NONE, failed: 1 })}`)
    return false
  }
}

async function prepare(): Promise<void> {
  if (named !== undefined && nameOf(named) === 'unit') return
  await haveTestPackages()
  await bundleTillPrograms()
  const hosts = neededHosts()
  if (hosts.length > 0) await ensureBuild()
  for (const host of hosts) await ensureHost(host)
}

function neededHosts(): readonly HostKind[] {
  if (named !== undefined) return named.host === null ? [] : [named.host]
  return all ? ['electron', 'packaged', 'browser'] : ['electron', 'browser']
}

/** Installs the packages. When one is missing, the tests that need it report that themselves. */
async function haveTestPackages(): Promise<void> {
  const missing = missingPackages(TEST_PACKAGES)
  if (missing.length === 0 || onPath('apt-get') === null) return
  try {
    await installPackages('for the tests', missing)
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    console.log(error.message)
  }
}
