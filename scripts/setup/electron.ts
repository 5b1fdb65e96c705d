/** Where Electron is, and how it comes here. */
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

/** A program that runs a host, or in one line why there is none. */
export type Found = { readonly executable: string } | { readonly missing: string }

/** The Electron that is on the machine: ELECTRON_OVERRIDE_DIST_PATH's, or the one in node_modules. */
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

/** As `findElectron`, after a try to download it and what it needs of the system. Never throws. */
export async function ensureElectron(): Promise<Found> {
  try {
    const found = await findOrDownload()
    if ('executable' in found && missingLibraries(found.executable).length > 0) {
      await installPackages('Installing the libraries that Electron needs', ELECTRON_LIBRARIES)
    }
    return usable(found)
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    return { missing: error.message }
  }
}

async function findOrDownload(): Promise<Found> {
  const found = findElectron()
  if ('executable' in found || process.env.ELECTRON_OVERRIDE_DIST_PATH) return found
  try {
    await downloadElectron()
    return findElectron()
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    return { missing: `its binary could not be downloaded, ${error.message.split(': ').at(-1)}` }
  }
}

/** An Electron that lacks libraries or a screen is none. */
export function usable(found: Found): Found {
  if ('missing' in found) return found
  const libraries = missingLibraries(found.executable)
  if (libraries.length > 0) return { missing: `Electron lacks libraries: ${libraries.join(' ')}` }
  return canShowWindows() ? found : { missing: 'there is no display, and no xvfb-run to stand in for one' }
}

/** Electron's own installer; it checks what it downloads, and leaves nothing behind where it fails. */
const downloadElectron = (): Promise<void> =>
  runStep({
    title: 'Downloading Electron',
    command: process.execPath,
    args: [inProject('node_modules/electron/install.js')],
    cwd: inProject('node_modules/electron'),
    limitMs: DOWNLOAD_LIMIT_MS,
    showLog: false,
  })

/** An unpacking that was interrupted leaves a folder without its last file. */
function isWhole(executable: string): boolean {
  const mark = inProject('node_modules/electron/path.txt')
  return existsSync(executable) && existsSync(mark) && readFileSync(mark, 'utf8') === PROGRAM
}
