/**
 * Loads a window's page again after it crashed, hung or left its address. The main process has all data, so the page
 * shows the same again. The first reload is immediate; repeated ones wait longer and longer.
 */
import type { BrowserWindow } from 'electron'
import type { Log } from '../environment.ts'

export type KeptPage = {
  /** The page's name in the log. */
  readonly name: string
  readonly address: string
  readonly log: Log
}

const PAUSES_MS = [0, 1_000, 5_000, 15_000] as const
/** After this time without a crash the next reload is immediate again. */
const WELL_AFTER_MS = 60_000

export function keepAlive(window: BrowserWindow, { name, address, log }: KeptPage): void {
  const { webContents } = window
  let broken = 0
  let last = Number.NEGATIVE_INFINITY
  const pause = (): number => {
    const now = performance.now()
    broken = now - last > WELL_AFTER_MS ? 0 : broken + 1
    last = now
    return PAUSES_MS[Math.min(broken, PAUSES_MS.length - 1)] ?? 0
  }
  // A hung page is ended, because it could show the QR of a finished sale and takes no scan.
  window.on('unresponsive', () => {
    log.warn(`${name} does not answer; ended`)
    webContents.forcefullyCrashRenderer()
  })
  const loadAgain = (why: string): void => {
    const after = pause()
    log.warn(`${name} ${why}; loaded again${after === 0 ? '' : ` in ${after / 1000} s`}`)
    setTimeout(() => {
      if (!window.isDestroyed()) window.loadURL(address).catch(() => {}) // the window was closed while loading
    }, after)
  }
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (!window.isDestroyed()) loadAgain(`is gone (${reason})`)
  })
  // Electron does not ask `will-navigate` about about:blank, and a page may write another address of ours and reload it.
  webContents.on('did-navigate', (_event, url) => {
    if (withoutHash(url) !== withoutHash(address)) loadAgain('left its address')
  })
}

const withoutHash = (url: string): string => url.replace(/#.*/s, '')
