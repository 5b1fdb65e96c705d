/** What the label of a product or of a pack says. */

import { formatMoney } from '../../../shared/money/money.ts'
import { nameOf, type Pack } from '../../../shared/sale/sale.ts'
import { isPackCode } from '../../../shared/shop/further-codes.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { asEan13, type CatalogueItem, isEan8, isEan13, type LiveCatalogue } from '../../shop/goods/index.ts'
import { barcodeSymbol, type LabelFacts, PAPER_WORDS, type Symbology } from '../draw/index.ts'

/** A product, or a pack of it with a code and price of its own. */
export type Labelled = {
  readonly code: string
  /** With the price of this code. */
  readonly product: Product
  readonly pack?: Pack
}

/** The label of the product, and one for each of its packs. */
export const labelled = (
  { product, codes }: CatalogueItem,
  catalogue: LiveCatalogue,
): readonly Labelled[] => [
  { code: product.code, product },
  ...codes.filter(isPackCode).flatMap(({ code }) => labelledCode(code, catalogue) ?? []),
]

/** Null if no product or pack is sold by this code. */
export function labelledCode(code: string, catalogue: LiveCatalogue): Labelled | null {
  const sold = catalogue.scanned(code)
  if (sold === null) return null
  return { ...sold, code: sold.pack?.code ?? sold.product.code }
}

export const labelFacts = (one: Labelled, testMode: boolean): LabelFacts => ({
  name: nameOf(one),
  price: `${formatMoney(one.product.price)}\u00a0${PAPER_WORDS.currency}`,
  amount: `${one.pack?.pieces ?? 1}\u00a0${one.product.unit}`,
  barcode: barcodeOf(one.code),
  testMode,
})

/** Width of 58 mm paper in dots. Both papers use it, so that a label has the same bars on each. */
const NARROWEST = 384

/** EAN-13 or EAN-8 for article numbers, Code 128 for all other codes. Null if the bars cannot be drawn for a scanner. */
function barcodeOf(code: string): LabelFacts['barcode'] {
  const data = asEan13(code)
  const symbology: Symbology = isEan13(data) ? 'ean13' : isEan8(data) ? 'ean8' : 'code128'
  return barcodeSymbol(data, NARROWEST, symbology) && { data, symbology }
}
