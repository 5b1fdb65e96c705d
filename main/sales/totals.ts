import { type Money, money, sumMoney } from '../../shared/money.ts'
import type { SaleLine, Totals } from '../../shared/sale.ts'

/**
 * Taxes contained in a price (field notes, "The printed e-receipt"): VAT = gross / (110 + c) × 10 and city tax =
 * gross / (110 + c) × c, where c is the city tax percent of goods that it falls on and 0 for others; half up.
 */
export function taxesIn(gross: Money, cityTaxPercent: number): { vat: Money; cityTax: Money } {
  const whole = 110 + cityTaxPercent
  return { vat: share(gross, 10, whole), cityTax: share(gross, cityTaxPercent, whole) }
}

function share(amount: Money, part: number, whole: number): Money {
  return money(Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole))))
}

/** Taxes of the sums, not sums of the lines' taxes: so that no rounding adds up. */
export function totalsOf(lines: readonly SaleLine[], cityTaxPercent: number): Totals {
  const taxed = sumMoney(lines.filter((line) => line.product.cityTax).map((line) => line.amount))
  const plain = sumMoney(lines.filter((line) => !line.product.cityTax).map((line) => line.amount))
  const onTaxed = taxesIn(taxed, cityTaxPercent)
  return {
    total: totalOf(lines),
    vat: sumMoney([taxesIn(plain, 0).vat, onTaxed.vat]),
    cityTax: onTaxed.cityTax,
    lineCount: lines.length,
  }
}

export const totalOf = (lines: readonly SaleLine[]): Money => sumMoney(lines.map((line) => line.amount))
