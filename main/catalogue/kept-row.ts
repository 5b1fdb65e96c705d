/** A line of the file of goods: the fields of resources/catalogue/sample.json, and what the shop knows besides. */
import { money } from '../../shared/money.ts'
import { isTaxKind, taxKindOf } from '../../shared/tax.ts'
import type { CatalogueItem } from './catalogue-item.ts'

/** `was` names the code that it takes the place of. */
export function lineOf({ product, favourite, hidden, picture }: CatalogueItem, was?: string): string {
  return `${JSON.stringify({
    code: product.code,
    name: product.name,
    category: product.category,
    price: product.price / 100,
    unit: product.unit,
    tax_product_code: product.taxProductCode,
    classification_code: product.classificationCode,
    tax_kind: product.taxKind,
    city_tax: product.cityTax,
    ...(favourite > 0 ? { favourite } : {}),
    ...(hidden ? { hidden } : {}),
    ...(picture === null ? {} : { picture }),
    ...(was === undefined ? {} : { was }),
  })}\n`
}

export type KeptLine = { readonly one: CatalogueItem; readonly was: string | null }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Null where it is no line of goods. By hand and not by schema: a hundred thousand are read at every start. */
export function readLine(line: string): KeptLine | null {
  let row: Record<string, unknown>
  try {
    row = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof row !== 'object' || row === null) return null
  const { code, name, category, price, unit, tax_product_code, classification_code, tax_kind, city_tax } = row
  const { favourite = 0, hidden = false, picture = null, was = null } = row
  if (!isText(code) || !isText(name) || !isText(category) || !isText(unit)) return null
  if (typeof price !== 'number' || !Number.isSafeInteger(price * 100) || price <= 0) return null
  if (!isText(tax_product_code) || !isText(classification_code) || typeof city_tax !== 'boolean') return null
  if (tax_kind !== undefined && !isTaxKind(tax_kind)) return null
  if (typeof favourite !== 'number' || typeof hidden !== 'boolean') return null
  if (picture !== null && !isPictureName(picture)) return null
  if (was !== null && typeof was !== 'string') return null
  return {
    one: {
      product: {
        code,
        name,
        category,
        price: money(price * 100),
        unit,
        taxProductCode: tax_product_code,
        classificationCode: classification_code,
        taxKind: taxKindOf(tax_kind),
        cityTax: city_tax,
      },
      favourite,
      hidden,
      picture,
    },
    was,
  }
}

/** A plain name: a damaged file must not lead out of the folder. */
const isPictureName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,80}\.jpg$/.test(value)
