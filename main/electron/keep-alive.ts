/**
 * Keeps a page in a window. Loads it again after it crashed, hung or left its address, and opens another window when
 * the page closed its own. The main process has all data, so the page shows the same again. The first reload is
 * immediate; repeated ones wait longer and longer.
 */
import type { BrowserWindow } from 'electron'
import type { Log } from '../base/clock-and-log.ts'

export type KeptPage = {
  /** The page's name in the log. */
  readonly name: string
  /** The address that is loaded again. */
  readonly address: string
  /** Opens a window without its page. Called again when the page closed its window. */
  readonly open: () => BrowserWindow
  /** Called when a person or the system closed the window. */
  readonly closed: () => void
  /** Whether a person may close the window now. Left out: always. */
  readonly mayClose?: () => boolean
  readonly log: Log
}

export type KeptWindow = {
  readonly current: () => BrowserWindow
  /** Closes the window without calling `closed`. */
  readonly destroy: () => void
}

const PAUSES_MS = [0, 1_000, 5_000, 15_000] as const
/** After this time without a crash the next reload is immediate again. */
const WELL_AFTER_MS = 60_000

export function keepAlive({ name, address, open, closed, mayClose, log }: KeptPage): KeptWindow {
  let broken = 0
  let last = Number.NEGATIVE_INFINITY
  const pause = (): number => {
    const now = performance.now()
    broken = now - last > WELL_AFTER_MS ? 0 : broken + 1
    last = now
    return PAUSES_MS[Math.min(broken, PAUSES_MS.length - 1)] ?? 0
  }
  const loadAgain = (window: BrowserWindow, why: string): void => {
    const after = pause()
    log.warn(`${name} ${why}; loaded again${after === 0 ? '' : ` in ${after / 1000} s`}`)
    setTimeout(() => {
      if (!window.isDestroyed()) window.loadURL(address).catch(() => {}) // the window was closed while loading
    }, after)
  }

  /** What the end of the window calls; null while only the page itself would close it. */
  let ended: (() => void) | null = null
  const keep = (window: BrowserWindow): BrowserWindow => {
    const { webContents } = window
    // A hung page is ended, because it could show the QR of a finished sale and takes no scan.
    window.on('unresponsive', () => {
      log.warn(`${name} does not answer; ended`)
      webContents.forcefullyCrashRenderer()
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (!window.isDestroyed()) loadAgain(window, `is gone (${reason})`)
    })
    // Electron does not ask `will-navigate` about about:blank.
    webContents.on('did-navigate', (_event, url) => {
      if (withoutHash(url) !== withoutHash(address)) loadAgain(window, 'left its address')
    })
    // A person, or the end of the program. The page is not asked: it has no data, and might not answer.
    window.on('close', (event) => {
      if (mayClose?.() === false) return event.preventDefault()
      ended = closed
      setImmediate(() => window.destroy())
    })
    window.on('closed', () => {
      if (ended !== null) return ended()
      // Opened at once, and not after the pause, because the till ends with its last window.
      current = keep(open())
      loadAgain(current, 'closed its window')
    })
    return window
  }

  let current = keep(open())
  return {
    current: () => current,
    destroy: () => {
      ended = () => {}
      current.destroy()
    },
  }
}

const withoutHash = (url: string): string => url.replace(/#.*/s, '')
