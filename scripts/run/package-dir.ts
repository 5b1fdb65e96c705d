/**
 * `npm run package:dir`: makes the packaged app as a folder in dist/ and prints its sizes. An installer has the same
 * content. Fails when the program does not have the fuses of electron-builder.yml. `--again` builds and packs twice, and
 * fails when the two differ.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differences, pack, sizesOf, wrongFuses } from './packing.ts'
import { buildAnew, ensureBuild } from './setup/build.ts'
import { ensureElectronToPack } from './setup/electron.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'
import { script } from './setup/script.mjs'

const folder = inProject('dist')

await script(() =>
  oneAtATime(async () => {
    await ensureElectronToPack()
    await ensureBuild()
    await pack('Packaging', folder)
    const wrong = wrongFuses(folder)
    if (wrong.length > 0) throw new SetupFailed(`not as electron-builder.yml asks: ${wrong.join(' ')}`)
    console.log('The fuses of the package are as electron-builder.yml asks.')
    for (const [what, bytes] of Object.entries(sizesOf(folder)))
      console.log(`${(bytes / 1e6).toFixed(1).padStart(7)} MB ${what}`)
    if (process.argv.includes('--again')) await packAgain()
  }),
)

async function packAgain(): Promise<void> {
  const second = mkdtempSync(join(tmpdir(), 'tugrik-again-'))
  try {
    await buildAnew()
    await pack('Packaging again', second)
    const different = differences(folder, second)
    if (different.length > 0) throw new SetupFailed(`different when packed again: ${different.join(' ')}`)
    console.log('Built and packed again, the files are the same.')
  } finally {
    rmSync(second, { recursive: true, force: true })
  }
}
