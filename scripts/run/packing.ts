/** Packs the built app as a folder, and reads the fuses, the sizes and the files of a packed one. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isRelease } from '../../main/till/updates/index.ts'
import { readFuses, wantedFuses } from './fuses.ts'
import { writeInside } from './package/inside.ts'
import { findElectron } from './setup/electron.ts'
import { runStep, SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'

/** Without the slash at the end electron-builder reads an Electron folder as the name of a package. */
const electronDist = (folder: string): string => `-c.electronDist=${join(folder, sep)}`

/** `config` is a file for electron-builder instead of electron-builder.yml. */
export function pack(title: string, output: string, config = 'electron-builder.yml'): Promise<void> {
  const args = ['--dir', '--publish', 'never', '--config', config, `-c.directories.output=${output}`]
  return runStep({ title, ...packedWith(args) })
}

export const notARelease = (version: string): string =>
  `${version} is no release: tills are updated to versions such as 0.2.0 (docs/updates.md)`

/** Writes what is inside, and returns the command that packs it with the chosen Electron. */
export function packedWith(args: readonly string[]) {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH || null
  const electron = findElectron()
  // Without a chosen one electron-builder downloads its own.
  if (chosen !== null && 'missing' in electron) throw new SetupFailed(`Nothing to pack: ${electron.missing}`)
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  if (process.env.TUGRIK_UPDATE_KEY && !isRelease(version)) throw new SetupFailed(notARelease(version))
  writeInside(inProject('out/.inside'), chosen)
  return {
    command: process.execPath,
    args: [
      inProject('node_modules/electron-builder/cli.js'),
      ...args,
      // The public keys of the maker, from the archive, which the program checks (docs/updates.md).
      ...(process.env.TUGRIK_UPDATE_KEY
        ? [`-c.extraMetadata.updateKeys=${process.env.TUGRIK_UPDATE_KEY}`]
        : []),
      ...(chosen === null ? [] : [electronDist(chosen)]),
    ],
    cwd: inProject('.'),
  }
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

/** In bytes. */
export function sizesOf(folder: string) {
  const sum = (pattern: string): number =>
    filesIn(folder, pattern).reduce((all, file) => all + statSync(join(folder, file)).size, 0)
  return {
    'app.asar': sum('*/**/app.asar'),
    'native code beside it': sum('*/**/app.asar.unpacked/**'),
    'the whole folder': sum('*/**'),
  }
}

/** The files that are not the same in both packed folders. */
export function differences(first: string, second: string): readonly string[] {
  const [one, other] = [hashesIn(first), hashesIn(second)]
  return [...new Set([...one.keys(), ...other.keys()])].filter((file) => one.get(file) !== other.get(file))
}

const hashesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    filesIn(folder, '*/**').map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  )

const filesIn = (folder: string, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())
