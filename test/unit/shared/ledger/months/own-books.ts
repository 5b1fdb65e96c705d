/** Books of the test's own: they share no code with the product. */
import type { Sale } from '../../../../../shared/sale/sale.ts'

export type Figure =
  | 'sales'
  | 'sold'
  | 'back'
  | 'cancelled'
  /** VAT of the valid e-receipts. */
  | 'receipts'
  | 'vat'
  | 'cityTax'
  | `kind ${string}`
  | 'cash'
  | 'terminal'
  | 'transfer'
  /** Money at the payment service, from bank transfers and cards by QR. */
  | 'service'
  /** What rounding added to the prices paid in cash. */
  | 'rounding'
  /** Cash in the drawer: float, sales, cash in and out. */
  | 'drawer'

export type Place = { readonly shift: string; readonly day: string }

type Line = Place & { readonly figure: Figure; readonly amount: number }
export type Page = Line[]

export const ownBooks = (page: () => Page, now: () => Place) => ({
  add: (figure: Figure, amount: number): void => void page().push({ ...now(), figure, amount }),
  sum: (figure: Figure, of: Partial<Place> = {}): number =>
    worth(
      page().filter(
        (one) =>
          one.figure === figure && (of.shift ?? one.shift) === one.shift && (of.day ?? one.day) === one.day,
      ),
    ),
})

export const all = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
export const worth = (rows: readonly { readonly amount: number }[]): number =>
  all(rows.map(({ amount }) => amount))

/** The taxes in the prices, rounded once for all lines of a kind. */
export function ownTaxes({ lines, terms }: Pick<Sale, 'lines' | 'terms'>) {
  const taxes = { vat: 0, cityTax: 0 }
  for (const kind of ['vat', 'zero-rated', 'exempt'])
    for (const hasCityTax of [true, false]) {
      const amount = worth(
        lines.filter(({ product }) => product.taxKind === kind && product.cityTax === hasCityTax),
      )
      const vat = terms?.vatPayer && kind === 'vat' ? 10 : 0
      const cityTax = hasCityTax ? (terms?.cityTaxPercent ?? 0) : 0
      const contained = (percent: number) => Math.round((amount * percent) / (100 + vat + cityTax))
      taxes.vat += contained(vat)
      taxes.cityTax += contained(cityTax)
    }
  return taxes
}
