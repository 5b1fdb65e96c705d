/** What goods of a sale are worth, with the taxes contained in them; and those of them that came back. */
import { type Money, money } from '../../shared/money.ts'
import { type LeftOfLine, leftOf } from '../../shared/return.ts'
import type { Sale, SaleLine } from '../../shared/sale.ts'
import { ratesOf, taxable } from '../../shared/sale-taxes.ts'
import { FIRST_SETTINGS } from '../../shared/settings.ts'
import { type LineTaxes, type TaxKind, taxesOf, taxKindOf } from '../../shared/tax.ts'

/** Of one line. */
export type Goods = {
  readonly kind: TaxKind
  readonly code: string
  readonly category: string
  readonly lines: number
  readonly quantity: number
  /** As it was paid for, taxes included. */
  readonly amount: number
  readonly vat: number
  readonly cityTax: number
}

export function goodsOf(sale: Sale): readonly Goods[] {
  const taxes = lineTaxes(sale)
  return sale.lines.map((line, index) =>
    of(line, { lines: 1, quantity: line.quantity, amount: line.amount, ...taxes[index] }),
  )
}

/**
 * Goods of completed returns; and goods for so much more that came back without a return, taken from what is left of the
 * lines in their order.
 */
export function backOf(sale: Sale, more: Money): readonly Goods[] {
  const completed = { ...sale, returns: sale.returns.filter(({ state }) => state === 'completed') }
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
        lines,
        quantity: line.quantity - quantity,
        amount: back,
        ...shareOf(taxes[index], back, line.amount),
      }),
    ]
  })
}

type Figures = Omit<Goods, 'kind' | 'code' | 'category'>

const of = ({ product }: SaleLine, figures: Partial<Figures>): Goods => ({
  lines: 0,
  quantity: 0,
  amount: 0,
  vat: 0,
  cityTax: 0,
  ...figures,
  kind: taxKindOf(product.taxKind),
  code: product.code,
  category: product.category,
})

/** Journals from before terms were kept do not say under which rates a sale was sold: those of the law. */
function lineTaxes({ lines, terms }: Sale): readonly LineTaxes[] {
  const had = known.get(lines)
  if (had && had.terms === terms) return had.taxes
  const taxed = lines.map((line) => ({ ...taxable(line), taxKind: taxKindOf(line.product.taxKind) }))
  const taxes = taxesOf(taxed, ratesOf(terms, FIRST_SETTINGS)).perLine
  known.set(lines, { terms, taxes })
  return taxes
}

/** A sale that goes on keeps its lines: their taxes are reckoned once. */
const known = new WeakMap<
  Sale['lines'],
  { readonly terms: Sale['terms']; readonly taxes: readonly LineTaxes[] }
>()

/** All of a line's taxes go back with all of it. */
function shareOf(taxes: LineTaxes | undefined, part: number, whole: number): LineTaxes {
  const share = (tax: number): Money =>
    money(whole === 0 ? 0 : Number((BigInt(tax) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n)))
  return { vat: share(taxes?.vat ?? 0), cityTax: share(taxes?.cityTax ?? 0) }
}
