import { type BrowserWindow, dialog } from 'electron'
import type { AskPerson } from '../terminal.ts'

/** A box of the system over the cashier's window. No page can press it: it is no part of Chromium's page. */
export function boxOfSystem(window: () => BrowserWindow | null): AskPerson {
  let isOpen = false
  return async ({ message, detail, agree, refuse }) => {
    const over = window()
    if (isOpen || over === null) return false // one box at a time, however many a page wants
    isOpen = true
    const gone = new AbortController()
    const end = (): void => gone.abort()
    over.once('closed', end) // else the box stays alone, perhaps behind the next window
    try {
      const { response } = await dialog.showMessageBox(over, {
        type: 'warning',
        title: 'Tugrik POS',
        message,
        detail,
        buttons: [refuse, agree],
        defaultId: 0, // a scanner ends each code with Enter, and would agree
        cancelId: 0,
        noLink: true,
        signal: gone.signal,
      })
      return response === 1
    } finally {
      isOpen = false
      over.off('closed', end)
    }
  }
}
