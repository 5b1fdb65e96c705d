/** Finds Electron, and installs it when it is missing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canShowWindows } from './machine.ts'
import { runStep, SetupFailed } from './progress.mjs'
import { inProject } from './project.mjs'
import { ELECTRON_LIBRARIES, installPackages, missingLibraries } from './system-packages.ts'

const DOWNLOAD_LIMIT_MS = 5 * 60_000
const PROGRAM =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[String(process.platform)] ??
  'electron'

/** The program of a host, or one line that says why there is none. */
export type Found =
  | { readonly executable: string }
  /** `excused`: it cannot be had here, so that a skip is no failure in CI. */
  | { readonly missing: string; readonly excused?: boolean }

/** Finds Electron on the machine: at ELECTRON_OVERRIDE_DIST_PATH or in node_modules. */
export function findElectron(): Found {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (chosen) {
    const executable = join(chosen, PROGRAM)
    return existsSync(executable)
      ? { executable }
      : { missing: `ELECTRON_OVERRIDE_DIST_PATH has no ${PROGRAM}: ${chosen}` }
  }
  const executable = inProject(join('node_modules/electron/dist', PROGRAM))
  return isWhole(executable) ? { executable } : { missing: 'Electron’s binary is not installed' }
}

/** Like `findElectron`, but first tries to download it and to install the libraries that it needs. Never throws. */
export async function ensureElectron(): Promise<Found> {
  try {
    const found = await findOrDownload()
    if ('executable' in found && missingLibraries(found.executable).length > 0) {
      await installPackages('for Electron', ELECTRON_LIBRARIES)
    }
    return usable(found)
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    return { missing: error.message }
  }
}

/**
 * Checks that Electron is there before the app is packed. Otherwise electron-builder downloads it: without a word, without a time
 * limit, and with a stack trace when that fails.
 */
export async function ensureElectronToPack(): Promise<void> {
  const found = await findOrDownload()
  if ('missing' in found) throw new SetupFailed(`Nothing to pack: ${found.missing}`)
}

async function findOrDownload(): Promise<Found> {
  const found = findElectron()
  if ('executable' in found || process.env.ELECTRON_OVERRIDE_DIST_PATH) return found
  console.log(
    'Electron is missing, and is downloaded into node_modules: about 120 MB, and 300 MB on the disk.',
  )
  try {
    await downloadElectron()
    return findElectron()
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    return { missing: `Electron could not be downloaded, ${error.message.split(': ').at(-1)}` }
  }
}

/** An Electron without its libraries or without a display counts as missing. */
export function usable(found: Found): Found {
  if ('missing' in found) return found
  const libraries = missingLibraries(found.executable)
  if (libraries.length > 0) return { missing: `Electron lacks libraries: ${libraries.join(' ')}` }
  return canShowWindows() ? found : { missing: 'there is no display, and no xvfb-run to stand in for one' }
}

/** Runs Electron's own installer, which checks its download and removes it after a failure. */
const downloadElectron = (): Promise<void> =>
  runStep({
    title: 'Downloading Electron',
    command: process.execPath,
    args: [inProject('node_modules/electron/install.js')],
    cwd: inProject('node_modules/electron'),
    limitMs: DOWNLOAD_LIMIT_MS,
    showLog: false,
  })

/** An interrupted unpacking leaves a folder without its last file. */
function isWhole(executable: string): boolean {
  const mark = inProject('node_modules/electron/path.txt')
  return existsSync(executable) && existsSync(mark) && readFileSync(mark, 'utf8') === PROGRAM
}
