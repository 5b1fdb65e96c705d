/**
 * Opens the customer display's window. It never takes the keyboard focus from the cashier, because a scanner types into
 * the focused window. A page that broke is loaded again and gets its view again. display-following.ts decides where it
 * opens.
 */
import { app, BrowserWindow, type BrowserWindowConstructorOptions, screen } from 'electron'
import { DISPLAY_CHANNEL } from '../../shared/page/channels.ts'
import type { DisplayView } from '../../shared/page/index.ts'
import type { Log } from '../base/clock-and-log.ts'
import {
  type DisplayFollowing,
  type FollowingParts,
  followDisplay,
  type OpenPlace,
} from './display-following.ts'
import { keepAlive } from './keep-alive.ts'
import { DISPLAY_PAGE, isOurs } from './origin.ts'
import { pagePreferences } from './page-preferences.ts'

export type DisplayParts = Pick<FollowingParts, 'current' | 'closedByHand'> & {
  readonly preloadFolder: string
  readonly cashier: () => BrowserWindow | null
  readonly log: Log
}

export type CustomerDisplay = DisplayFollowing & {
  /** Follows the cashier's window when it is moved to another screen. */
  readonly besideCashier: (window: BrowserWindow) => void
}

/** A pause after the last move event, because a dragged window sends many. */
const SETTLED_MS = 400

export function customerDisplay(parts: DisplayParts): CustomerDisplay {
  const following = followDisplay({
    screens: () => screen.getAllDisplays(),
    cashierScreen: () => {
      const bounds = parts.cashier()?.getBounds()
      return (bounds ? screen.getDisplayMatching(bounds) : screen.getPrimaryDisplay()).id
    },
    open: (place, events) => {
      const window = keepAlive({
        name: 'the customer display’s page',
        address: DISPLAY_PAGE,
        open: () => openWindow(place, parts, events.loaded),
        closed: events.closed,
        log: parts.log,
      })
      window
        .current()
        .loadURL(DISPLAY_PAGE)
        .catch(() => {}) // the window was closed while loading
      return { tell: (view) => tell(window.current(), view), destroy: window.destroy }
    },
    current: parts.current,
    closedByHand: parts.closedByHand,
  })
  app.once('before-quit', following.end)
  screen.on('display-added', following.update)
  screen.on('display-removed', following.update)
  screen.on('display-metrics-changed', following.update)
  return {
    ...following,
    besideCashier: (window) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      window.on('move', () => {
        clearTimeout(timer)
        timer = setTimeout(following.update, SETTLED_MS)
      })
    },
  }
}

function openWindow(place: OpenPlace, { preloadFolder }: DisplayParts, loaded: () => void): BrowserWindow {
  const window = new BrowserWindow({ ...optionsOf(place), ...pageOptions(preloadFolder) })
  window.removeMenu()
  window.once('ready-to-show', () => window.showInactive())
  window.webContents.on('did-finish-load', loaded)
  return window
}

function tell(window: BrowserWindow, view: DisplayView): void {
  if (window.isDestroyed()) return
  const { webContents } = window
  if (isOurs(webContents.getURL())) webContents.send(DISPLAY_CHANNEL, view)
}

const optionsOf = (place: OpenPlace): BrowserWindowConstructorOptions =>
  place.kind === 'window'
    ? { width: 1024, height: 600, minWidth: 480, minHeight: 400 }
    : {
        ...place.bounds,
        frame: false,
        resizable: false,
        movable: false,
        minimizable: false,
        closable: false,
        skipTaskbar: true,
        focusable: false,
        // On X11 the window manager does not control a window that cannot be focused, so its bounds are enough.
        fullscreen: process.platform !== 'linux',
      }

const pageOptions = (preloadFolder: string): BrowserWindowConstructorOptions => ({
  show: false,
  title: 'Tugrik POS',
  backgroundColor: '#ffffff',
  autoHideMenuBar: true,
  // Without throttling, so that the QR appears at once, although nobody uses this window.
  webPreferences: { ...pagePreferences(preloadFolder, 'display'), backgroundThrottling: false },
})
