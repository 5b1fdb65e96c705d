/** Finds Chromium or Chrome for the browser host. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Found } from './electron.ts'
import { isExecutable, onPath } from './machine.ts'
import { SetupFailed } from './progress.mjs'
import { installPackages } from './system-packages.ts'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

const places = (): readonly string[] => {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((app) =>
        join(folder, `${app}.app/Contents/MacOS/${app}`),
      ),
    )
  }
  if (process.platform === 'win32') {
    const { PROGRAMFILES, LOCALAPPDATA, 'PROGRAMFILES(X86)': PROGRAMFILES_X86 } = process.env
    return [PROGRAMFILES, PROGRAMFILES_X86, LOCALAPPDATA].flatMap((folder) =>
      folder
        ? [
            join(folder, 'Google/Chrome/Application/chrome.exe'),
            join(folder, 'Microsoft/Edge/Application/msedge.exe'),
          ]
        : [],
    )
  }
  return COMMANDS.flatMap((command) => onPath(command) ?? [])
}

export function findBrowser(): Found {
  const executable = places().find(isExecutable)
  return executable === undefined
    ? { missing: 'there is no Chromium or Chrome on this machine' }
    : { executable }
}

/** Like `findBrowser`, but first tries to install Chromium. Never throws. */
export async function ensureBrowser(): Promise<Found> {
  const found = findBrowser()
  if ('executable' in found || process.platform !== 'linux') return found
  try {
    await installPackages('for the browser host', ['chromium'])
    return findBrowser()
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    return { missing: `${found.missing}; ${error.message}` }
  }
}
