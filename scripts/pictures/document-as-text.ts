import { runToEnd } from '../../main/base/chunked.ts'
import { type ReceiptBlock, type ReceiptDocument, textParts } from '../../main/paper/draw/index.ts'

/** The lines of a paper as a printer with its own letters prints them. A QR is "[QR]": its data are in no text. */
export function documentAsText({ blocks }: ReceiptDocument, columns: number): string {
  const parts = runToEnd(textParts({ blocks: blocks.flatMap(asText) }, columns))
  return parts.map((part) => ('picture' in part ? '' : `${part.text}\n`)).join('')
}

function asText(block: ReceiptBlock): readonly ReceiptBlock[] {
  if (block.kind === 'barcode') return [centred(block.data)]
  return block.kind === 'qr' ? [centred('[QR]'), ...(block.caption ? [centred(block.caption)] : [])] : [block]
}

const centred = (text: string): ReceiptBlock => ({
  kind: 'text',
  text,
  align: 'center',
  bold: false,
  size: 'normal',
})
