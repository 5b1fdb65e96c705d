/**
 * The same terminal without Electron, for development, tests and demos: main/terminal.ts in Node, the built page in
 * the machine's Chromium. Nothing listens on a port: the page's files are handed to the browser by Playwright.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Route } from '@playwright/test'
import { CONTENT_HEADERS, fileForRequest } from '../../main/security/index.ts'
import type { DisplayView, TerminalView } from '../../shared/ipc/index.ts'
import type { DisplaySetting } from '../../shared/settings.ts'
import { inProject } from '../setup/project.mjs'
import { type BrowserDisplay, browserDisplay } from './browser-display.ts'
import { crash } from './crash.ts'
import { findDisplay } from './display-page.ts'
import { type Host, type HostOptions, terminalEnv } from './host.ts'
import { buildBridge, pushView } from './page-bridge.ts'
import { forkTerminal, type TerminalClient } from './terminal-client.ts'

/** A name that no DNS answers (RFC 2606): what is not handed out here does not exist. */
const ORIGIN = 'https://pos.invalid'
const FIRST_PAGE = `${ORIGIN}/cashier/index.html`
const DISPLAY_PAGE = `${ORIGIN}/display/index.html`

export type BrowserHostOptions = HostOptions & { readonly headless: boolean }

/** Opens the built product. Rejects where the terminal or the browser does not start, and leaves neither behind. */
export async function openBrowserHost(options: BrowserHostOptions): Promise<Host> {
  let page: Page | null = null
  let display: BrowserDisplay | null = null
  let shown: DisplayView | null = null
  const terminal = await forkTerminal({
    env: terminalEnv(options),
    // A page that is loading asks for the view by itself; one that is closed needs none.
    onView: (view: TerminalView) => {
      if (page) pushView(page, view).catch(() => {})
      display?.follow(view.settings.display)
    },
    onDisplay: (view) => {
      shown = view
      display?.show(view)
    },
    onLost: (how) => console.error(`the terminal ended by itself: ${how}`),
  })
  let window: Window | null = null
  const endWindow = async () => window?.close()
  try {
    window = await (options.headless ? openUnseen(options.executable) : openWindow(options.executable))
    const { context } = window
    await context.route('**/*', handOut)
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
      // In the place of main/electron/keep-alive.ts. The crashed one is no page any more: another takes its place.
      crashPage: async () => {
        const gone = current
        await crash(gone)
        current = await openPage(await context.newPage(), `${FIRST_PAGE}#again`)
        await gone.close().catch(() => {})
      },
      close: () => terminal.stop().then(endWindow),
      kill: () => terminal.kill().then(endWindow),
    }
  } catch (error) {
    await terminal.kill()
    await endWindow()
    throw error
  }
}

async function settingOf(answer: TerminalClient['answer']): Promise<DisplaySetting> {
  const reply = await answer('getView', undefined)
  return reply.ok ? (reply.value as TerminalView).settings.display : 'off'
}

type Window = { readonly context: BrowserContext; readonly close: () => Promise<void> }

async function openUnseen(executable: string): Promise<Window> {
  const browser = await chromium.launch({ executablePath: executable })
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    serviceWorkers: 'block',
  })
  return { context, close: () => browser.close() }
}

/**
 * For a person: a window of the till's own size with nothing of a browser around it. It opens on a page that needs no
 * network; Chromium's bars are told to keep out, the one that offers to translate by the profile, which goes with it.
 */
async function openWindow(executable: string): Promise<Window> {
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

/** The page's own files with the product's own headers; every other request is refused. */
async function handOut(route: Route): Promise<void> {
  const request = route.request()
  if (request.method() !== 'GET' || new URL(request.url()).origin !== ORIGIN)
    return route.abort('blockedbyclient')
  const file = fileForRequest(inProject('out/renderer'), request.url())
  if (file === null) return route.fulfill({ status: 404, body: '' })
  await route.fulfill({ path: file.path, headers: { ...CONTENT_HEADERS, 'Content-Type': file.type } })
}
