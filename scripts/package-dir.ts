/**
 * `npm run package:dir`: makes the packaged app as a folder in dist/ and prints its size. An installer has the same
 * content. Fails when the program does not have the fuses of electron-builder.yml.
 */
import { globSync, statSync } from 'node:fs'
import { pack, wrongFuses } from './packing.ts'
import { ensureBuild } from './setup/build.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'
import { script } from './setup/script.mjs'

await script(() =>
  oneAtATime(async () => {
    await ensureBuild()
    await pack('Packaging', inProject('dist'))
    const wrong = wrongFuses(inProject('dist'))
    if (wrong.length > 0) throw new SetupFailed(`not as electron-builder.yml asks: ${wrong.join(' ')}`)
    console.log('The fuses of the package are as electron-builder.yml asks.')
    for (const archive of globSync(inProject('dist/**/app.asar'))) {
      console.log(`${megabytes([archive])} ${archive}`)
      console.log(`${megabytes(globSync(`${archive}.unpacked/**/*.node`))} native code beside it`)
    }
  }),
)

function megabytes(files: readonly string[]): string {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  return `${(bytes / 1e6).toFixed(1)} MB`.padStart(9)
}
