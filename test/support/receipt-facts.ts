import type { PaperEReceipt, PaperHead, PaperLine, ReceiptFacts } from '../../main/paper/draw/index.ts'
import { money, NO_MONEY, sumMoney, tugriks } from '../../shared/money/money.ts'
import { formatQuantity, priceOf, quantity } from '../../shared/money/quantity.ts'
import { FIRST_SETTINGS } from '../../shared/shop/settings.ts'

/** 200 digits, the length of the tax authority's QR data (docs/receipts.md#the-printed-e-receipt). */
export const TAX_QR = '0481273650'.repeat(20)

export const paperLine = (name: string, thousandths: number, price: number, unit = 'ш'): PaperLine => {
  const unitPrice = tugriks(price)
  return {
    name,
    quantity: `${formatQuantity(quantity(thousandths))}\u00a0${unit}`,
    unitPrice,
    amount: priceOf(unitPrice, quantity(thousandths)),
    discount: NO_MONEY,
  }
}

export const paperEReceipt = (changes: Partial<PaperEReceipt> = {}): PaperEReceipt => ({
  printedId: '000000037900846788112026000014701',
  replaces: null,
  amount: tugriks(32509),
  vat: money(295536),
  cityTax: NO_MONEY,
  lottery: 'AB 12345678',
  qrData: TAX_QR,
  ...changes,
})

export const paperHead = (changes: Partial<PaperHead> = {}): PaperHead => ({
  shop: FIRST_SETTINGS.shop,
  logo: null,
  terminal: 'K01',
  cashier: 'Болормаа',
  date: '2026-11-20 14:32:41',
  testMode: false,
  ...changes,
})

const GOODS = [
  paperLine('Талх Атар', 2000, 2500),
  paperLine('Сүү АПУ', 1000, 4350),
  paperLine('Алим, ногоон', 842, 8900, 'кг'),
]

/** The receipt of an individual who paid by QR, with these changes. */
export function receiptFacts(changes: Partial<ReceiptFacts> = {}): ReceiptFacts {
  const { lines = GOODS, discounts = [] } = changes
  const taken = sumMoney(discounts.map(({ amount }) => amount))
  const total = money(sumMoney(lines.map(({ amount, discount }) => money(amount - discount))) - taken)
  const vat = money(Math.round(total / 11))
  return {
    ...paperHead(),
    copy: false,
    number: '0147',
    senderInvoiceNo: 'K01-261120-0147-X7F3',
    receiver: { kind: 'individual' },
    lines,
    discounts,
    note: '',
    totals: { total, vat, cityTax: NO_MONEY, byKind: [], lineCount: lines.length },
    payments: [{ how: 'QR · Хаан банк', amount: total }],
    surplus: NO_MONEY,
    rounding: NO_MONEY,
    change: NO_MONEY,
    counterWithoutEReceipt: null,
    ereceipts: [paperEReceipt({ amount: total, vat })],
    ereceiptOwed: false,
    ...changes,
  }
}
