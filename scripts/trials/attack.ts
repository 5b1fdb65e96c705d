/**
 * `npm run attack`: attacks the packaged app, as it is and with a hostile page inside its archive, and prints for each
 * attack whether the till held. `--unlocked` attacks a till that was built without its locks, and prints for each attack
 * whether it tells. `--pack DIR` only packs both. `--from DIR` attacks what lies there, for example after a change to the
 * packed folders. docs/security.md says what the attacks are.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { programIn } from '../run/package/packaged-app.ts'
import { wrongFuses } from '../run/packing.ts'
import { runAgainWithDisplay } from '../run/setup/again-with-display.ts'
import { ensureBuild } from '../run/setup/build.ts'
import { ensureElectron } from '../run/setup/electron.ts'
import { hasDisplay, isRoot } from '../run/setup/machine.ts'
import { oneAtATime } from '../run/setup/one-at-a-time.mjs'
import { SetupFailed } from '../run/setup/progress.mjs'
import { script } from '../run/setup/script.mjs'
import { attackFromInside, attackWithoutLocks } from './attack/inside.ts'
import { attackFromOutside } from './attack/outside.ts'
import { assertStarts, packTargets, type Report } from './attack/targets.ts'
import { isProof, quietWithoutLocks } from './attack/unlocked.ts'

const LONGEST_REASON = 200
const { values } = parseArgs({
  options: {
    pack: { type: 'string' },
    from: { type: 'string' },
    unlocked: { type: 'boolean', default: false },
  },
})

await script(async () => {
  const electron = await oneAtATime(ensureElectron)
  if ('missing' in electron) throw new SetupFailed(`Nothing to attack: ${electron.missing}`)
  if (values.pack !== undefined) return packInto(resolve(values.pack))
  if (!hasDisplay()) return runAgainWithDisplay()
  const root = mkdtempSync(join(tmpdir(), 'tugrik-attack-'))
  try {
    chmodSync(root, 0o755) // an ordinary user starts the app, too
    const packed = values.from === undefined ? join(root, 'packed') : resolve(values.from)
    if (values.from === undefined) await packInto(packed)
    return await attackAll(electron.executable, packed, root)
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
})

function packInto(folder: string): Promise<void> {
  return oneAtATime(async () => {
    await ensureBuild()
    await packTargets(folder, values)
  })
}

async function attackAll(electron: string, packed: string, root: string): Promise<number> {
  const results: boolean[] = []
  const report: Report = (attack, wrong, detail = '') => {
    const why = wrong?.replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ').slice(0, LONGEST_REASON)
    const held = wrong === null ? 'held' : `NOT HELD: ${why}`
    const quiet = values.unlocked && wrong === null ? quietWithoutLocks(attack) : null
    // Without locks an attack that finds nothing is wrong, unless it is known why.
    results.push(values.unlocked && !isProof(attack) ? wrong !== null || quiet !== null : wrong === null)
    console.log([attack, quiet === null ? held : `quiet: ${quiet}`, detail].filter(Boolean).join(' · '))
  }
  // Chromium does not run for root with its sandbox, and the till accepts this option from root.
  const asRoot = isRoot() ? ['--no-sandbox'] : []
  const target = {
    root,
    app: [programIn(join(packed, 'app')), ...asRoot],
    hostile: [programIn(join(packed, 'hostile')), ...asRoot],
    env: (data: string) => ({ TUGRIK_DATA: join(root, data), TUGRIK_LOG: '1', HOME: root }),
  }
  await assertStarts(target)
  for (const kind of ['app', 'hostile'])
    report(`the fuses of the ${kind}`, wrongFuses(join(packed, kind)).join(' ') || null)
  process.umask(0)
  await attackWithoutLocks([electron, ...asRoot], target, report)
  await attackFromInside(target, report)
  await attackFromOutside(target, report)
  const held = results.filter(Boolean).length
  const words = values.unlocked ? ['as expected', 'tell nothing'] : ['held', 'not held']
  console.log(`${held} ${words[0]}, ${results.length - held} ${words[1]}`)
  return held === results.length ? 0 : 1
}
