/** The goods of a sale and of its returns, line by line, with the taxes contained in them. */
import { type Money, money } from '../money/money.ts'
import { type LineTaxes, type TaxKind, taxesOf } from '../money/tax.ts'
import { leftOf } from '../sale/return.ts'
import type { Sale, SaleLine } from '../sale/sale.ts'
import { ratesOf, taxable } from '../sale/taxes.ts'
import { FIRST_SETTINGS } from '../shop/settings.ts'
import { type Figures, NOTHING } from './figures.ts'

/** The goods of one line; the amount includes taxes. */
export type Goods = Figures & { readonly kind: TaxKind; readonly code: string; readonly category: string }

export function goodsOf(sale: Sale): readonly Goods[] {
  const taxes = lineTaxes(sale)
  return sale.lines.map((line, index) =>
    of(line, { times: 1, lines: 1, quantity: line.quantity, amount: line.amount, ...taxes[index] }),
  )
}

/** The goods of completed returns. */
export function backOf(sale: Sale): readonly Goods[] {
  const completed = sale.returns.filter(({ state }) => state === 'completed')
  const back = completed.flatMap(({ lines }) => lines)
  if (back.length === 0) return []
  const taxes = lineTaxes(sale)
  return leftOf({ ...sale, returns: completed }).flatMap(({ line, quantity, amount }, index) => {
    const times = back.filter(({ lineId }) => lineId === line.id).length
    const worth = line.amount - amount
    if (times === 0) return []
    return [
      of(line, {
        times,
        lines: times,
        quantity: line.quantity - quantity,
        amount: worth,
        ...shareOf(taxes[index], worth, line.amount),
      }),
    ]
  })
}

const of = ({ product }: SaleLine, figures: Partial<Figures>): Goods => ({
  ...NOTHING,
  ...figures,
  kind: product.taxKind,
  code: product.code,
  category: product.category,
})

/** Where the journal lost the terms of the sale, the legal rates apply. */
function lineTaxes({ lines, terms }: Sale): readonly LineTaxes[] {
  const had = known.get(lines)
  if (had && had.terms === terms) return had.taxes
  const taxes = taxesOf(lines.map(taxable), ratesOf(terms, FIRST_SETTINGS)).perLine
  known.set(lines, { terms, taxes })
  return taxes
}

/** The taxes of unchanged lines are computed once. */
const known = new WeakMap<
  Sale['lines'],
  { readonly terms: Sale['terms']; readonly taxes: readonly LineTaxes[] }
>()

/** A fully returned line takes back all of its taxes. */
function shareOf(taxes: LineTaxes | undefined, part: number, whole: number): LineTaxes {
  const share = (tax: number): Money =>
    money(whole === 0 ? 0 : Number((BigInt(tax) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n)))
  return { vat: share(taxes?.vat ?? 0), cityTax: share(taxes?.cityTax ?? 0) }
}
