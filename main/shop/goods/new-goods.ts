import type { TaxKind } from '../../../shared/money/tax.ts'
import type { NewGoods } from '../../../shared/shop/settings.ts'
import type { CatalogueItem } from './catalogue-item.ts'

type Usual = NewGoods & { readonly taxKind: TaxKind; readonly cityTax: boolean }

/**
 * What a new product of this category has where nobody typed anything: what most of the shop's goods of the category
 * have, or else the shop's settings. An empty category is that of the settings.
 */
export function usualGoods(goods: Iterable<CatalogueItem>, category: string, shop: NewGoods): Usual {
  const wanted = category.trim() === '' ? shop.category : category.trim()
  const counted = new Map<string, { readonly usual: Usual; times: number }>()
  for (const { product, hidden } of goods) {
    if (hidden || product.category !== wanted) continue
    const { unit, taxProductCode, classificationCode, taxKind, cityTax } = product
    const usual = { category: wanted, unit, taxProductCode, classificationCode, taxKind, cityTax }
    const key = JSON.stringify(usual)
    const had = counted.get(key)
    if (had === undefined) counted.set(key, { usual, times: 1 })
    else had.times += 1
  }
  const [first] = [...counted.values()].sort((one, other) => other.times - one.times)
  return first?.usual ?? { ...shop, category: wanted, taxKind: 'vat', cityTax: false }
}
