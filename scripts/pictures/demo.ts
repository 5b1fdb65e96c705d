/**
 * `npm run demo -- --out DIR [--host electron|browser]`: runs the main job without a person and saves pictures of it,
 * the receipt as the printer got it, and the figures in result.json.
 */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import { ensureHost, type HostKind, openHost } from '../run/hosts/index.ts'
import { practiceControl, startPracticeWithFaults } from '../run/practice/index.ts'
import { runAgainWithDisplay } from '../run/setup/again-with-display.ts'
import { ensureBuild } from '../run/setup/build.ts'
import { hasDisplay } from '../run/setup/machine.ts'
import { oneAtATime } from '../run/setup/one-at-a-time.mjs'
import { SetupFailed } from '../run/setup/progress.mjs'
import { script } from '../run/setup/script.mjs'
import { type DemoResult, runMainJob } from './demo/main-job.ts'

/** The names of the files that a demo writes. */
const OF_A_DEMO = /^(\d\d-[a-z-]+\.png|receipt\.(png|bin)|result\.json)$/

await script(async () => {
  const { out, host } = wishes()
  const kind = await oneAtATime(() => prepare(host))
  if (kind === 'electron' && !hasDisplay())
    return runAgainWithDisplay([import.meta.filename, '--out', out, '--host', kind])
  const result = await demo(resolve(out), kind)
  console.log(JSON.stringify(result, null, 2))
  return Object.values(result.qr_read_back).includes(false) ? 1 : 0
})

function wishes(): { out: string; host: HostKind | null } {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'demo-out' }, host: { type: 'string' } },
  })
  const { out, host = null } = values
  if (host !== null && host !== 'electron' && host !== 'browser')
    throw new SetupFailed('--host is electron or browser')
  return { out, host }
}

/** Returns the host that was asked for; otherwise Electron, or the browser when there is no Electron. */
async function prepare(wanted: HostKind | null): Promise<HostKind> {
  await ensureBuild()
  const kinds: readonly HostKind[] = wanted === null ? ['electron', 'browser'] : [wanted]
  for (const kind of kinds) {
    const found = await ensureHost(kind)
    if ('executable' in found) return kind
    console.log(`No ${kind} host: ${found.missing}`)
  }
  throw new SetupFailed('There is nothing to run the demo on.')
}

/**
 * Writes into a temporary folder until the demo is done, so that two demos at once do not read each other's pictures.
 */
async function demo(folder: string, kind: HostKind): Promise<DemoResult> {
  const own = await mkdtemp(join(tmpdir(), 'tugrik-demo-'))
  const pictures = join(own, 'pictures')
  await mkdir(pictures)
  try {
    const result = await sell(kind, join(own, 'data'), pictures)
    await writeFile(join(pictures, 'result.json'), `${JSON.stringify(result, null, 2)}\n`)
    return result
  } finally {
    await removeEarlier(folder)
    await cp(pictures, folder, { recursive: true })
    await rm(own, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** After a failure, what an earlier demo left would look like the result of this one. */
async function removeEarlier(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (OF_A_DEMO.test(name)) await rm(join(folder, name))
}

async function sell(kind: HostKind, dataFolder: string, folder: string): Promise<DemoResult> {
  const practice = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  const startedAt = performance.now()
  try {
    const host = await openHost(kind, { dataFolder, practice: practice.address })
    try {
      return await runMainJob({ host, payer: practiceControl(practice.address), folder, startedAt })
    } finally {
      await host.close()
    }
  } finally {
    await practice.stop()
  }
}
