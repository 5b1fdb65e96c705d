import { setImmediate as nextTurn } from 'node:timers/promises'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { THEME_GROUNDS, type ThemeChoice, themeOf } from '../../shared/shop/theme.ts'
import type { Log } from '../base/clock-and-log.ts'
import { codeOf } from '../base/files/error-code.ts'
import { keepAlive } from './keep-alive.ts'
import { CASHIER_PAGE, CASHIER_PAGE_AGAIN } from './origin.ts'
import { pagePreferences } from './page-preferences.ts'

export type CashierParts = {
  readonly preloadFolder: string
  /** Resolves when the terminal has started. No window is shown before that. */
  readonly theme: Promise<ThemeChoice>
  readonly log: Log
  /** Called before the page sends its first request, also for a window in place of one that the page closed. */
  readonly opened: (window: BrowserWindow) => void
  /** Called when a person or the system closed the window. */
  readonly closed: () => void
  /** Whether a person may close the window now. */
  readonly mayClose: () => boolean
}

/** Opens the cashier's window. Its page has nothing but its bridge. */
export async function openCashierWindow({ closed, mayClose, log, ...parts }: CashierParts): Promise<void> {
  const window = keepAlive({
    name: 'the cashier’s page',
    address: CASHIER_PAGE_AGAIN,
    open: () => openWindow(parts),
    closed,
    mayClose,
    log,
  })
  const first = window.current()
  await first.loadURL(CASHIER_PAGE).catch(async (error: unknown) => {
    // If the window is being closed, its load fails first, and the window is destroyed right after that.
    await nextTurn()
    // No failure: the window was closed while it loaded, or its page crashed and is loaded again.
    if (!first.isDestroyed() && codeOf(error) !== LOADED_AGAIN) throw error
  })
}

/** Chromium's error for a load that was aborted by another load in the same window. */
const LOADED_AGAIN = 'ERR_ABORTED'

function openWindow({
  preloadFolder,
  theme,
  opened,
}: Omit<CashierParts, 'closed' | 'mayClose' | 'log'>): BrowserWindow {
  const { width, height } = screen.getPrimaryDisplay().workAreaSize
  const window = new BrowserWindow({
    // Where a person makes it smaller than the screen.
    width: Math.min(1366, width),
    height: Math.min(768, height),
    // The smallest size at which all rooms are usable: a screen of 1366 × 768 at 125 %, without the bars of the system.
    minWidth: Math.min(1024, width),
    minHeight: Math.min(534, height),
    show: false,
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preloadFolder, 'cashier'),
  })
  opened(window)
  window.removeMenu()
  const ready = new Promise<void>((resolve) => void window.once('ready-to-show', resolve))
  const show = (choice: ThemeChoice): void => {
    if (window.isDestroyed()) return
    window.setBackgroundColor(groundOf(choice)) // shown until the page has its theme
    window.maximize()
    window.show()
  }
  Promise.all([theme, ready]).then(
    ([choice]) => show(choice),
    () => {}, // a start that fails has a dialog of its own
  )
  return window
}

function groundOf(choice: ThemeChoice): string {
  const { shouldUseDarkColors: dark, shouldUseHighContrastColors: moreContrast } = nativeTheme
  return THEME_GROUNDS[themeOf(choice, { dark, moreContrast })]
}
