/** A till for a spec: a terminal with its own data, and a practice service. */
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Browser, test as base, type Page, type TestDetails } from '@playwright/test'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'
import {
  findHost,
  type Host,
  type HostKind,
  type LentElectron,
  launchHeadless,
  openHost,
  startLentElectron,
} from '../../scripts/run/hosts/index.ts'
import {
  type PracticeControl,
  practiceControl,
  startPracticeWithFaults,
} from '../../scripts/run/practice/index.ts'
import { type KeptPage, keptPage } from './kept-page.ts'
import { atPersonPace } from './person-pace.ts'

/** With `page`, the specs share one page, and the till runs in the test's process (kept-page.ts). */
export type WorkerOptions = { readonly hostKind: HostKind | 'page' }

export type TillOptions = {
  /** Starts with the first-run guide, like an unused terminal. */
  readonly newcomer: boolean
  /** Starts an Electron of its own for each till, as a shop does, with the environment of the test. */
  readonly ownElectron: boolean
}

export type Till = {
  /** The page of the current terminal; it changes after a restart or a crash. */
  readonly page: Page
  /** The customer display's page, when it is open. */
  readonly display: () => Promise<Page>
  readonly host: Host['kind']
  readonly dataFolder: string
  /** The control of the till's practice service, which runs in the test's process over real HTTP. */
  readonly practice: PracticeControl
  /** Of that practice service, for another till of the same merchant. */
  readonly practiceAddress: PracticeAddress
  /** Crashes the page but not the terminal; resolves when the new page is there. */
  readonly crashPage: () => Promise<void>
  /** The page closes its own window; resolves when a new page is there. */
  readonly closePage: () => Promise<void>
  /** Closes the terminal in an orderly way, for a change of its files. */
  readonly close: () => Promise<void>
  /** Kills the till, like a power cut. A shared Electron has to start anew then, which takes longer than `close`. */
  readonly kill: () => Promise<void>
  /** Opens the terminal again on the same data; closes it first when it still runs. */
  readonly restart: () => Promise<void>
}

type Fixtures = {
  /** The till's data. A spec that needs a shop with a past fills it before the till opens. */
  readonly dataFolder: string
  readonly till: Till
  /** The page of the till's first start. */
  readonly page: Page
}
type WorkerFixtures = {
  readonly lentBrowser: () => Promise<Browser>
  readonly lentElectron: () => Promise<LentElectron>
  readonly kept: KeptPage
}

export const test = base.extend<TillOptions & Fixtures, WorkerOptions & WorkerFixtures>({
  hostKind: ['browser', { option: true, scope: 'worker' }],
  newcomer: [false, { option: true }],
  ownElectron: [false, { option: true }],
  /** One browser for all specs of a worker, one after the other. Each till has its own profile in it. */
  lentBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
    async ({}, use) => {
      let browser: Browser | null = null
      await use(async () => {
        if (!browser?.isConnected()) browser = await launchHeadless(programOf('browser'))
        return browser
      })
      await (browser as Browser | null)?.close()
    },
    { scope: 'worker' },
  ],
  /** One Electron for the specs of a worker, one after the other, until a spec kills its till. */
  lentElectron: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tugrik-electron-'))
      let electron: LentElectron | null = null
      await use(async () => {
        if (!electron?.running()) electron = await startLentElectron(programOf('electron'), folder)
        return electron
      })
      await (electron as LentElectron | null)?.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker' },
  ],
  kept: [async ({ lentBrowser }, use) => use(keptPage(lentBrowser)), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tugrik касс-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  till: async (
    { hostKind, newcomer, ownElectron, dataFolder, lentBrowser, lentElectron, kept },
    use,
    info,
  ) => {
    const practice = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
    const open = async () => {
      const opened =
        hostKind === 'page'
          ? await kept.open({ folder: dataFolder, practice: practice.address, newcomer })
          : await openHost(hostKind, {
              dataFolder,
              practice: practice.address,
              newcomer,
              browser: lentBrowser,
              ...(ownElectron || hostKind === 'packaged' ? {} : { lentElectron }),
            })
      await drawn(opened.page)
      await atPersonPace(opened.page)
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
      host: hostKind === 'browser' || hostKind === 'page' ? 'browser' : 'electron',
      dataFolder,
      practice: practiceControl(practice.address),
      practiceAddress: practice.address,
      crashPage: async () => host?.crashPage(),
      closePage: async () => host?.closePage(),
      close: () => end('close'),
      kill: () => end('kill'),
      restart: async () => {
        await end('close')
        host = await open()
      },
    })
    if (info.errors.length > 0) await info.attach('shown', { body: await shownBy(host, dataFolder) })
    await end('close')
    await practice.stop()
  },
  page: ({ till }, use) => use(till.page),
})

/** What the page shows and the last lines of the till's log, for a failure that is hard to repeat. */
async function shownBy(host: Host | null, folder: string): Promise<string> {
  const page = await host?.page.locator('body').ariaSnapshot({ timeout: SNAPSHOT_MS }).catch(String)
  // The log of this till, and the log of the Electron that several tills share. They are in different folders.
  const logs = globSync([`${basename(folder)}/**/terminal.log`, 'tugrik-electron-*/**/terminal.log'], {
    cwd: tmpdir(),
  }).map((name) => readFileSync(join(tmpdir(), name), 'utf8'))
  const lines = (page ?? 'no page').split('\n').filter((line) => !line.includes('- option'))
  return [
    'The till logged:',
    ...logs.join('').split('\n').slice(-LOG_LINES),
    'The page showed:',
    ...lines,
  ].join('\n')
}

/** A busy machine takes many times as long as the second that it usually takes. */
const SNAPSHOT_MS = 30_000
const LOG_LINES = 20

function programOf(kind: HostKind): string {
  const found = findHost(kind)
  if ('missing' in found) throw new Error(found.missing)
  return found.executable
}

/** A loaded page hears keys only after it was drawn. */
const drawn = (page: Page): Promise<void> =>
  page.locator('nav:visible, [data-testid=lock-screen]:visible').first().waitFor()

/** Lets a page leave by itself, and waits for the document that its window loads instead. */
export async function comesBackFrom(page: Page, leave: () => void): Promise<void> {
  await page.evaluate(() => Object.assign(window, { beforeLeaving: true }))
  await page.evaluate(leave).catch(() => {}) // the page is gone
  await page.waitForFunction(
    () => !('beforeLeaving' in window) && document.querySelector('[data-testid]') !== null,
  )
}

/** Details of a spec that only Electron can run, because it is about this. All other specs run in a page alone (kept-page.ts). */
export const inElectron = (about: string, ...more: readonly string[]) => details('@electron', about, more)

/** Details of a spec whose till needs a process of its own, in Electron or beside a browser, because this happens to it. */
export const inOwnProcess = (happens: string, ...more: readonly string[]) =>
  details('@process', happens, more)

const details = (tag: string, reason: string, more: readonly string[]): TestDetails => ({
  tag: [tag, ...more],
  annotation: { type: tag, description: reason },
})

/** Skips the running spec. */
export const skip = (reason: string): void => test.skip(true, reason)

export { expect } from '@playwright/test'
