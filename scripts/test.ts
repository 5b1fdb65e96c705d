/**
 * `npm test`: runs every part of the tests under a heading and ends with one summary line. `npm test -- unit` runs one
 * part; further arguments go to its runner (`npm test -- unit test/unit/journal`). When Electron runs all specs, the
 * browser runs a smoke set; `npm test -- --all-hosts` runs all specs on both.
 *
 * The two runners work side by side, so that no processor waits for the last test of a part.
 */
import { ensureHost, findHost } from './hosts/index.ts'
import { bundleTillPrograms } from './hosts/till-programs.ts'
import { ensureBuild } from './setup/build.ts'
import { onPath } from './setup/machine.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { SetupFailed } from './setup/progress.mjs'
import { installPackages, missingPackages, TEST_PACKAGES } from './setup/system-packages.ts'
import { type Output, takeTurns } from './tests/output.ts'
import { ALL, nameOf, PARTS, type Part, runPart, SMOKE } from './tests/run-part.ts'
import { addTallies, NONE, RUNNERS, type Tally, tallyLine } from './tests/tally.ts'

const allHosts = process.argv.includes('--all-hosts')
const [first, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--all-hosts')
const named = PARTS.filter((part) => nameOf(part) === first)
const parts = named.length > 0 ? named : ALL
const filters = named.length > 0 || first === undefined ? rest : [first, ...rest]

process.exitCode = (await prepared()) ? await runParts() : 1

async function runParts(): Promise<number> {
  const byRunner = RUNNERS.map((name) => parts.filter(({ runner }) => runner === name)).filter(
    (mine) => mine.length > 0,
  )
  const tallies = await Promise.all(takeTurns(byRunner).map(([mine, output]) => runInOrder(mine, output)))
  const total = tallies.reduce(addTallies, NONE)
  for (const failure of total.failures) console.log(`\nFailed: ${failure}`)
  console.log(`\n${tallyLine(total)}`)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

async function runInOrder(mine: readonly Part[], output: Output): Promise<Tally> {
  let total = NONE
  for (const part of mine) {
    const name = nameOf(part)
    output.print(`\n== ${name} ${'='.repeat(60 - name.length)}\n`)
    total = addTallies(total, await runPart(part, [...filters, ...(runsSmoke(part) ? SMOKE : [])], output))
  }
  output.end()
  return total
}

/** Whether Electron runs all specs, so that this part runs only the smoke set. */
function runsSmoke({ host }: Part): boolean {
  return host === 'browser' && parts.length > 1 && !allHosts && 'executable' in findHost('electron')
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
  if (parts.every((part) => nameOf(part) === 'unit')) return
  await haveTestPackages()
  await bundleTillPrograms()
  const hosts = new Set(parts.flatMap(({ host }) => host ?? []))
  if (hosts.size > 0) await ensureBuild()
  for (const host of hosts) await ensureHost(host)
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
