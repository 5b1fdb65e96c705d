/** A window of the machine's Chromium, visible or headless. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import type { HostOptions } from './host.ts'

type Window = { readonly context: BrowserContext; readonly close: () => Promise<void> }

/**
 * A full Chromium, headless or not, opens a second page behind the address bar of each window, which costs a second of
 * processor time. Of several switches of this kind Chromium uses only the last one, so Playwright's own list
 * (chromiumSwitches.ts of 1.65) is repeated here.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
].join(',')

/** Starts a headless browser. */
export const launchHeadless = (executable: string): Promise<Browser> =>
  chromium.launch({ executablePath: executable, args: [`--disable-features=${DISABLED_FEATURES}`] })

/** The size of the till's page. */
export const SIZE = { width: 1366, height: 768 }

/** Opens a profile of its own: its pages share no cookies, cache or renderer process with others. */
export const newProfile = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: SIZE, serviceWorkers: 'block' })

/** Opens a page with a profile of its own, also in a lent browser. */
export async function openHeadless({ executable, browser: lent }: HostOptions): Promise<Window> {
  const browser = await (lent?.() ?? launchHeadless(executable))
  const context = await newProfile(browser)
  return { context, close: () => (lent ? context : browser).close() }
}

/**
 * Opens a visible window of the till's size, without tabs and address bar. It starts on a page that needs no network.
 * Switches hide Chromium's info bars; a setting of the profile turns off the offer to translate.
 */
export async function openWindow(executable: string): Promise<Window> {
  const profile = await mkdtemp(join(tmpdir(), 'tugrik-window-'))
  // Chromium may still write to the profile after its process has ended.
  const forget = () => rm(profile, { recursive: true, force: true, maxRetries: 10 })
  await mkdir(join(profile, 'Default'))
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify({ translate: { enabled: false } }))
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: executable,
      headless: false,
      args: ['--app=data:text/html,<title>Tugrik POS</title>', '--window-size=1366,768', '--test-type'],
      viewport: null,
      serviceWorkers: 'block',
    })
    return { context, close: () => context.close().then(forget) }
  } catch (error) {
    await forget()
    throw error
  }
}
