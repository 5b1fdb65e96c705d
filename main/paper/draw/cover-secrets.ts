import type { PaperEReceipt, ReceiptBlock, ReceiptDocument } from './types.ts'
import { PAPER_WORDS } from './words.ts'

type PaperSecrets = Pick<PaperEReceipt, 'lottery' | 'qrData'>

/** The same for every lottery number, so that its length stays hidden too. */
const BULLETS = '••••••••'

/**
 * The document for the screen, with lottery number and QR covered, because those are for paper only. Covers do not
 * depend on what they cover, so a preview with `secretStandIns` looks the same as one with real secrets.
 */
export const coverSecrets = ({ blocks }: ReceiptDocument): ReceiptDocument => ({
  blocks: blocks.map(coverBlock),
})

function coverBlock(block: ReceiptBlock): ReceiptBlock {
  if (block.kind === 'lottery') return { ...block, text: BULLETS }
  if (block.kind === 'qr') return { kind: 'covered', text: PAPER_WORDS.secretsCovered }
  return block
}

/** Placeholders for the secrets in the facts of a preview. `coverSecrets` covers them afterwards. */
export const secretStandIns = ({ hasLottery }: { readonly hasLottery: boolean }): PaperSecrets => ({
  lottery: hasLottery ? BULLETS : '',
  qrData: BULLETS,
})
