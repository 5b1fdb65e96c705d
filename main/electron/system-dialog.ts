import { type BrowserWindow, dialog } from 'electron'
import type { AskPerson } from '../till/index.ts'

/** Asks in a system dialog over the cashier's window. A page cannot answer it, because it is not part of the page. */
export function systemDialog(window: () => BrowserWindow | null): AskPerson {
  let isOpen = false
  return async ({ message, detail, agree, refuse }) => {
    const over = window()
    if (isOpen || over === null) return false // one dialog at a time, however many a page wants
    isOpen = true
    const gone = new AbortController()
    const end = (): void => gone.abort()
    over.once('closed', end) // else the dialog stays alone, perhaps behind the next window
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
