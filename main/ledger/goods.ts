/** The goods of a sale line by line, with the taxes contained in them; and the returned ones. */
import { type Money, money } from '../../shared/money.ts'
import { type LeftOfLine, leftOf } from '../../shared/return.ts'
import type { Sale, SaleLine } from '../../shared/sale.ts'
import { ratesOf, taxable } from '../../shared/sale-taxes.ts'
import { FIRST_SETTINGS } from '../../shared/settings.ts'
import { type LineTaxes, type TaxKind, taxesOf, taxKindOf } from '../../shared/tax.ts'
import { type Figures, NOTHING } from './figures.ts'

/** The goods of one line; the amount includes taxes. */
export type Goods = Figures & { readonly kind: TaxKind; readonly code: string; readonly category: string }

export function goodsOf(sale: Sale): readonly Goods[] {
  const taxes = lineTaxes(sale)
  return sale.lines.map((line, index) =>
    of(line, { times: 1, lines: 1, quantity: line.quantity, amount: line.amount, ...taxes[index] }),
  )
}

/** The goods of completed returns; and goods worth `more` that were returned without one, from what is left of the lines in order. */
export function backOf(sale: Sale, more: Money): readonly Goods[] {
  const completed = { ...sale, returns: sale.returns.filter(({ state }) => state === 'completed') }
  if (more === 0 && completed.returns.every(({ lines }) => lines.length === 0)) return []
  const taxes = lineTaxes(sale)
  let rest: number = more
  return leftOf(completed).flatMap(({ line, quantity, amount }: LeftOfLine, index) => {
    const lines = completed.returns
      .flatMap((one) => one.lines)
      .filter(({ lineId }) => lineId === line.id).length
    const besides = Math.min(rest, amount)
    rest -= besides
    const back = line.amount - amount + besides
    if (lines === 0 && besides === 0) return []
    return [
      of(line, {
        times: lines,
        lines,
        quantity: line.quantity - quantity,
        amount: back,
        ...shareOf(taxes[index], back, line.amount),
      }),
    ]
  })
}

const of = ({ product }: SaleLine, figures: Partial<Figures>): Goods => ({
  ...NOTHING,
  ...figures,
  kind: taxKindOf(product.taxKind),
  code: product.code,
  category: product.category,
})

/** Older journals did not store the tax rates of a sale: then the legal rates apply. */
function lineTaxes({ lines, terms }: Sale): readonly LineTaxes[] {
  const had = known.get(lines)
  if (had && had.terms === terms) return had.taxes
  const taxed = lines.map((line) => ({ ...taxable(line), taxKind: taxKindOf(line.product.taxKind) }))
  const taxes = taxesOf(taxed, ratesOf(terms, FIRST_SETTINGS)).perLine
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
