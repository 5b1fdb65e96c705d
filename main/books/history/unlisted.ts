import type { UnlistedCode } from '../../../shared/books/history.ts'
import { MISC } from '../../../shared/sale/sale.ts'
import { type ProjectionReaders, term } from '../../storage/projections/index.ts'

/** Of so many sales, the newest ones, the list is made. */
const MOST_SALES = 500
const ANY = { from: null, to: null, least: null, most: null, before: null, limit: MOST_SALES }

/** The codes that were sold as misc items, because no product had them, the last sold first. `isKnown` leaves a code out. */
export function unlistedCodes(
  { search, sales }: Pick<ProjectionReaders, 'search' | 'sales'>,
  isKnown: (code: string) => boolean,
): readonly UnlistedCode[] {
  const found = new Map<string, UnlistedCode>()
  for (const { id } of search.find({ ...ANY, groups: [[term.unlisted]] }).rows) {
    const sale = sales.byId(id)
    for (const { unlisted: code, product, unitPrice } of sale?.lines ?? []) {
      if (sale === null || sale.origin || code === undefined || isKnown(code)) continue
      const who = sale.cashier === null ? [] : [sale.cashier.name]
      const { times, sellers, ...last } = found.get(code) ?? {
        ...{
          code,
          name: product.code === MISC + code ? '' : product.name,
          price: unitPrice,
          at: sale.soldAt ?? sale.openedAt,
        },
        ...{ times: 0, sellers: [] },
      }
      found.set(code, { ...last, times: times + 1, sellers: [...new Set([...sellers, ...who])] })
    }
  }
  return [...found.values()]
}
