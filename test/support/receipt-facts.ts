import type { PaperEReceipt, ReceiptFacts } from '../../main/receipts/index.ts'
import { money, NO_MONEY, sumMoney, tugriks } from '../../shared/money.ts'
import { priceOf, quantity } from '../../shared/quantity.ts'
import type { SaleLine } from '../../shared/sale.ts'
import { FIRST_SETTINGS } from '../../shared/settings.ts'

/** 200 digits, as the tax authority's QR data are long (field notes, "The printed e-receipt"). */
export const TAX_QR = '0481273650'.repeat(20)

export const saleLine = (name: string, thousandths: number, price: number, unit = 'ш'): SaleLine => {
  const unitPrice = tugriks(price)
  return {
    id: `${name}-${thousandths}`,
    product: {
      code: '8650001000018',
      name,
      category: 'Хүнс',
      price: unitPrice,
      unit,
      taxProductCode: '83051',
      classificationCode: '2349010',
      cityTax: false,
    },
    quantity: quantity(thousandths),
    unitPrice,
    amount: priceOf(unitPrice, quantity(thousandths)),
  }
}

export const paperEReceipt = (changes: Partial<PaperEReceipt> = {}): PaperEReceipt => ({
  printedId: '000000037900846788112026000014701',
  amount: tugriks(32509),
  vat: money(295536),
  cityTax: NO_MONEY,
  lottery: 'AB 12345678',
  qrData: TAX_QR,
  ...changes,
})

const GOODS = [
  saleLine('Талх Атар', 2000, 2500),
  saleLine('Сүү АПУ', 1000, 4350),
  saleLine('Алим, ногоон', 842, 8900, 'кг'),
]

/** An individual's receipt, paid by QR; `changes` make it another. */
export function receiptFacts(changes: Partial<ReceiptFacts> = {}): ReceiptFacts {
  const lines = changes.lines ?? GOODS
  const total = sumMoney(lines.map(({ amount }) => amount))
  return {
    shop: FIRST_SETTINGS.shop,
    terminal: 'K01',
    number: '0147',
    senderInvoiceNo: 'K01-20261120-0147',
    date: '2026-11-20 14:32:41',
    receiver: { kind: 'individual' },
    lines,
    totals: { total, vat: money(Math.round(total / 11)), cityTax: NO_MONEY, lineCount: lines.length },
    payments: [{ how: 'QR · Хаан банк', amount: total }],
    surplus: NO_MONEY,
    change: NO_MONEY,
    cashWithoutEReceipt: false,
    ereceipts: [paperEReceipt({ amount: total })],
    ereceiptOwed: false,
    training: false,
    ...changes,
  }
}
