/**
 * Runs the built product in a real Electron, controlled by Playwright over the DevTools port. Playwright's own launcher
 * for Electron attaches while the window is still loading; sometimes it misses the load event and waits for ever. Here
 * Playwright attaches after the page is complete.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { startElectron } from './electron-program.ts'
import { type Host, type HostOptions, terminalEnv } from './host.ts'
import { ask } from './page-question.ts'
import { crash, findDisplay } from './till-pages.ts'

export const CASHIER = 'app://pos/cashier/'
const LOOK_AGAIN_MS = 50
const TIMEOUT_MS = 25_000
const CONNECT_MS = 8_000
const QUESTION_MS = 5_000
const MOST_CONNECTIONS = 4

/** `program` is what Electron starts; a packaged app starts itself. */
export async function openElectronHost(options: HostOptions, program: readonly string[]): Promise<Host> {
  const { args = [], env = {}, ...rest } = options.electron ?? {}
  const { child, port, exited, kill } = await startElectron({
    executable: options.executable,
    args: [...args, ...program],
    ...rest,
    env: { ...terminalEnv(options), ...env },
  })
  try {
    const close = () => {
      child.kill('SIGTERM')
      return exited
    }
    return hostOf(await attach(port), { attachAgain: () => attach(port), close, kill })
  } catch (error) {
    await kill()
    throw error
  }
}

/** The host of a till whose cashier's page is open. */
export function hostOf(opened: Page, { attachAgain, close, kill }: HostParts): Host {
  let page = opened
  return {
    kind: 'electron',
    get page() {
      return page
    },
    display: () => findDisplay(page),
    crashPage: async () => {
      await crash(page)
      page = await attachAgain() // the terminal reloads the page by itself
    },
    closePage: async () => {
      const gone = page.waitForEvent('close')
      page.evaluate(() => window.close()).catch(() => {}) // a closed page does not answer
      await gone
      page = await attachAgain()
    },
    close,
    kill,
  }
}

type HostParts = Pick<Host, 'close' | 'kill'> & { readonly attachAgain: () => Promise<Page> }

/** The page of the cashier's window. */
export async function attach(port: number): Promise<Page> {
  const browser = await connected(port)
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((one) => one.url().startsWith(CASHIER))
  if (page === undefined) throw new Error('Electron opened, but has no window of the terminal')
  return page
}

/** Connects again when the connection hangs, which happens when a window (the customer display's) opens meanwhile. */
async function connected(port: number): Promise<Browser> {
  for (let tries = 1; ; tries += 1) {
    await pagesAreComplete(port)
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: CONNECT_MS })
    } catch (error) {
      if (tries === MOST_CONNECTIONS) throw error
    }
  }
}

async function pagesAreComplete(port: number): Promise<void> {
  const giveUpAt = Date.now() + TIMEOUT_MS
  while (!(await looksComplete(port))) {
    if (Date.now() > giveUpAt) throw new Error('Electron opened, but its window did not load')
    await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS))
  }
}

type Target = { readonly type: string; readonly url: string; readonly webSocketDebuggerUrl: string }

async function looksComplete(port: number): Promise<boolean> {
  try {
    const targets = (await (
      await fetch(`http://127.0.0.1:${port}/json/list`, { signal: AbortSignal.timeout(QUESTION_MS) })
    ).json()) as readonly Target[]
    const pages = targets.filter(({ type }) => type === 'page')
    const answers = await Promise.all(
      pages.map((page) => ask(page.webSocketDebuggerUrl, `document.readyState + ' ' + location.href`)),
    )
    return (
      answers.every((answer) => answer.startsWith('complete ')) &&
      answers.some((answer) => answer.startsWith(`complete ${CASHIER}`))
    )
  } catch {
    return false // the page is not open yet, or it navigated during the question
  }
}
