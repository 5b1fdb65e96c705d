/** Prints to the system's printers with Electron, for Windows, which has no CUPS. */
import type { SystemPrinters } from '../till/index.ts'
import { onHiddenPage } from './hidden-page.ts'

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
      // Checked first, because an unknown name makes print() throw, which would look like an unconfirmed print.
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
