/**
 * From the document of a receipt to the bytes for an ESC/POS printer of 80 mm. The product draws each letter and the QR in
 * dots, because hardly a printer has all letters; the control is a library that sends letters of the printer's code pages,
 * and no QR.
 */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { chunked } from '../../../main/base/chunked.ts'
import { drawnPaper, type ReceiptDocument, saleReceipt } from '../../../main/paper/draw/index.ts'
import { profileNamed } from '../../../main/paper/print/index.ts'
import { THREE_HUNDRED } from '../../../test/fixtures/papers/goods.ts'
import { receiptFacts } from '../../../test/support/receipt-facts.ts'
import { type Figure, inTurns, type Measure } from './figure.ts'

const SIZES = [20, 300]
const LIMIT_MS = 10
/** Letters in a line of 80 mm paper. */
const COLUMNS = 48
const CONTROL = 'receipt-printer-encoder'

export const measureReceipt: Measure = async () => {
  const figures: Figure[] = []
  for (const size of SIZES) {
    const document = saleReceipt(receiptFacts({ lines: THREE_HUNDRED.slice(0, size) }))
    const lines = linesOf(document)
    const { ours, [CONTROL]: control } = await inTurns(
      // As the print queue makes a paper.
      {
        ours: () => chunked(drawnPaper(document, { width: 80, dialect: profileNamed('escpos') })),
        [CONTROL]: () => encoded(lines),
      },
      { rounds: size > 100 ? 5 : 30, warmUp: 1 },
    )
    figures.push({
      name: `a receipt of ${size} lines as bytes`,
      note: 'the product draws all letters and a QR in dots; the library sends letters without the QR',
      unit: 'ms',
      ours,
      against: { [CONTROL]: control },
      reach: { at: 'p50', atMost: LIMIT_MS },
    })
  }
  return figures
}

/** Names a printer that the library knows, so that it chooses among that printer's code pages. */
function encoded(lines: readonly string[]): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ printerModel: 'epson-tm-t20iii', columns: COLUMNS })
  encoder.initialize().codepage('auto')
  for (const line of lines) encoder.line(line)
  return encoder.cut('partial').encode()
}

/** The text of a document, one line for each block. */
const linesOf = ({ blocks }: ReceiptDocument): readonly string[] =>
  blocks.flatMap((block) => {
    switch (block.kind) {
      case 'text':
      case 'notice':
      case 'stamp':
        return [block.text]
      case 'row':
        return [block.left.padEnd(COLUMNS - block.right.length) + block.right]
      case 'lottery':
        return [`${block.label} ${block.text}`]
      default:
        return []
    }
  })
