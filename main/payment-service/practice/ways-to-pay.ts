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
const template = (fields: readonly Field[]): string => fields.map(encoded).join('')

/** Printable ASCII, cut to this many characters. */
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

/** The banks of Mongolia whose app a payer may have. The logos' address does not exist. */
type Bank = {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly scheme: string
}

const BANKS: readonly Bank[] = [
  { code: '050000', name: 'Khan bank', description: 'Хаан банк', scheme: 'khanbank' },
  { code: '340000', name: 'State bank', description: 'Төрийн банк', scheme: 'statebank' },
  { code: '320000', name: 'Xac bank', description: 'Хас банк', scheme: 'xacbank' },
  {
    code: '040000',
    name: 'Trade and Development bank',
    description: 'Худалдаа хөгжлийн банк',
    scheme: 'tdbbank',
  },
  { code: '150000', name: 'Golomt bank', description: 'Голомт банк', scheme: 'golomtbank' },
  { code: '150001', name: 'Social Pay', description: 'Голомт банкны SocialPay', scheme: 'socialpay' },
  { code: '990001', name: 'Most money', description: 'МОСТ мони', scheme: 'most' },
  {
    code: '290000',
    name: 'National investment bank',
    description: 'Үндэсний хөрөнгө оруулалтын банк',
    scheme: 'nibank',
  },
  { code: '220000', name: 'Chinggis khaan bank', description: 'Чингис хаан банк', scheme: 'ckbank' },
  { code: '300000', name: 'Capitron bank', description: 'Капитрон банк', scheme: 'capitronbank' },
  { code: '380000', name: 'Bogd bank', description: 'Богд банк', scheme: 'bogdbank' },
  { code: '210000', name: 'Arig bank', description: 'Ариг банк', scheme: 'arig' },
  { code: '390000', name: 'M bank', description: 'М банк', scheme: 'mbank' },
  { code: '280000', name: 'Trans bank', description: 'Тээвэр хөгжлийн банк', scheme: 'transbank' },
]

export const FIRST_BANK_CODE = '050000'

/** The bank's name as payments show it, or the code where it is unknown. */
export const bankName = (code: string): string =>
  BANKS.find((bank) => bank.code === code)?.description ?? code

export const bankLinks = (qr: string) =>
  BANKS.map(({ name, description, scheme }) => ({
    name,
    description,
    logo: `https://practice.invalid/logo/${scheme}.png`,
    link: `${scheme}://q?qr=${encodeURIComponent(qr)}`,
  }))
