/** The number of a sale, the barcode of its receipt (docs/decisions/sale-number.md). */
export const isReceiptNumber = (text: string): boolean =>
  /^[A-Z0-9]{1,6}-\d{6}-\d{4,5}-[A-Z0-9]{4}$/.test(text)
