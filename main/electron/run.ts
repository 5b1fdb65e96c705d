/**
 * Starts the program. It imports only what is needed to open the cashier's window. The terminal is imported afterwards
 * (till.ts), while Chromium starts the page's process.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { app, type BrowserWindow, dialog, powerMonitor, protocol, type Session } from 'electron'
import type { Failure } from '../../shared/failure.ts'
import type { PageView } from '../../shared/page/index.ts'
import type { Texts } from '../../shared/texts/index.ts'
import { type Log, machineClock } from '../base/clock-and-log.ts'
import { type DataPlaces, dataPlaces } from '../base/files/data-place.ts'
import { assertWritable } from '../base/files/private-files.ts'
import { openMessage } from '../base/open-message.ts'
import { inTime } from '../base/sleep.ts'
import { endThreads } from '../base/thread.ts'
import type { Terminal } from '../till/index.ts'
import { openCashierWindow } from './cashier-window.ts'
import { refusedArguments } from './command-line.ts'
import { keepCrashReports, noteCrashes } from './crashes.ts'
import { diagnoseArguments } from './diagnose-arguments.ts'
import { registerIpc } from './ipc.ts'
import { lockDown, resolveNoNames } from './lockdown.ts'
import { openDataFolder } from './open-data-folder.ts'
import { isOurs, PAGE_SCHEME } from './origin.ts'
import { pageSession } from './page-preferences.ts'
import { CONTENT_HEADERS, fileForRequest } from './security/index.ts'
import { endWithSession } from './session-end.ts'
import { setUpArguments } from './set-up-arguments.ts'
import type { Till, TillParts } from './till.ts'
import type { LastAct } from './update-way.ts'

/** Boots the app. `out` is the folder of the built code. Must be awaited, because parts must run before Electron is ready. */
export async function runInElectron(out: string): Promise<void> {
  quitOnSignals()
  const given = process.argv.slice(1)
  const diagnosis = diagnoseArguments(given)
  const setUp = setUpArguments(given)
  const others = (diagnosis ?? setUp)?.others ?? given
  const refused = app.isPackaged
    ? refusedArguments(others, { isRoot: isRoot(), platform: process.platform })
    : []
  const places = dataPlaces({
    platform: process.platform,
    environment: process.env,
    appData: app.getPath('appData'),
    isInstalled: app.isPackaged,
  })
  if (refused.length > 0) await refuse(refused)
  else if (diagnosis !== null) (await import('./diagnose.ts')).runDiagnosis(places, diagnosis.asked)
  else if (setUp !== null) {
    prepareApp(places.own)
    const { runSetUp } = await import('./set-up.ts')
    runSetUp(places, setUp.asked)
  } else start(out, places)
}

function start(out: string, places: DataPlaces): void {
  const { own } = places
  prepareApp(own)
  const window: CashierWindow = { current: null }
  try {
    assertWritable(own) // else Chromium cannot make its lock, and takes this for a second start
    if (!onlyOne(() => window.current)) {
      app.quit()
      return
    }
    const { log, ...data } = openDataFolder(places, toConsole())
    keepCrashReports(own, log)
    noteCrashes(own, log)
    ignoreSignals(log)
    boot({ out, ...data, own, window, log })
  } catch (error) {
    app.whenReady().then(() => couldNotStart(error))
  }
}

/** Sets what Electron takes only before the app is ready. Chromium stores its data in `own`. */
export function prepareApp(own: string): void {
  app.setPath('userData', own) // before anything reads it, such as the single-instance lock
  declareScheme()
  resolveNoNames()
  // Chromium cannot sandbox processes of root, so a person who starts a terminal as root passes this switch.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
}

/** Serves the files of the pages, and locks the pages down. Call it when the app is ready. */
export async function guardPages(out: string, log: Log): Promise<void> {
  serveScheme(pageSession(), join(out, 'renderer'))
  await lockDown(log)
}

/**
 * Chromium ends the program in order on these signals. A package that adds its own listener later (when-exit, which
 * electron-store uses) would replace Chromium's handler and kill the program. A listener that is there before prevents that.
 */
function quitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())
}

/**
 * Node opens its debugger on SIGUSR1. Where the fuses forbid that, both signals would end the till, which has no use
 * for them.
 */
function ignoreSignals(log: Log): void {
  if (process.platform === 'win32') return
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const)
    process.on(signal, () => log.warn(`${signal} came; ignored`))
}

/** Chromium has read its switches by now, so the app ends, before a window or a debugging port is open. */
async function refuse(given: readonly string[]): Promise<void> {
  const words = await inBothLanguages('app.arguments', given.join(' '))
  const end = (): void => {
    dialog.showErrorBox('Tugrik POS', words)
    app.exit(1)
  }
  // Before the app is ready, Linux shows no dialog. An AppImage adds the switch by itself where it finds no user namespaces.
  if (given.every((argument) => argument === '--no-sandbox')) app.whenReady().then(end)
  else end()
}

/** TUGRIK_LOG=1 shows the log on the console too. */
const toConsole = () =>
  process.env.TUGRIK_LOG === '1'
    ? { tell: (line: string): void => void process.stdout.write(`${line}\n`) }
    : {}

const isRoot = (): boolean => process.getuid?.() === 0

/** A message for a screen on which no language has been chosen yet, with a detail for support. */
async function inBothLanguages(key: keyof Texts, detail: string): Promise<string> {
  const { TEXTS } = await import('../../shared/texts/index.ts')
  return [TEXTS.mn[key], TEXTS.en[key], detail].join('\n\n')
}

