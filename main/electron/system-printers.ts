/**
 * The system's printers, as Electron reaches them: for Windows, which has no CUPS. The page that is printed is made by us,
 * has no script, and its window has no more rights than a file on a desk.
 */
import { BrowserWindow } from 'electron'
import type { SystemPrinters } from '../terminal.ts'

const MICRONS_A_MM = 1000

export const systemPrinters: SystemPrinters = {
  list: () =>
    onHiddenPage('', async ({ webContents }) =>
      (await webContents.getPrintersAsync()).map(({ name, displayName }) => ({
        queue: name,
        words: displayName,
      })),
    ),
  print: (html, { queue, widthMm, heightMm }) =>
    onHiddenPage(html, async ({ webContents }) => {
      // Asked first: a name that the system does not know is refused by a throw that would look like a doubtful print.
      const known = await webContents.getPrintersAsync()
      if (!known.some(({ name }) => name === queue)) return 'no such printer'
      return new Promise((resolve) => {
        webContents.print(
          {
            silent: true,
            deviceName: queue,
            margins: { marginType: 'none' },
            pageSize: { width: widthMm * MICRONS_A_MM, height: heightMm * MICRONS_A_MM },
          },
          (success) => resolve(success ? 'done' : 'failed'),
        )
      })
    }),
}

async function onHiddenPage<Answer>(
  html: string,
  work: (page: BrowserWindow) => Promise<Answer>,
): Promise<Answer> {
  const page = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  })
  try {
    await page.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
    return await work(page)
  } finally {
    page.destroy()
  }
}
