/** Prints full-page HTML documents such as reports, or saves them as PDF. Receipts are printed elsewhere. */
import type { PagePaper } from '../till/index.ts'
import { onHiddenPage } from './hidden-page.ts'

export const pagePaper: PagePaper = {
  print: (html) =>
    onHiddenPage(html, async ({ webContents }) => {
      // Without a printer the system's dialog would be empty, or the print would end without a message.
      if ((await webContents.getPrintersAsync()).length === 0) return 'no printer'
      return new Promise((resolve) => {
        webContents.print({ silent: false, printBackground: true }, (success, why) =>
          resolve(success ? 'done' : /cancel/i.test(why) ? 'cancelled' : 'failed'),
        )
      })
    }),
  pdf: (html) =>
    onHiddenPage(html, ({ webContents }) =>
      webContents.printToPDF({
        printBackground: true,
        preferCSSPageSize: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: PAGE_NUMBER,
      }),
    ),
}

/** "2 / 7"; Chromium fills in the classes. */
const PAGE_NUMBER =
  '<p style="width: 100%; margin: 0 12mm; font-size: 8pt; text-align: right"><span class="pageNumber"></span> / <span class="totalPages"></span></p>'
