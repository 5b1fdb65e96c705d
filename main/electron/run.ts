import { join } from 'node:path'
import { app, type BrowserWindow, dialog, Menu, powerMonitor, screen, shell } from 'electron'
import type { Failure } from '../../shared/failure.ts'
import { TEXTS, type Texts } from '../../shared/texts/index.ts'
import { type DataPlaces, dataPlaces } from '../data-place.ts'
import { type Log, machineClock } from '../environment.ts'
import { removeLeftDiagnoses } from '../health/index.ts'
import { type PracticeAddress, parsePracticeAddress } from '../practice/index.ts'
import { assertWritable } from '../private-files.ts'
import { startFailure, startTerminal, type Terminal, type TerminalParts } from '../terminal.ts'
import { boxOfSystem } from './box-of-system.ts'
import { openCashierWindow } from './cashier-window.ts'
import { refusedArguments } from './command-line.ts'
import { keepCrashReports, lastCrash, noteCrashes } from './crashes.ts'
import { runDiagnosis } from './diagnose.ts'
import { diagnoseArguments } from './diagnose-arguments.ts'
import { customerDisplay } from './display-window.ts'
import { registerIpc, sendViews } from './ipc.ts'
import { lockDown, resolveNoNames } from './lockdown.ts'
import { macMenuOf } from './mac-menu.ts'
import { openDataFolder } from './open-data-folder.ts'
import { pagePaper } from './page-paper.ts'
import { pageSession } from './page-preferences.ts'
import { declareScheme, serveScheme } from './scheme.ts'
import { endWithSession } from './session-end.ts'
import { runSetUp } from './set-up.ts'
import { setUpArguments } from './set-up-arguments.ts'
import { shopComputer } from './shop-computer.ts'
import { onlyOne } from './single-instance.ts'
import { systemVault } from './stores.ts'
import { systemNetwork } from './system-network.ts'
import { systemPrinters } from './system-printers.ts'
import { updateProgram } from './update-program.ts'
import type { LastAct } from './update-way.ts'

/** Boots the app. `out` is the folder of the built code. */
export function runInElectron(out: string): void {
  const given = process.argv.slice(1)
  const diagnosis = diagnoseArguments(given)
  const setUp = setUpArguments(given)
  const others = (diagnosis ?? setUp)?.others ?? given
  const refused = app.isPackaged ? refusedArguments(others, isRoot()) : []
  const places = dataPlaces({
    platform: process.platform,
    environment: process.env,
    appData: app.getPath('appData'),
    isInstalled: app.isPackaged,
  })
  if (refused.length > 0) refuse(refused)
  else if (diagnosis !== null) runDiagnosis(places, diagnosis.asked)
  else if (setUp !== null) {
    prepareApp(places.own)
    runSetUp(out, places, setUp.asked)
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
 * Node opens its debugger on SIGUSR1. Where the fuses forbid that, both signals would end the till, which has no use
 * for them.
 */
function ignoreSignals(log: Log): void {
  if (process.platform === 'win32') return
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const)
    process.on(signal, () => log.warn(`${signal} came; ignored`))
}

/** Chromium has read its switches by now, so the app ends, before a window or a debugging port is open. */
function refuse(given: readonly string[]): void {
  const end = (): void => {
    dialog.showErrorBox('Tugrik POS', inBothLanguages('app.arguments', given.join(' ')))
    app.exit(1)
  }
  // Before the app is ready, Linux shows no box. An AppImage adds the switch by itself where it finds no user namespaces.
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
const inBothLanguages = (key: keyof Texts, detail: string): string =>
  [TEXTS.mn[key], TEXTS.en[key], detail].join('\n\n')

const startWords = ({ name, detail }: Failure): string =>
  inBothLanguages(`failure.${name}`, [name, detail].filter(Boolean).join(': '))

export type CashierWindow = { current: BrowserWindow | null }

export type TillParts = {
  readonly out: string
  readonly folder: string
  /** What only this user of the computer can use: secrets, crash reports and downloads. */
  readonly own: string
  readonly practice: PracticeAddress | null
  readonly window: CashierWindow
  readonly log: Log
} & Pick<TerminalParts, 'leftBehind' | 'scryptCost'>

function couldNotStart(error: unknown): void {
  dialog.showErrorBox('Tugrik POS', startWords(startFailure(error)))
  app.exit(1)
}

function boot(parts: Omit<TillParts, 'practice'>): void {
  const { out, log } = parts

  removeLeftDiagnoses()
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
      const practice = parsePracticeAddress(process.env.TUGRIK_PRACTICE ?? '')
      return openTill({ ...parts, practice })
    })
    .catch((error: unknown) => {
      log.error('the terminal could not start', { error })
      couldNotStart(error)
    })
}

