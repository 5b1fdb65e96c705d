import type { PaperEReceipt, ReceiptBlock, ReceiptDocument } from './types.ts'
import { PAPER_WORDS } from './words.ts'

type PaperSecrets = Pick<PaperEReceipt, 'lottery' | 'qrData'>

/** As many for every lottery number: how long it is stays hidden too. */
const BULLETS = '••••••••'

/**
 * The same document for the screen: lottery number and QR are for paper alone. Makes nothing of what it covers, so the
 * preview looks alike whether the document held them or (as it should be) never did: see `secretStandIns`.
 */
export const coverSecrets = ({ blocks }: ReceiptDocument): ReceiptDocument => ({
  blocks: blocks.map(coverBlock),
})

function coverBlock(block: ReceiptBlock): ReceiptBlock {
  if (block.kind === 'lottery') return { ...block, text: BULLETS }
  if (block.kind === 'qr') return { kind: 'covered', text: PAPER_WORDS.secretsCovered }
  return block
}

/** What a preview's facts hold in place of the secrets, so that `coverSecrets` has a place to cover. */
export const secretStandIns = ({ hasLottery }: { readonly hasLottery: boolean }): PaperSecrets => ({
  lottery: hasLottery ? BULLETS : '',
  qrData: BULLETS,
})
