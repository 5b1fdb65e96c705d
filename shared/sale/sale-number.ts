/** Numbers of sales and of their invoices (docs/decisions/sale-number.md). */

/** The number of a sale, `K01-261120-0147-X7F3`: terminal, date, number of the day, and the journal's tag. */
export const senderInvoiceNo = (terminal: string, day: string, sequence: number, tag: string): string =>
  `${terminal}-${day.slice(2).replaceAll('-', '')}-${String(sequence).padStart(4, '0')}-${tag}`

const DRAWN = 6

/**
 * A number for the sale's next invoice, `K01-261120-0147-X7F3-K7QM2P`. The last part is random, so that no two invoices
 * share a number even where the journal lost some. It is recorded before the request leaves.
 */
export const drawInvoiceNumber = (saleNumber: string): string => `${saleNumber}-${randomLetters(DRAWN)}`

const SALE_NUMBER = String.raw`[A-Z0-9]{1,6}-\d{6}-\d{4,}-[A-Z0-9]{4}`
const WHOLE = new RegExp(`^${SALE_NUMBER}$`)
const WITH_SUFFIX = new RegExp(`^(${SALE_NUMBER})-[A-Z0-9]+$`)

export const isSaleNumber = (text: string): boolean => WHOLE.test(text)

/** The sale's number, taken from the number of any of its invoices. */
export const saleNumberOf = (invoiceNumber: string): string => invoiceNumber.replace(WITH_SUFFIX, '$1')

/** 32 letters, so that all are equally likely, without letters that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random letters and digits for a unique number. */
export const randomLetters = (count: number): string =>
  [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => LETTERS[byte % LETTERS.length]).join('')