/** Starts the terminal on a data folder, and opens its windows. */
export async function openTill({ out, window, ...parts }: TillParts): Promise<Terminal> {
  const { own, log } = parts
  const last: LastAct = { run: null }
  const terminal = await startTerminal({
    ...parts,
    resources: join(out, '..', 'resources'),
    vault: systemVault(own),
    clock: machineClock,
    documents: join(app.getPath('documents'), 'Tugrik POS'),
    systemPrinters,
    network: systemNetwork(log),
    pagePaper,
    machine: {
      version: app.getVersion(),
      screens: () => screen.getAllDisplays().length,
      crashedAt: () => lastCrash(own),
    },
    openFolder: async (path) => (await shell.openPath(path)) === '',
    askPerson: boxOfSystem(() => window.current),
    updateProgram: updateProgram(out, last),
  })
  registerIpc(terminal, () => window.current, log)
  sendViews(terminal, () => window.current)
  stopInOrder(terminal.stop, last)
  const display = customerDisplay({
    preloadFolder: join(out, 'preload'),
    cashier: () => window.current,
    current: terminal.display,
    closedByHand: () => void terminal.answer('saveSettings', { display: 'off' }),
    log,
  })
  const computer = shopComputer({ window: () => window.current, settings: terminal.settings, log })
  await openCashierWindow({
    preloadFolder: join(out, 'preload'),
    theme: terminal.settings().theme,
    log,
    mayClose: computer.mayClose,
    opened: (opened) => {
      window.current = opened
      computer.coverScreen(opened)
      display.besideCashier(opened)
    },
    closed: () => {
      window.current = null
      display.end() // the display alone would keep the app open
    },
  })
  terminal.onDisplay(display.show, display.isOpen)
  terminal.onView(computer.follow)
  if (process.platform === 'darwin') followMenu(terminal)
  terminal.onView(() => display.follow(terminal.settings().display))
  display.follow(terminal.settings().display)
  return terminal
}

function followMenu({ settings, onView }: Terminal): void {
  let shown = ''
  const show = (): void => {
    const { language, kiosk } = settings()
    if (shown === `${language} ${kiosk}`) return
    shown = `${language} ${kiosk}`
    Menu.setApplicationMenu(Menu.buildFromTemplate(macMenuOf({ language, kiosk })))
  }
  show()
  onView(show)
}

/** Quitting waits until work under way has been recorded, at most five seconds. */
function stopInOrder(stop: () => Promise<void>, last: LastAct): void {
  let stopping = false
  app.on('will-quit', (event) => {
    if (stopping) return
    stopping = true
    event.preventDefault()
    const end = (): void => app.exit(0) // a second app.quit() would be ignored while the first one waits
    let ending = false
    const finish = (): void => {
      if (ending) return
      ending = true
      if (last.run === null) end()
      else last.run().finally(end)
    }
    setTimeout(finish, LONGEST_STOP_MS)
    stop().finally(finish)
  })
}

const LONGEST_STOP_MS = 5_000
