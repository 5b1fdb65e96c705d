/**
 * A till for specs of the page. The terminal runs in the test's own process, and one page of the machine's Chromium stays
 * loaded for all specs of a worker, because a page takes longer to load than most specs need. Before each
 * till the page is reset: it is told that another person has signed in, and drops all that it kept (`startAnew` in
 * renderer/cashier/page/store.ts).
 */
import type { Browser, Page } from '@playwright/test'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'
import type { Terminal } from '../../main/till/index.ts'
import { FIRST_PAGE, ORIGIN, servePages } from '../../scripts/run/hosts/browser-pages.ts'
import { newProfile, SIZE } from '../../scripts/run/hosts/browser-window.ts'
import { type Host, pastTheGuide } from '../../scripts/run/hosts/index.ts'
import { buildBridge, pushView } from '../../scripts/run/hosts/page-bridge.ts'
import { openTill } from '../../scripts/run/hosts/till-in-node.ts'
import type { PageView, TerminalView } from '../../shared/page/index.ts'
import { CHEAP_SCRYPT_COST } from './cheap-hashes.ts'
import { giveEmptyJournal } from './empty-journal.ts'

export type KeptPage = {
  readonly open: (till: KeptTill) => Promise<Host>
  readonly close: () => Promise<void>
}

type KeptTill = {
  readonly folder: string
  readonly practice: PracticeAddress
  /** As in HostOptions. */
  readonly newcomer: boolean
}

/** Opens one till after the other. */
export function keptPage(lentBrowser: () => Promise<Browser>): KeptPage {
  let kept: Page | null = null
  let terminal: Terminal | null = null

  /** The page drops the answer of an earlier till by itself. Between two tills nobody answers. */
  const answer = async (...call: Parameters<Terminal['answer']>) =>
    (await terminal?.answer(...call)) ?? new Promise<never>(() => {})
  const load = async (): Promise<Page> => {
    await kept?.context().close()
    const profile = await newProfile(await lentBrowser())
    await servePages(profile)
    const page = await profile.newPage()
    await buildBridge(page, ORIGIN, answer)
    await page.goto(FIRST_PAGE)
    return page
  }
  const stop = async (): Promise<void> => {
    const stopping = terminal
    terminal = null
    await stopping?.stop()
  }

  return {
    close: stop,
    open: async ({ folder, practice, newcomer }) => {
      giveEmptyJournal(folder, 'test')
      if (!newcomer) await pastTheGuide(folder)
      const { terminal: started } = await openTill({ folder, practice, scryptCost: CHEAP_SCRYPT_COST })
      terminal = started
      const view = await viewOf(started)
      // A locked till shows nothing of what is under the lock, so that the page could not be told to forget it.
      const page = kept === null || kept.isClosed() || view.locked ? await load() : kept
      if (page === kept) await forget(page, view as TerminalView)
      kept = page
      const tell = (told: PageView): void => {
        if (started === terminal) pushView(page, told).catch(() => {}) // a page that is loading asks by itself
      }
      started.onView(tell)
      tell(await viewOf(started))
      return {
        kind: 'browser',
        page,
        display: noProcess,
        crashPage: noProcess,
        closePage: noProcess,
        close: stop,
        kill: noProcess,
      }
    },
  }
}

async function viewOf(terminal: Terminal): Promise<PageView> {
  const reply = await terminal.answer('getView', undefined)
  if (!reply.ok) throw new Error(reply.error.name)
  return reply.value as PageView
}

/** The page forgets what it had when the second of two persons signs in; a till without people has no third. */
async function forget(page: Page, view: TerminalView): Promise<void> {
  await page.setViewportSize(SIZE)
  await page.emulateMedia({ reducedMotion: null, forcedColors: null })
  await page.mouse.move(0, 0)
  for (const id of ['one', 'other']) await show(page, { ...view, person: { id, name: id, role: 'owner' } })
  await show(page, view)
}

/** Resolves when it is drawn. */
async function show(page: Page, view: PageView): Promise<void> {
  await pushView(page, view)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
}

const noProcess = (): Promise<never> =>
  Promise.reject(new Error('the till and its page have no process of their own: see inOwnProcess'))
