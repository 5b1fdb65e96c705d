import { BrowserWindow, nativeTheme, screen } from 'electron'
import { THEME_GROUNDS, type ThemeChoice, themeOf } from '../../shared/theme.ts'
import type { Log } from '../environment.ts'
import { keepAlive } from './keep-alive.ts'
import { CASHIER_PAGE, CASHIER_PAGE_AGAIN } from './origin.ts'
import { pagePreferences } from './page-preferences.ts'

export type CashierParts = {
  readonly preloadFolder: string
  readonly theme: ThemeChoice
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
  await window.current().loadURL(CASHIER_PAGE)
}

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
    backgroundColor: groundOf(theme), // shown until the page has its theme
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preloadFolder, 'cashier'),
  })
  opened(window)
  window.removeMenu()
  window.once('ready-to-show', () => {
    window.maximize()
    window.show()
  })
  return window
}

function groundOf(choice: ThemeChoice): string {
  const { shouldUseDarkColors: dark, shouldUseHighContrastColors: moreContrast } = nativeTheme
  return THEME_GROUNDS[themeOf(choice, { dark, moreContrast })]
}
