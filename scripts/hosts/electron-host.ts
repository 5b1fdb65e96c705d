/**
 * The built product in a real Electron, in the hands of Playwright over the DevTools port. Playwright's own launcher
 * for Electron attaches while the window is still loading, and now and then misses that it has loaded and waits for
 * ever: here the page is complete before Playwright comes in.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from '@playwright/test'
import { isRoot } from '../setup/machine.ts'
import { inProject } from '../setup/project.mjs'
import { crash } from './crash.ts'
import { findDisplay } from './display-page.ts'
import { type Host, type HostOptions, terminalEnv } from './host.ts'
import { ask } from './page-question.ts'

const CASHIER = 'app://pos/cashier/'
const LOOK_AGAIN_MS = 50
const TIMEOUT_MS = 25_000
const CONNECT_MS = 8_000
const MOST_CONNECTIONS = 4

export async function openElectronHost(options: HostOptions): Promise<Host> {
  const { args = [], env = {} } = options.electron ?? {}
  const switches = [
    '--remote-debugging-port=0',
    '--disable-gpu',
    ...(isRoot() ? ['--no-sandbox'] : []),
    ...args,
  ]
  const child = spawn(options.executable, [...switches, inProject('.')], {
    env: { ...process.env, ...terminalEnv(options), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  try {
    const port = await devToolsPort(child, exited)
    let page = await attach(port)
    return {
      kind: 'electron',
      get page() {
        return page
      },
      display: () => findDisplay(page),
      crashPage: async () => {
        await crash(page)
        page = await attach(port) // the terminal loads it again by itself
      },
      close: async () => {
        await page.close().catch(() => {}) // the cashier's window closes the app, in order
        await exited
      },
      kill,
    }
  } catch (error) {
    await kill()
    throw error
  }
}

async function attach(port: number): Promise<Page> {
  const browser = await connected(port)
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((one) => one.url().startsWith(CASHIER))
  if (page === undefined) throw new Error('Electron opened, and has no window of the terminal')
  return page
}

/** A window that opens just then, the customer display's, can leave the connection hanging: another is made. */
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

/** Chromium says on its error output which port it took. */
function devToolsPort(child: ChildProcess, exited: Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    if (child.stderr === null) return reject(new Error('Electron has no error output'))
    const said: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    exited.then(() => reject(new Error(`Electron did not open:\n${said.slice(-10).join('\n')}`)))
  })
}

async function pagesAreComplete(port: number): Promise<void> {
  const giveUpAt = Date.now() + TIMEOUT_MS
  while (!(await looksComplete(port))) {
    if (Date.now() > giveUpAt) throw new Error('Electron opened, and its window did not load')
    await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS))
  }
}

type Target = { readonly type: string; readonly url: string; readonly webSocketDebuggerUrl: string }

async function looksComplete(port: number): Promise<boolean> {
  try {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as readonly Target[]
    const pages = targets.filter(({ type }) => type === 'page')
    const answers = await Promise.all(
      pages.map((page) => ask(page.webSocketDebuggerUrl, `document.readyState + ' ' + location.href`)),
    )
    return (
      answers.every((answer) => answer.startsWith('complete ')) &&
      answers.some((answer) => answer.startsWith(`complete ${CASHIER}`))
    )
  } catch {
    return false // not up yet, or gone over to another document while it was asked
  }
}
