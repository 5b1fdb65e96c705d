import { ensureBrowser, findBrowser } from '../setup/browser.ts'
import { ensureElectron, type Found, findElectron, usable } from '../setup/electron.ts'
import { openBrowserHost } from './browser-host.ts'
import { openElectronHost } from './electron-host.ts'
import type { Host, HostKind, HostOptions } from './host.ts'

export { openBrowserHost } from './browser-host.ts'
export type { Host, HostKind, HostOptions } from './host.ts'

/** The program of a host as it is on this machine, or why there is none. */
export const findHost = (kind: HostKind): Found =>
  kind === 'electron' ? usable(findElectron()) : findBrowser()

/** As `findHost`, after doing what can be done to have it. */
export const ensureHost = (kind: HostKind): Promise<Found> =>
  kind === 'electron' ? ensureElectron() : ensureBrowser()

/** Opens a host that nobody looks at; Electron needs a display for it, real or not. */
export async function openHost(kind: HostKind, options: Omit<HostOptions, 'executable'>): Promise<Host> {
  const found = findHost(kind)
  if ('missing' in found) throw new Error(found.missing)
  const whole = { ...options, executable: found.executable }
  return kind === 'electron' ? openElectronHost(whole) : openBrowserHost({ ...whole, headless: true })
}
