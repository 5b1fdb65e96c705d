import { app, type BrowserWindow } from 'electron'

/** Returns false in a second start of the same terminal. The first one then shows its window. */
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
