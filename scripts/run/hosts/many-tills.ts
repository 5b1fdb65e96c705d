/**
 * The program of a lent Electron (lent-electron.ts): opens one till after the other, each on its own data folder, with
 * the product's own code. Only the start of the program differs from the product's.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { app, dialog, ipcMain, type MessageBoxOptions, screen, WebContentsView } from 'electron'
import { logFile } from '../../../main/base/log/index.ts'
import {
  type CashierWindow,
  guardPages,
  openTill,
  pageSession,
  prepareApp,
} from '../../../main/electron/index.ts'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import type { Terminal } from '../../../main/till/index.ts'
import { CALL_CHANNEL } from '../../../shared/page/index.ts'
import { KEEPING_PAGE } from './till-pages.ts'

/** Or 'close', as a person closes the cashier's window. */
export type TillQuestion = { readonly folder: string; readonly practice: PracticeAddress | null }
export type TillAnswer = 'opened' | 'closed' | { readonly failed: string }

const out = join(import.meta.dirname, '..') // the built file is out/main/many-tills.js
const folder = process.env.TUGRIK_DATA ?? ''
let terminal: Terminal | null = null
const window: CashierWindow = { current: null }

// The person of the tests agrees: the last button of each box.
dialog.showMessageBox = async (...given: unknown[]) => {
  const { buttons = [] } = given.at(-1) as MessageBoxOptions
  return { response: buttons.length - 1, checkboxChecked: false }
}
prepareApp(folder)
app.commandLine.appendSwitch('process-per-site')
// Its value is the page that keeps the renderer: a page that nothing refers to is collected.
const guarded = app.whenReady().then(async () => {
  await guardPages(out, logFile(folder))
  return keepRenderer()
})
app.on('window-all-closed', () => {
  const stopped = terminal?.stop() ?? Promise.resolve()
  terminal = null
  stopped.then(() => tell('closed'), failed)
})
process.on('disconnect', () => app.exit(0))
process.on('message', (question: TillQuestion | 'close') => {
  if (question === 'close') return window.current?.close()
  guarded.then(() => open(question)).catch(failed)
})

/**
 * Opens a page in no window. It keeps its process from one till to the next, and all pages share it: they take the
 * scripts that are compiled there, which is half of a page's start.
 */
function keepRenderer(): WebContentsView {
  const view = new WebContentsView({ webPreferences: { session: pageSession(), sandbox: true } })
  const load = () => void view.webContents.loadURL(KEEPING_PAGE)
  view.webContents.on('render-process-gone', load)
  load()
  return view
}

async function open({ folder, practice }: TillQuestion): Promise<void> {
  forgetTheLastTill()
  terminal = await openTill({
    out,
    folder,
    own: folder,
    practice,
    window,
    log: logFile(folder),
    scryptCost: CHEAP,
  })
  // Nobody presses a key before the window is there.
  if (window.current?.isVisible() === false) await once(window.current, 'show')
  tell('opened')
}

/** A PIN takes a third of a second with the product's cost, and a spec about people types a dozen. */
const CHEAP = { N: 2, r: 1, p: 1 }

/** Removes the listeners that the product keeps until it ends. */
function forgetTheLastTill(): void {
  ipcMain.removeHandler(CALL_CHANNEL)
  screen.removeAllListeners()
  app.removeAllListeners('before-quit')
  app.removeAllListeners('will-quit')
}

function tell(answer: TillAnswer): void {
  process.send?.(answer)
}

function failed(error: unknown): void {
  tell({ failed: error instanceof Error ? (error.stack ?? error.message) : 'unknown' })
}
