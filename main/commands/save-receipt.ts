import { writeFile } from 'node:fs/promises'
import { CommandRefused } from '../../shared/failure.ts'
import { documentAsHtml, documentAsPdf } from '../receipts/index.ts'
import { writeDocument } from '../write-document.ts'
import type { CommandContext } from './command-context.ts'

type Wish = { readonly saleId: string; readonly format: 'pdf' | 'html' }

/** The copy as a file: a sale's number is its name, so that the same sale again replaces it. Neither lottery nor QR. */
export async function saveReceipt(
  context: CommandContext,
  { saleId, format }: Wish,
): Promise<{ path: string }> {
  const { journal, papers } = context.shop()
  const sale = journal.sales.byId(saleId)
  if (!sale) throw new CommandRefused('SALE_UNKNOWN')
  const document = papers.copy(saleId)
  if (!document) throw new CommandRefused('RECEIPT_MISSING')
  const width = context.settings.read().paperWidth
  const content =
    format === 'pdf'
      ? documentAsPdf(document, width)
      : documentAsHtml(document, { width, title: sale.senderInvoiceNo })
  return writeDocument(context.documents, `${sale.senderInvoiceNo}.${format}`, (draft) =>
    writeFile(draft, content, { flag: 'wx', flush: true }),
  )
}
