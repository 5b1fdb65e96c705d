/**
 * The terminal without Electron, for development, tests and demos: main/till/start-till.ts in Node, and the built page in the
 * machine's Chromium.
 */
import type { Page } from '@playwright/test'
import type { DisplayView, PageView } from '../../../shared/page/index.ts'
import type { DisplaySetting } from '../../../shared/shop/settings.ts'
import { type BrowserDisplay, browserDisplay } from './browser-display.ts'
import { DISPLAY_PAGE, FIRST_PAGE, ORIGIN, servePages } from './browser-pages.ts'
import { openHeadless, openWindow } from './browser-window.ts'
import { type Host, type HostOptions, terminalEnv } from './host.ts'
import { buildBridge, pushView } from './page-bridge.ts'
import { forkTerminal, type TerminalClient } from './terminal-client.ts'
import { crash, findDisplay } from './till-pages.ts'

export type BrowserHostOptions = HostOptions & {
  readonly headless: boolean
  /** The terminal ended by itself. The page stays as it was, and nothing answers it. */
  readonly onLost?: (how: string) => void
}

/** Opens the built product. Rejects when the terminal or the browser does not start, and stops the other one then. */
export async function openBrowserHost(options: BrowserHostOptions): Promise<Host> {
  let page: Page | null = null
  let display: BrowserDisplay | null = null
  let shown: DisplayView | null = null
  const starting = forkTerminal({
    env: terminalEnv(options),
    // A page that is loading asks for the view itself, and a closed page needs none.
    onView: (view: PageView) => {
      if (page) pushView(page, view).catch(() => {})
      if (!view.locked) display?.follow(view.settings.display)
    },
    onDisplay: (view) => {
      shown = view
      display?.show(view)
    },
    onLost: options.onLost ?? ((how) => console.error(`the terminal ended by itself: ${how}`)),
  })
  // Both processes start at the same time.
  const opening = options.headless ? openHeadless(options) : openWindow(options.executable)
  const [started, opened] = await Promise.allSettled([starting, opening])
  const end = async (how: 'stop' | 'kill') => {
    if (started.status === 'fulfilled') await started.value[how]()
    if (opened.status === 'fulfilled') await opened.value.close()
  }
  try {
    const terminal = await starting
    const { context } = await opening
    await servePages(context)
    const openPage = async (opened: Page, address: string) => {
      page = opened
      await buildBridge(opened, ORIGIN, terminal.answer)
      await opened.goto(address)
      return opened
    }
    let current = await openPage(context.pages()[0] ?? (await context.newPage()), FIRST_PAGE)
    display = browserDisplay(current, DISPLAY_PAGE)
    if (shown) display.show(shown)
    display.follow(await settingOf(terminal.answer))
    return {
      kind: 'browser',
      get page() {
        return current
      },
      display: () => findDisplay(current),
      // Both do the work of main/electron/keep-alive.ts. Playwright cannot use a crashed page again, so a new page
      // takes its place.
      crashPage: async () => {
        const gone = current
        await crash(gone)
        current = await openPage(await context.newPage(), `${FIRST_PAGE}#again`)
        await gone.close().catch(() => {})
      },
      closePage: async () => {
        const gone = current
        current = await openPage(await context.newPage(), `${FIRST_PAGE}#again`)
        await gone.close()
      },
      close: () => end('stop'),
      kill: () => end('kill'),
    }
  } catch (error) {
    await end('kill')
    throw error
  }
}

async function settingOf(answer: TerminalClient['answer']): Promise<DisplaySetting> {
  const reply = await answer('getView', undefined)
  const view = reply.ok ? (reply.value as PageView) : null
  return view === null || view.locked ? 'off' : view.settings.display
}
