import { type Money, money, sumMoney } from '../../shared/money.ts'
import type { SaleLine, Totals } from '../../shared/sale.ts'

/**
 * Taxes contained in a price (field notes, "The printed e-receipt"): VAT = gross / (110 + c) × 10 and city tax =
 * gross / (110 + c) × c, where c is the city tax percent of goods that it falls on and 0 for others; half up.
 */
export function taxesOf(line: SaleLine, cityTaxPercent: number): { vat: Money; cityTax: Money } {
  const percent = line.product.cityTax ? cityTaxPercent : 0
  return { vat: share(line.amount, 10, 110 + percent), cityTax: share(line.amount, percent, 110 + percent) }
}

function share(amount: Money, part: number, whole: number): Money {
  return money(Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole))))
}

export function totalsOf(lines: readonly SaleLine[], cityTaxPercent: number): Totals {
  const taxes = lines.map((line) => taxesOf(line, cityTaxPercent))
  return {
    total: totalOf(lines),
    vat: sumMoney(taxes.map((tax) => tax.vat)),
    cityTax: sumMoney(taxes.map((tax) => tax.cityTax)),
    lineCount: lines.length,
  }
}

export const totalOf = (lines: readonly SaleLine[]): Money => sumMoney(lines.map((line) => line.amount))
