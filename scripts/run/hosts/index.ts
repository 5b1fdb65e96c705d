import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTER_NAME } from '../../../main/storage/register/index.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { ensurePackaged, findPackaged } from '../package/packaged-app.ts'
import { ensureBrowser, findBrowser } from '../setup/browser.ts'
import { ensureElectron, type Found, findElectron, usable } from '../setup/electron.ts'
import { inProject } from '../setup/project.mjs'
import { openBrowserHost } from './browser-host.ts'
import { openElectronHost } from './electron-host.ts'
import { type Host, type HostKind, type HostOptions, storeSettings } from './host.ts'

export { openBrowserHost } from './browser-host.ts'
export { launchHeadless } from './browser-window.ts'
export { openElectronHost } from './electron-host.ts'
export type { Host, HostKind, HostOptions, LentElectron } from './host.ts'
export { startLentElectron } from './lent-electron.ts'
export { pagesOfTill } from './till-pages.ts'

const FIND: Record<HostKind, () => Found> = {
  electron: () => usable(findElectron()),
  packaged: findPackaged,
  browser: findBrowser,
}
const ENSURE: Record<HostKind, () => Promise<Found>> = {
  electron: ensureElectron,
  packaged: ensurePackaged,
  browser: ensureBrowser,
}

/** The program of a host on this machine, or why there is none. */
export const findHost = (kind: HostKind): Found => FIND[kind]()

/** The path of a host's program. Throws where there is none. */
export function executableOf(kind: HostKind): string {
  const found = findHost(kind)
  if ('missing' in found) throw new Error(found.missing)
  return found.executable
}

/** Like `findHost`, but first tries to install the host. */
export const ensureHost = (kind: HostKind): Promise<Found> => ENSURE[kind]()

/** Opens a headless host. Electron needs a display for it, real or virtual. */
export async function openHost(kind: HostKind, options: Omit<HostOptions, 'executable'>): Promise<Host> {
  if (!options.newcomer) await pastTheGuide(options.dataFolder)
  if (kind === 'electron' && options.lentElectron !== undefined)
    return (await options.lentElectron()).open({ folder: options.dataFolder, practice: options.practice })
  const whole = { ...options, executable: executableOf(kind) }
  return kind === 'browser'
    ? openBrowserHost({ ...whole, headless: true })
    : openElectronHost(whole, kind === 'packaged' ? [] : [inProject('.')])
}

/** Writes what the finished guide leaves: saved settings (main/shop/settings/store.ts). */
export async function pastTheGuide(folder: string): Promise<void> {
  if (!existsSync(join(folder, REGISTER_NAME))) await storeSettings(folder, FIRST_SETTINGS)
}
