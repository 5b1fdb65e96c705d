/** A till for a spec: a terminal of its own with its own data, and a practice service to pay at. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, test as base, type Page } from '@playwright/test'
import { machineClock, silentLog } from '../../main/environment.ts'
import { type PracticePayer, practicePayer, startPractice } from '../../main/practice/index.ts'
import { findHost, type Host, type HostKind, launchHeadless, openHost } from '../../scripts/hosts/index.ts'

export type WorkerOptions = { readonly hostKind: HostKind }

export type TillOptions = {
  /** At the first-run guide, as a terminal that nobody has used yet. */
  readonly newcomer: boolean
}

type Till = {
  /** The page of the terminal that runs now: another one after a restart or a crash. */
  readonly page: Page
  /** The customer display's page, as soon as it is open. */
  readonly display: () => Promise<Page>
  readonly host: HostKind
  readonly dataFolder: string
  /** Control of the practice service that the till is at: in the test's own process, over real HTTP. */
  readonly practice: PracticePayer
  /** The page dies, and the terminal does not; the new page is there when it resolves. */
  readonly crashPage: () => Promise<void>
  /** Pulls the plug. */
  readonly kill: () => Promise<void>
  /** Opens the terminal again on the same data; closes it first where it still runs. */
  readonly restart: () => Promise<void>
}

type Fixtures = { readonly till: Till }
type WorkerFixtures = { readonly lentBrowser: () => Promise<Browser> }

export const test = base.extend<TillOptions & Fixtures, WorkerOptions & WorkerFixtures>({
  hostKind: ['browser', { option: true, scope: 'worker' }],
  newcomer: [false, { option: true }],
  /** One browser for a worker's specs, one after another: each till has a profile of its own in it. */
  lentBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
    async ({}, use) => {
      let browser: Browser | null = null
      await use(async () => {
        if (!browser?.isConnected()) browser = await launchedBrowser()
        return browser
      })
      await (browser as Browser | null)?.close()
    },
    { scope: 'worker' },
  ],
  till: async ({ hostKind, newcomer, lentBrowser }, use) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'tugrik-till-'))
    const practice = await startPractice({ clock: machineClock, log: silentLog })
    const open = async () => {
      const opened = await openHost(hostKind, {
        dataFolder,
        practice: practice.address,
        newcomer,
        browser: lentBrowser,
      })
      await drawn(opened.page)
      return opened
    }
    let host: Host | null = await open()
    const end = async (how: 'close' | 'kill') => {
      const running = host
      host = null
      await running?.[how]()
    }
    await use({
      get page() {
        if (host === null) throw new Error('the till is off: restart it first')
        return host.page
      },
      display: () => (host === null ? Promise.reject(new Error('the till is off')) : host.display()),
      host: hostKind,
      dataFolder,
      practice: practicePayer(practice.address),
      crashPage: async () => host?.crashPage(),
      kill: () => end('kill'),
      restart: async () => {
        await end('close')
        host = await open()
      },
    })
    await end('close')
    await practice.stop()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  },
})

function launchedBrowser(): Promise<Browser> {
  const found = findHost('browser')
  if ('missing' in found) throw new Error(found.missing)
  return launchHeadless(found.executable)
}

/** Loaded is not yet drawn: only then somebody hears a key. */
const drawn = (page: Page): Promise<void> =>
  page.locator('nav:visible, [data-testid=lock-screen]:visible').first().waitFor()

export { expect } from '@playwright/test'
