import type { LabelKind } from '../../../../shared/shop/labels.ts'
import type { Symbology } from '../symbols.ts'
import type { ReceiptBlock, ReceiptDocument } from '../types.ts'
import { PAPER_WORDS } from '../words.ts'
import { CUT, centred, heading, RULE } from './blocks.ts'

export type LabelFacts = {
  readonly name: string
  /** As on the paper: "2,500 ₮". */
  readonly price: string
  /** What the price is for: "1 кг", "12 ш". */
  readonly amount: string
  /** Null if the bars cannot be drawn so that a scanner reads them. */
  readonly barcode: { readonly data: string; readonly symbology: Symbology } | null
  /** In test mode each label says СУРГАЛТ, so that nobody puts it on a shelf. */
  readonly testMode: boolean
}

/** A label has two lines for the name. Longer names are cut off. */
const LONGEST_NAME = 46

/** A shelf tag shows the price in the largest letters. A barcode label shows the bars before the price. */
export function labelBlocks(kind: LabelKind, label: LabelFacts): readonly ReceiptBlock[] {
  const test = label.testMode ? [centred(PAPER_WORDS.testMode, 'small')] : []
  const bars = label.barcode === null ? [] : [{ kind: 'barcode' as const, ...label.barcode }]
  const price = { kind: 'price' as const, text: label.price }
  return kind === 'shelf'
    ? [...test, heading(shortened(label.name)), price, centred(label.amount, 'small'), ...bars]
    : [
        ...test,
        centred(shortened(label.name), 'small'),
        ...bars,
        centred(`${label.price} / ${label.amount}`, 'small'),
      ]
}

/** Labels one below the other. Dashed lines show where to cut. */
export const labelStrip = (kind: LabelKind, labels: readonly LabelFacts[]): ReceiptDocument => ({
  blocks: [...labels.flatMap((label, at) => [...(at === 0 ? [] : [RULE]), ...labelBlocks(kind, label)]), CUT],
})

const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name
