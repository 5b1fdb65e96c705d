/**
 * The text of a payment's QR in EMV merchant-presented mode, as Mongolian banks read it: fields of a two-digit tag, a
 * two-digit length and the value, then a checksum over everything before its four digits.
 */
import { moneyAsText } from '../../../shared/money/money.ts'
import type { InvoiceRecord } from './records.ts'

type Field = readonly [tag: string, value: string]

const MERCHANT_CATEGORY_GROCERY = '5411'
const CURRENCY_MNT = '496'

const LONGEST_VALUE = 99
const encoded = ([tag, value]: Field): string => `${tag}${String(value.length).padStart(2, '0')}${value}`
const template = (...fields: readonly Field[]): string => fields.map(encoded).join('')

/** Printable ASCII, cut to this many characters. */
const plain = (text: string, most: number): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, most)

export function qrText(invoice: InvoiceRecord): string {
  const fields: readonly Field[] = [
    ['00', '01'],
    ['01', '12'],
    ['26', template(['00', 'mn.practice.pay'], ['01', plain(invoice.request.invoice_code, 45)])],
    ['52', MERCHANT_CATEGORY_GROCERY],
    ['53', CURRENCY_MNT],
    ['54', moneyAsText(invoice.amount)],
    ['58', 'MN'],
    ['59', 'PRACTICE MERCHANT'],
    ['60', 'ULAANBAATAR'],
    ['62', template(['01', plain(invoice.request.sender_invoice_no, 45) || '-'], ['07', 'terminal'])],
    ['80', plain(invoice.invoice_id, LONGEST_VALUE)],
  ]
  const unsigned = `${template(...fields)}6304`
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

/** The banks of Mongolia whose app a payer may have. The logos' address does not exist. */
const BANKS = [
  ['050000', 'Khan bank', 'Хаан банк', 'khanbank'],
  ['340000', 'State bank', 'Төрийн банк', 'statebank'],
  ['320000', 'Xac bank', 'Хас банк', 'xacbank'],
  ['040000', 'Trade and Development bank', 'Худалдаа хөгжлийн банк', 'tdbbank'],
  ['150000', 'Golomt bank', 'Голомт банк', 'golomtbank'],
  ['150001', 'Social Pay', 'Голомт банкны SocialPay', 'socialpay'],
  ['990001', 'Most money', 'МОСТ мони', 'most'],
  ['290000', 'National investment bank', 'Үндэсний хөрөнгө оруулалтын банк', 'nibank'],
  ['220000', 'Chinggis khaan bank', 'Чингис хаан банк', 'ckbank'],
  ['300000', 'Capitron bank', 'Капитрон банк', 'capitronbank'],
  ['380000', 'Bogd bank', 'Богд банк', 'bogdbank'],
  ['210000', 'Arig bank', 'Ариг банк', 'arig'],
  ['390000', 'M bank', 'М банк', 'mbank'],
  ['280000', 'Trans bank', 'Тээвэр хөгжлийн банк', 'transbank'],
] as const

export const FIRST_BANK_CODE = '050000'

/** The bank's name as payments show it, or the code where it is unknown. */
export const bankName = (code: string): string => BANKS.find(([one]) => one === code)?.[2] ?? code

export const bankLinks = (qr: string) =>
  BANKS.map(([, name, description, scheme]) => ({
    name,
    description,
    logo: `https://practice.invalid/logo/${scheme}.png`,
    link: `${scheme}://q?qr=${encodeURIComponent(qr)}`,
  }))
