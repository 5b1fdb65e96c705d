/** Packs the built app as a folder, and reads the fuses of a packed one. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { readFuses, wantedFuses } from './fuses.ts'
import { writeInside } from './package/inside.ts'
import { runStep, SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'

/** Without the slash at the end electron-builder reads an Electron folder as the name of a package. */
const electronDist = (folder: string): string => `-c.electronDist=${join(folder, sep)}`

/** `config` is a file for electron-builder instead of electron-builder.yml. */
export function pack(title: string, output: string, config = 'electron-builder.yml'): Promise<void> {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH || null
  writeInside(inProject('out/.inside'), chosen)
  return runStep({
    title,
    command: process.execPath,
    args: [
      inProject('node_modules/electron-builder/cli.js'),
      ...['--dir', '--publish', 'never', '--config', config, `-c.directories.output=${output}`],
      ...(chosen ? [electronDist(chosen)] : []),
    ],
    cwd: inProject('.'),
  })
}

/** The fuses of the packed programs that are not as electron-builder.yml asks. */
export function wrongFuses(folder: string): readonly string[] {
  const read = globSync(join(folder, '*/**/*'))
    .filter((file) => statSync(file).isFile() && statSync(file).size > 50e6)
    .map((file) => readFuses(readFileSync(file)))
    .filter((fuses) => fuses !== null)
  if (read.length === 0) throw new SetupFailed(`no packed Electron in ${folder}`)
  return Object.entries(wantedFuses())
    .filter(([name, on]) => read.some((fuses) => fuses[name] !== on))
    .map(([name]) => name)
}
