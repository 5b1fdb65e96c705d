/** The number of a sale, the barcode of its receipt (docs/decisions/sale-number.md). */
export const isReceiptNumber = (text: string): boolean =>
  /^[A-Z0-9]{1,6}-\d{6}-\d{4,5}-[A-Z0-9]{4}$/.test(text)

export type Typed = {
  /** The text before the sign; null without a prefix. */
  readonly quantity: string | null
  /** The search text. */
  readonly sought: string
}

/** Splits "3*тараг" into quantity 3 and search text тараг. The main process validates the quantity. */
export function readQuantityPrefix(text: string): Typed {
  const match = /^\s*(\d{1,6}(?:[.,]\d{1,3})?)\s*[*×]\s*(.*)$/.exec(text)
  if (!match) return { quantity: null, sought: text.trim() }
  return { quantity: match[1] ?? null, sought: (match[2] ?? '').trim() }
}
