/**
 * `npm run package:dir`: makes the packaged app as a folder in dist/ and prints its size. An installer has the same
 * content. Fails when the program does not have the fuses of electron-builder.yml.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { readFuses, wantedFuses } from './fuses.ts'
import { ensureBuild } from './setup/build.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { runStep, SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'
import { script } from './setup/script.mjs'

/** Without the slash at the end electron-builder reads an Electron folder as the name of a package. */
const electronDist = (folder: string): string => `-c.electronDist=${join(folder, sep)}`

await script(() =>
  oneAtATime(async () => {
    await ensureBuild()
    const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH
    await runStep({
      title: 'Packaging',
      command: process.execPath,
      args: [
        inProject('node_modules/electron-builder/cli.js'),
        ...['--dir', '--publish', 'never'],
        ...(chosen ? [electronDist(chosen)] : []),
      ],
      cwd: inProject('.'),
    })
    checkFuses()
    for (const archive of globSync(inProject('dist/**/app.asar'))) {
      console.log(`${megabytes([archive])} ${archive}`)
      console.log(`${megabytes(globSync(`${archive}.unpacked/**/*.node`))} native code beside it`)
    }
  }),
)

function checkFuses(): void {
  const read = globSync(inProject('dist/*/**/*'))
    .filter((file) => statSync(file).isFile() && statSync(file).size > 50e6)
    .map((file) => readFuses(readFileSync(file)))
    .filter((fuses) => fuses !== null)
  if (read.length === 0) throw new SetupFailed('the package has no Electron')
  const wrong = Object.entries(wantedFuses()).filter(([name, on]) => read.some((fuses) => fuses[name] !== on))
  if (wrong.length > 0) throw new SetupFailed(`not as electron-builder.yml asks: ${wrong.join(' ')}`)
  console.log('The fuses of the package are as electron-builder.yml asks.')
}

function megabytes(files: readonly string[]): string {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  return `${(bytes / 1e6).toFixed(1)} MB`.padStart(9)
}
