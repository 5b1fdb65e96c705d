/** Prints a report from the cashier's page, wider than a receipt. The print style sheet selects what is printed. */
import type { BrowserWindow } from 'electron'
import type { PagePaper } from '../terminal.ts'

export const pagePaper = (window: () => BrowserWindow | null): PagePaper => ({
  print: async () => {
    const contents = window()?.webContents
    if (contents === undefined) return 'failed'
    // Without a printer the system's dialog would be empty, or the print would end without a message.
    if ((await contents.getPrintersAsync()).length === 0) return 'no printer'
    return new Promise((resolve) => {
      contents.print({ silent: false, printBackground: true }, (success, why) =>
        resolve(success ? 'done' : /cancel/i.test(why) ? 'cancelled' : 'failed'),
      )
    })
  },
  pdf: async () => {
    const contents = window()?.webContents
    if (contents === undefined) throw new Error('there is no page')
    return contents.printToPDF({ printBackground: true, pageSize: 'A4', margins: MARGINS })
  },
})

/** In inches. */
const MARGINS = { top: 0.4, bottom: 0.4, left: 0.4, right: 0.4 } as const
