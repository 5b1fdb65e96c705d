import type { ReceiptBlock, ReceiptDocument } from '../../main/paper/draw/index.ts'

/** The text of a paper, one line for each block, with figures after a bar. */
export const paperText = ({ blocks }: ReceiptDocument): readonly string[] =>
  blocks.map((block) => blockText(block).replaceAll('\u00a0', ' ')).filter(Boolean)

export function blockText(block: ReceiptBlock): string {
  if (block.kind === 'row') return `${block.left} | ${block.right}`
  if (block.kind === 'lottery') return `${block.label} ${block.text}`
  if (block.kind === 'qr') return `qr ${block.data}`
  if (block.kind === 'barcode') return `bars ${block.data}`
  return 'text' in block ? block.text : ''
}
