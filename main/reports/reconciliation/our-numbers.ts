/** Terminal, date, number of the day, the tag of the journal that made it, and which invoice of the sale (docs/decisions/sale-number.md). */
const NUMBER = /^(.+)-\d{6}-\d{4,}-([A-Z0-9]{4})(?:-[A-Z0-9]+)?$/

/**
 * Whether an invoice is for our journal to know: it was made by this journal, or by an earlier one of the same terminal.
 * All others are another terminal's, or another program's, of the same merchant.
 */
export function isOurNumber(
  senderInvoiceNo: string,
  { tag, terminal }: { readonly tag: string; readonly terminal: string },
): boolean {
  const [, code, itsTag] = NUMBER.exec(senderInvoiceNo) ?? []
  return itsTag === tag || code === terminal
}
