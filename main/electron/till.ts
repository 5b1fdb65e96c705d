/** The running terminal in Electron. It is imported after the cashier's window was opened (run.ts). */
import { join } from 'node:path'
import { app, type BrowserWindow, Menu, screen, shell } from 'electron'
import { type Log, machineClock } from '../base/clock-and-log.ts'
import { type PracticeAddress, parsePracticeAddress } from '../payment-service/practice/index.ts'
import { startTerminal, type Terminal, type TerminalParts } from '../till/index.ts'
import { lastCrash } from './crashes.ts'
import { customerDisplay } from './display-window.ts'
import { sendViews } from './ipc.ts'
import { macMenuOf } from './mac-menu.ts'
import { pagePaper } from './page-paper.ts'
import { shopComputer } from './shop-computer.ts'
import { systemVault } from './stores.ts'
import { systemDialog } from './system-dialog.ts'
import { systemNetwork } from './system-network.ts'
import { systemPrinters } from './system-printers.ts'
import { updateProgram } from './update-program.ts'
import type { LastAct } from './update-way.ts'

export type TillParts = {
  readonly out: string
  readonly folder: string
  /** What only this user of the computer can use: secrets, crash reports and downloads. */
  readonly own: string
  /** Default: the one that the environment variable TUGRIK_PRACTICE names. */
  readonly practice?: PracticeAddress | null
  readonly window: () => BrowserWindow | null
  readonly last: LastAct
  readonly log: Log
} & Pick<TerminalParts, 'scryptCost'>

export type Till = {
  readonly terminal: Terminal
  /** Must be called for each window of the cashier that is opened. */
  readonly opened: (window: BrowserWindow) => void
  /** Must be called after the cashier's window was closed, by a person or by the system. */
  readonly closed: () => void
  readonly mayClose: () => boolean
  /** Starts to update the customer display and the computer from the terminal's views. Must be called once the cashier's page is loaded. */
  readonly follow: () => void
}

/** Starts the terminal with the computer that it runs on: its display, its printers, its keyring. */
export async function startTill({ out, window, last, ...parts }: TillParts): Promise<Till> {
  const { own, log, practice = parsePracticeAddress(process.env.TUGRIK_PRACTICE ?? '') } = parts
  const terminal = await startTerminal({
    ...parts,
    practice,
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
    askPerson: systemDialog(window),
    updateProgram: updateProgram(out, last),
  })
  sendViews(terminal, window)
  const display = customerDisplay({
    preloadFolder: join(out, 'preload'),
    cashier: window,
    current: terminal.display,
    closedByHand: () => void terminal.answer('saveSettings', { display: 'off' }),
    log,
  })
  const computer = shopComputer({ window, settings: terminal.settings, log })
  return {
    terminal,
    opened: (opened) => {
      computer.coverScreen(opened)
      display.besideCashier(opened)
    },
    closed: display.end, // the display alone would keep the app open
    mayClose: computer.mayClose,
    follow: () => {
      terminal.onDisplay(display.show, display.isOpen)
      terminal.onView(computer.follow)
      if (process.platform === 'darwin') followMenu(terminal)
      terminal.onView(() => display.follow(terminal.settings().display))
      display.follow(terminal.settings().display)
    },
  }
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
