import type { PaperEReceipt, ReceiptBlock, ReceiptDocument } from './types.ts'
import { PAPER_WORDS } from './words.ts'

type PaperSecrets = Pick<PaperEReceipt, 'lottery' | 'qrData'>

/** The same for every lottery number, so that its length stays hidden too. */
const BULLETS = '••••••••'

/**
 * The document for the screen: lottery number and QR are for paper only. It does not read what it covers, so the
 * preview looks the same whether the document held secrets or `secretStandIns`, as it should.
 */
export const coverSecrets = ({ blocks }: ReceiptDocument): ReceiptDocument => ({
  blocks: blocks.map(coverBlock),
})

function coverBlock(block: ReceiptBlock): ReceiptBlock {
  if (block.kind === 'lottery') return { ...block, text: BULLETS }
  if (block.kind === 'qr') return { kind: 'covered', text: PAPER_WORDS.secretsCovered }
  return block
}

/** Placeholders of the secrets in a preview's facts, which `coverSecrets` then covers. */
export const secretStandIns = ({ hasLottery }: { readonly hasLottery: boolean }): PaperSecrets => ({
  lottery: hasLottery ? BULLETS : '',
  qrData: BULLETS,
})