const startWords = ({ name, detail }: Failure): Promise<string> =>
  inBothLanguages(`failure.${name}`, [name, detail].filter(Boolean).join(': '))

export type CashierWindow = { current: BrowserWindow | null }

async function couldNotStart(error: unknown): Promise<void> {
  dialog.showErrorBox('Tugrik POS', await whyNotStarted(error))
  app.exit(1)
}

/** Falls back to the plain error if the texts cannot be imported, because a file of the program is missing or damaged. */
async function whyNotStarted(error: unknown): Promise<string> {
  try {
    const { startFailure } = await import('../till/index.ts')
    return await startWords(startFailure(error))
  } catch {
    return String(error)
  }
}

function boot(parts: OpenParts): void {
  const { out, log } = parts
  if (isRoot()) log.warn('started as root: Chromium runs without its sandbox')
  app.on('window-all-closed', () => app.quit())
  app
    .whenReady()
    .then(async () => {
      await guardPages(out, log)
      endWithSession({
        onWindow: (listener) => app.on('browser-window-created', (_event, opened) => listener(opened)),
        // Electron's types leave out the event.
        onShutdown: (listener) => (powerMonitor as NodeJS.EventEmitter).on('shutdown', listener),
        quit: () => app.quit(),
        log,
      })
      const terminal = await openTill(parts)
      if (!app.isPackaged) await tellOpen(terminal, parts.folder)
    })
    .catch((error: unknown) => {
      log.error('the terminal could not start', { error })
      return couldNotStart(error)
    })
    .then(async () => {
      const { removeLeftDiagnoses } = await import('../till/health/index.ts')
      removeLeftDiagnoses()
    })
}

/** For the person who typed `npm start`. */
async function tellOpen({ answer }: Terminal, folder: string): Promise<void> {
  const reply = await answer('getView', undefined)
  if (reply.ok) process.stdout.write(`${openMessage((reply.value as PageView).mode, folder)}\n`)
}

export type OpenParts = Omit<TillParts, 'last' | 'window'> & { readonly window: CashierWindow }

/**
 * Opens the cashier's window and starts the terminal on a data folder. The page loads at the same time, and its first
 * command waits for the terminal.
 */
export async function openTill({ window, ...parts }: OpenParts): Promise<Terminal> {
  const { out, log } = parts
  const last: LastAct = { run: null }
  let till: Till | null = null
  const start = async (): Promise<Till> => {
    await nextTurn() // opens the window first, because the import blocks this process
    const { startTill } = await import('./till.ts')
    till = await startTill({ ...parts, last, window: () => window.current })
    if (window.current === null)
      till.closed() // while the terminal started
    else till.opened(window.current)
    return till
  }
  const starting = start()
  const terminal = starting.then((started) => started.terminal)
  stopInOrder(async () => (await terminal).stop(), last)
  registerIpc(terminal, () => window.current, log)
  const loaded = openCashierWindow({
    preloadFolder: join(out, 'preload'),
    theme: terminal.then(({ settings }) => settings().theme),
    log,
    mayClose: () => till?.mayClose() ?? true,
    opened: (opened) => {
      window.current = opened
      till?.opened(opened)
    },
    closed: () => {
      window.current = null
      till?.closed()
    },
  })
  const [started] = await Promise.all([starting, loaded])
  started.follow()
  return started.terminal
}

/** Quitting waits until work under way has been recorded, at most five seconds. */
function stopInOrder(stop: () => Promise<void>, last: LastAct): void {
  let stopping = false
  app.on('will-quit', (event) => {
    if (stopping) return
    stopping = true
    event.preventDefault()
    let ending = false
    const finish = (): void => {
      if (ending) return
      ending = true
      if (last.run === null) void end()
      else last.run().finally(end)
    }
    setTimeout(finish, LONGEST_STOP_MS)
    stop().then(finish, finish)
  })
}

const LONGEST_STOP_MS = 5_000
const THREADS_END_MS = 2_000

async function end(): Promise<void> {
  const ended = await inTime(machineClock, THREADS_END_MS, endThreads())
  // app.exit waits for a thread that hangs, and the shop's files would stay in use.
  if (ended === null) process.kill(process.pid, 'SIGKILL')
  else app.exit(0) // Electron ignores app.quit() while it is still handling the first one.
}

/** Returns false in a second start of the same terminal. The first one then shows its window. */
function onlyOne(window: () => BrowserWindow | null): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', () => {
    const first = window()
    if (!first) return
    if (first.isMinimized()) first.restore()
    first.focus()
  })
  return true
}

/**
 * Call it before the app is ready. Makes `app://pos` an origin like https, whose files a page without an origin may load
 * (main/electron/security/content-policy.ts).
 */
function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, corsEnabled: true } },
  ])
}

/** Serves the built page's files under the content policy, and nothing outside their folder. */
function serveScheme(pages: Session, root: string): void {
  pages.protocol.handle(PAGE_SCHEME, async (request) => {
    const file = request.method === 'GET' && isOurs(request.url) ? fileForRequest(root, request.url) : null
    if (!file) return new Response(null, { status: 404, headers: CONTENT_HEADERS })
    try {
      const body = await readFile(file.path)
      return new Response(body, { headers: { ...CONTENT_HEADERS, 'Content-Type': file.type } })
    } catch {
      return new Response(null, { status: 404, headers: CONTENT_HEADERS })
    }
  })
}
