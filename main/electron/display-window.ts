/**
 * The customer display's window. It never takes the keyboard from the cashier, a scanner types into whatever has it; it
 * is opened, moved and closed as screens come and go; and a page that broke is loaded again and told anew.
 */
import { join } from 'node:path'
import { app, BrowserWindow, type BrowserWindowConstructorOptions, type Rectangle, screen } from 'electron'
import { DISPLAY_CHANNEL, type DisplayView } from '../../shared/ipc/index.ts'
import type { DisplaySetting } from '../../shared/settings.ts'
import type { Log } from '../environment.ts'
import { type DisplayPlace, displayPlace, samePlace } from './display-place.ts'
import { DISPLAY_PAGE, isOurs } from './origin.ts'

export type CustomerDisplay = {
  /** Opens, moves or closes it as the setting and the screens have it. */
  readonly follow: (setting: DisplaySetting) => void
  readonly show: (view: DisplayView) => void
  readonly end: () => void
}

export type DisplayParts = {
  readonly preloadFolder: string
  readonly cashier: () => BrowserWindow | null
  /** What a page that was just loaded is to show. */
  readonly current: () => DisplayView
  /** A person closed the plain window. */
  readonly closedByHand: () => void
  readonly log: Log
}

const NOWHERE: DisplayPlace = { kind: 'nowhere' }
const LOAD_AGAIN_MS = 1_000

export function customerDisplay(parts: DisplayParts): CustomerDisplay {
  let window: BrowserWindow | null = null
  let place = NOWHERE
  let setting: DisplaySetting = 'off'
  let ended = false

  const send = (view: DisplayView): void => {
    const contents = window?.webContents
    if (contents && !contents.isDestroyed() && isOurs(contents.getURL())) contents.send(DISPLAY_CHANNEL, view)
  }

  const arrange = (): void => {
    const next = ended ? NOWHERE : displayPlace(setting, screen.getAllDisplays(), cashierScreen())
    if (samePlace(next, place)) return
    place = next
    window?.destroy()
    window = next.kind === 'nowhere' ? null : open(next)
  }

  const cashierScreen = (): number => {
    const bounds = parts.cashier()?.getBounds()
    return (bounds ? screen.getDisplayMatching(bounds) : screen.getPrimaryDisplay()).id
  }

  const open = (where: Exclude<DisplayPlace, { kind: 'nowhere' }>): BrowserWindow => {
    const opened = new BrowserWindow({ ...optionsOf(where), ...pageOptions(parts.preloadFolder) })
    opened.removeMenu()
    opened.once('ready-to-show', () => opened.showInactive())
    opened.webContents.on('did-finish-load', () => send(parts.current()))
    keepAlive(opened, parts.log)
    opened.on('close', () => {
      if (ended || window !== opened) return
      window = null
      place = NOWHERE
      parts.closedByHand()
    })
    opened.loadURL(DISPLAY_PAGE).catch(() => {}) // closed while it was loading, or tried again below
    return opened
  }

  const end = (): void => {
    ended = true
    arrange()
  }
  app.once('before-quit', end)
  screen.on('display-added', arrange)
  screen.on('display-removed', arrange)
  screen.on('display-metrics-changed', arrange)

  return {
    follow: (wanted) => {
      setting = wanted
      arrange()
    },
    show: send,
    end,
  }
}

const optionsOf = (place: Exclude<DisplayPlace, { kind: 'nowhere' }>): BrowserWindowConstructorOptions =>
  place.kind === 'window'
    ? { width: 1024, height: 600, minWidth: 480, minHeight: 400 }
    : {
        ...(place.bounds satisfies Rectangle),
        frame: false,
        resizable: false,
        movable: false,
        minimizable: false,
        skipTaskbar: true,
        focusable: false,
        // X11 takes a window that cannot be focused out of the window manager's hands: its bounds are all it needs there.
        fullscreen: process.platform !== 'linux',
      }

const pageOptions = (preloadFolder: string): BrowserWindowConstructorOptions => ({
  show: false,
  title: 'Tugrik POS',
  backgroundColor: '#ffffff',
  autoHideMenuBar: true,
  webPreferences: {
    preload: join(preloadFolder, 'display.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    navigateOnDragDrop: false,
    spellcheck: false,
    // Its QR must come up at once, though nobody clicks here.
    backgroundThrottling: false,
    devTools: process.env.TUGRIK_DEVTOOLS === '1',
  },
})

/** A page that hangs could show the QR of a sale that is over: it is ended like one that crashed, and loaded again. */
function keepAlive(window: BrowserWindow, log: Log): void {
  const { webContents } = window
  window.on('unresponsive', () => webContents.forcefullyCrashRenderer())
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.warn(`the customer display's page is gone (${reason}); loaded again`)
    setTimeout(() => {
      if (!window.isDestroyed()) window.loadURL(DISPLAY_PAGE).catch(() => {})
    }, LOAD_AGAIN_MS)
  })
}
