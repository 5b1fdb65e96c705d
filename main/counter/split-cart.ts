/**
 * A cart whose goods bear different kinds of tax: the service's e-receipt invoice has one `tax_type` (docs/payment-service.md#create-an-invoice), so that
 * it is charged as two sales, which together cost what the cart did.
 */
import type { Discount } from '../../shared/discount.ts'
import { type Money, NO_MONEY, sumMoney } from '../../shared/money.ts'
import type { Sale, SaleLine } from '../../shared/sale.ts'
import { totalOf } from '../../shared/sale-status.ts'
import type { Settings } from '../../shared/settings.ts'
import { bearsTax } from '../../shared/tax.ts'
import { priced } from '../sales/index.ts'

/** The codes that the service is told for the goods of the cart, in the order of its lines. A gift bears no tax. */
export const taxKindsOf = ({ lines }: Pick<Sale, 'lines'>, { tax }: Settings): readonly string[] => [
  ...new Set(lines.filter(bearsTax).map(({ product }) => tax.codes[product.taxKind])),
]

/** Each with its part of the cart: the goods of the first kind stay, and so do gifts. Null where there is nothing to split. */
export function splitCart(
  sale: Sale,
  settings: Settings,
): { readonly stays: Sale; readonly goes: Sale } | null {
  const [first, ...others] = taxKindsOf(sale, settings)
  if (others.length === 0) return null
  const isLeft = (line: SaleLine): boolean =>
    !bearsTax(line) || settings.tax.codes[line.product.taxKind] === first
  const part = (isIts: (line: SaleLine) => boolean): Sale => {
    const lines = sale.lines.filter(isIts)
    return { ...sale, lines, discount: discountFor(sale.discount, lines) }
  }
  return { stays: part(isLeft), goes: part((line) => !isLeft(line)) }
}

/** As it was said, where that takes off what these lines bore of it; otherwise the amount that they bore. */
function discountFor(discount: Discount | null, lines: readonly SaleLine[]): Discount | null {
  if (discount === null) return null
  const bore = sumMoney(lines.map(({ share }) => share ?? NO_MONEY))
  if (discount.kind === 'percent' && takenOffBy(discount, lines) === bore) return discount
  return bore === NO_MONEY ? null : { kind: 'amount', amount: bore }
}

const takenOffBy = (discount: Discount, lines: readonly SaleLine[]): Money =>
  sumMoney([totalOf(priced(lines, null)), -totalOf(priced(lines, discount)) as Money])
