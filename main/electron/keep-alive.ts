/**
 * Keeps a window's page alive. One that crashed, or hangs, is loaded again and filled by the main process, where all that
 * it showed is kept: at once the first time, and ever later where it breaks again and again.
 */
import type { BrowserWindow } from 'electron'
import type { Log } from '../environment.ts'

export type KeptPage = {
  /** For the log: whose page it is. */
  readonly name: string
  readonly address: string
  readonly log: Log
}

const PAUSES_MS = [0, 1_000, 5_000, 15_000] as const
/** Who worked so long since is well again. */
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
  // A page that hangs is ended like one that crashed: it could show the QR of a sale that is over, and takes no scan.
  window.on('unresponsive', () => {
    log.warn(`${name} does not answer; ended`)
    webContents.forcefullyCrashRenderer()
  })
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (window.isDestroyed()) return
    const after = pause()
    log.warn(`${name} is gone (${reason}); loaded again${after === 0 ? '' : ` in ${after / 1000} s`}`)
    setTimeout(() => {
      if (!window.isDestroyed()) window.loadURL(address).catch(() => {}) // closed while it was loading
    }, after)
  })
}
