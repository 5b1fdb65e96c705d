/**
 * The text in a payment's QR, as the EMV merchant-presented mode writes it and Mongolian banks read it: fields of a
 * two-digit tag, a two-digit length and the value, ended by a checksum over everything before its own four digits.
 */
import { moneyAsText } from '../../shared/money.ts'
import type { InvoiceRecord } from './records.ts'

type Field = readonly [tag: string, value: string]

const MERCHANT_CATEGORY_GROCERY = '5411'
const CURRENCY_MNT = '496'

const LONGEST_VALUE = 99
const encoded = ([tag, value]: Field): string => `${tag}${String(value.length).padStart(2, '0')}${value}`
const template = (fields: readonly Field[]): string => fields.map(encoded).join('')

/** What a QR's field may hold: printable ASCII, and no more than so many characters. */
const plain = (text: string, most: number): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, most)

export function qrText(invoice: InvoiceRecord): string {
  const fields: readonly Field[] = [
    ['00', '01'],
    ['01', '12'],
    [
      '26',
      template([
        ['00', 'mn.practice.pay'],
        ['01', plain(invoice.request.invoice_code, 45)],
      ]),
    ],
    ['52', MERCHANT_CATEGORY_GROCERY],
    ['53', CURRENCY_MNT],
    ['54', moneyAsText(invoice.amount)],
    ['58', 'MN'],
    ['59', 'PRACTICE MERCHANT'],
    ['60', 'ULAANBAATAR'],
    [
      '62',
      template([
        ['01', plain(invoice.request.sender_invoice_no, 45) || '-'],
        ['07', 'terminal'],
      ]),
    ],
    ['80', plain(invoice.invoice_id, LONGEST_VALUE)],
  ]
  const unsigned = `${template(fields)}6304`
  return unsigned + crc16(unsigned)
}

/** CRC-16/CCITT-FALSE in four hexadecimal digits, as EMV asks. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
