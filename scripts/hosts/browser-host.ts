/**
 * The same terminal without Electron, for development, tests and demos: main/terminal.ts in Node, the built page in
 * the machine's Chromium. Nothing listens on a port: the page's files are handed to the browser by Playwright.
 */
import { type BrowserContext, chromium, type Page, type Route } from '@playwright/test'
import { CONTENT_HEADERS, fileForRequest } from '../../main/security/index.ts'
import type { TerminalView } from '../../shared/ipc/index.ts'
import { inProject } from '../setup/project.mjs'
import { type Host, type HostOptions, terminalEnv } from './host.ts'
import { buildBridge, pushView } from './page-bridge.ts'
import { forkTerminal } from './terminal-client.ts'

/** A name that no DNS answers (RFC 2606): what is not handed out here does not exist. */
const ORIGIN = 'https://pos.invalid'
const FIRST_PAGE = `${ORIGIN}/cashier/index.html`

export type BrowserHostOptions = HostOptions & { readonly headless: boolean }

/** Opens the built product. Rejects where the terminal or the browser does not start, and leaves neither behind. */
export async function openBrowserHost(options: BrowserHostOptions): Promise<Host> {
  let page: Page | null = null
  const terminal = await forkTerminal({
    env: terminalEnv(options),
    // A page that is loading asks for the view by itself; one that is closed needs none.
    onView: (view: TerminalView) => void (page && pushView(page, view).catch(() => {})),
    onLost: (how) => console.error(`the terminal ended by itself: ${how}`),
  })
  try {
    const context = await openContext(options)
    const end = async (how: Promise<void>) => {
      await how
      await context.browser()?.close()
    }
    await buildBridge(context, ORIGIN, terminal.answer)
    page = await context.newPage()
    await page.goto(FIRST_PAGE)
    return { kind: 'browser', page, close: () => end(terminal.stop()), kill: () => end(terminal.kill()) }
  } catch (error) {
    await terminal.kill()
    throw error
  }
}

async function openContext({ executable, headless }: BrowserHostOptions): Promise<BrowserContext> {
  const browser = await chromium.launch({
    executablePath: executable,
    headless,
    args: headless ? [] : ['--start-maximized'],
  })
  const context = await browser.newContext({
    viewport: headless ? { width: 1366, height: 768 } : null,
    serviceWorkers: 'block',
  })
  await context.route('**/*', handOut)
  return context
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
