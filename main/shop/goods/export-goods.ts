/** All goods as a file that a spreadsheet opens and an import reads back unchanged. */
import { GOODS_FIELDS, type GoodsField, goodsValue } from '../../../shared/shop/goods.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { Language } from '../../../shared/shop/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { type Cell, writeTable } from '../tables/index.ts'
import type { CatalogueItem } from './catalogue-item.ts'
import { TAX_KIND_WORDS } from './tax-kind-words.ts'

export type GoodsExport = {
  readonly goods: Iterable<CatalogueItem>
  readonly format: 'csv' | 'xlsx'
  readonly folder: string
  readonly language: Language
  /** The day, which is part of the file's name. */
  readonly day: string
}

/** Writes all goods that are not hidden. Resolves with the path of the file. */
export const exportGoods = ({ goods, format, folder, language, day }: GoodsExport): Promise<string> =>
  writeTable({
    folder,
    name: `${language === 'mn' ? 'baraa' : 'goods'}-${day}`,
    format,
    sheet: TEXTS[language]['word.goods'],
    rows: rowsOf(goods, language),
  })

function* rowsOf(goods: Iterable<CatalogueItem>, language: Language): Generator<readonly Cell[], void> {
  yield GOODS_FIELDS.map((field) => GOODS_HEADERS[language][field])
  for (const one of goods)
    if (!one.hidden) yield GOODS_FIELDS.map((field) => goodsCell(field, goodsValue(one, field), language))
}

/** The value of a product's field as a spreadsheet shows it. */
export function goodsCell(field: GoodsField, value: Product[keyof Product], language: Language): Cell {
  if (field === 'price') return Number(value) / 100
  if (field === 'taxKind') return TAX_KIND_WORDS[language][value as Product['taxKind']]
  if (field === 'cityTax') return YES_OR_NO[language][value === true ? 0 : 1]
  return String(value)
}

const YES_OR_NO = { mn: ['тийм', 'үгүй'], en: ['yes', 'no'] } as const

/** Names that an import recognises. */
export const GOODS_HEADERS: Readonly<Record<Language, Readonly<Record<GoodsField, string>>>> = {
  mn: {
    code: 'Код',
    name: 'Нэр',
    category: 'Ангилал',
    price: 'Үнэ',
    unit: 'Хэмжих нэгж',
    taxProductCode: 'Татварын бүтээгдэхүүний код',
    classificationCode: 'Ангиллын код',
    taxKind: 'НӨАТ-ын төрөл',
    cityTax: 'НХАТ',
    codes: 'Нэмэлт код',
  },
  en: {
    code: 'Code',
    name: 'Name',
    category: 'Category',
    price: 'Price',
    unit: 'Unit',
    taxProductCode: 'Tax product code',
    classificationCode: 'Classification code',
    taxKind: 'VAT kind',
    cityTax: 'City tax',
    codes: 'Further codes',
  },
}
