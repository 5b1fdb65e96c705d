import { app, type BrowserWindow } from 'electron'

/** A second start of the same terminal shows the first one's window and ends. */
export function onlyOne(window: () => BrowserWindow | null): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', () => {
    const first = window()
    if (!first) return
    if (first.isMinimized()) first.restore()
    first.focus()
  })
  return true
}
