/**
 * The customer display in the browser host: a page beside the cashier's when the settings ask for a window. A browser
 * cannot see a second screen.
 */
import type { Page } from '@playwright/test'
import { DISPLAY_CHANNEL, type DisplayView } from '../../../shared/page/index.ts'
import type { DisplaySetting } from '../../../shared/shop/settings.ts'
import { push } from './page-bridge.ts'

export function browserDisplay(cashier: Page, address: string) {
  let latest: DisplayView | null = null
  let wanted = false
  let page: Page | null = null
  /** Changes run one after another, so that a page that is opening is not opened twice. */
  let work = Promise.resolve()

  const tell = (): void => {
    if (page && latest) push(page, DISPLAY_CHANNEL, latest).catch(() => {}) // a loading page gets it later
  }

  const arrange = async (): Promise<void> => {
    if (wanted === (page !== null)) return
    if (!wanted) {
      const closing = page
      page = null
      await closing?.close()
      return
    }
    const opened = await openWindow(cashier)
    page = opened
    opened.on('load', tell)
    opened.on('close', () => {
      if (page === opened) page = null
    })
    await opened.addInitScript(installBridge, DISPLAY_CHANNEL)
    await opened.goto(address)
  }

  return {
    follow: (setting: DisplaySetting): void => {
      if (wanted === (setting === 'window')) return
      wanted = setting === 'window'
      work = work.then(arrange).catch(() => {}) // the browser is closing
    },
    show: (view: DisplayView): void => {
      latest = view
      tell()
    },
  }
}

export type BrowserDisplay = ReturnType<typeof browserDisplay>

/** Opens a window of its own: of two tabs in one window, Chromium suspends the hidden one. */
async function openWindow(beside: Page): Promise<Page> {
  const context = beside.context()
  const session = await context.newCDPSession(beside)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const opening = context.waitForEvent('page')
  const { browserContextId } = targetInfo
  await session.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    width: 1024,
    height: 600,
    ...(browserContextId === undefined ? {} : { browserContextId }),
  })
  const opened = await opening
  await session.detach()
  return opened
}

/** Runs in the page before the page's own scripts. The bridge can receive views and call nothing. */
function installBridge(channel: string): void {
  const posDisplay = {
    onView: (listener: (view: unknown) => void) => {
      const hear = (event: Event) => listener((event as CustomEvent).detail)
      window.addEventListener(channel, hear)
      return () => window.removeEventListener(channel, hear)
    },
  }
  Object.defineProperty(window, 'posDisplay', { value: Object.freeze(posDisplay) })
}
