/** A window of the machine's Chromium, for somebody to look at or for nobody. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import type { HostOptions } from './host.ts'

type Window = { readonly context: BrowserContext; readonly close: () => Promise<void> }

/**
 * Each window of a whole Chromium, a headless one too, has a second page behind its address bar: a second of a processor
 * for what nobody types there. Chromium takes the last of several such switches, so Playwright's own list
 * (chromiumSwitches.ts of 1.65) is here too.
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

/** A browser whose windows nobody sees. */
export const launchHeadless = (executable: string): Promise<Browser> =>
  chromium.launch({ executablePath: executable, args: [`--disable-features=${DISABLED_FEATURES}`] })

/** With a profile of its own, in a lent browser too: it shares no cookie, no cache and no page process with another. */
export async function openHeadless({ executable, browser: lent }: HostOptions): Promise<Window> {
  const browser = await (lent?.() ?? launchHeadless(executable))
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    serviceWorkers: 'block',
  })
  return { context, close: () => (lent ? context : browser).close() }
}

/**
 * For a person: a window of the till's own size with nothing of a browser around it. It opens on a page that needs no
 * network; Chromium's bars are told to keep out, the one that offers to translate by the profile, which goes with it.
 */
export async function openWindow(executable: string): Promise<Window> {
  const profile = await mkdtemp(join(tmpdir(), 'tugrik-window-'))
  // Chromium may still be writing when it says that it is gone.
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
