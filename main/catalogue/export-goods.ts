/** All goods as a file that a spreadsheet opens and an import takes back as it is. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../shared/failure.ts'
import { GOODS_FIELDS, type GoodsField } from '../../shared/goods.ts'
import type { Product } from '../../shared/product.ts'
import type { Language } from '../../shared/settings.ts'
import type { Stocked } from './stocked.ts'
import { writeInThread } from './tables/in-thread.ts'
import type { Cell } from './tables/write-table.ts'

export type GoodsExport = {
  readonly goods: Iterable<Stocked>
  readonly format: 'csv' | 'xlsx'
  readonly folder: string
  readonly language: Language
  /** Part of the file's name: the day. */
  readonly day: string
}

const BATCH = 500

/** Those taken off are left out. Answers where the file lies. */
export async function exportGoods({ goods, format, folder, language, day }: GoodsExport): Promise<string> {
  const path = join(folder, `${language === 'mn' ? 'baraa' : 'goods'}-${day}.${format}`)
  const draft = `${path}.new`
  try {
    await mkdir(folder, { recursive: true })
    await writeInThread(draft, format, batchesOf(goods, language)).done
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
  return path
}

function* batchesOf(
  goods: Iterable<Stocked>,
  language: Language,
): Generator<readonly (readonly Cell[])[], void> {
  let batch: (readonly Cell[])[] = [GOODS_FIELDS.map((field) => HEADERS[language][field])]
  for (const { product, hidden } of goods) {
    if (hidden) continue
    batch.push(GOODS_FIELDS.map((field) => cellOf(product, field, language)))
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function cellOf(product: Product, field: GoodsField, language: Language): Cell {
  if (field === 'price') return product.price / 100
  if (field === 'cityTax') return YES_OR_NO[language][product.cityTax ? 0 : 1]
  return product[field]
}

const YES_OR_NO = { mn: ['тийм', 'үгүй'], en: ['yes', 'no'] } as const

/** Each a name that an import knows the column by. */
const HEADERS: Readonly<Record<Language, Readonly<Record<GoodsField, string>>>> = {
  mn: {
    code: 'Код',
    name: 'Нэр',
    category: 'Ангилал',
    price: 'Үнэ',
    unit: 'Хэмжих нэгж',
    taxProductCode: 'Татварын бүтээгдэхүүний код',
    classificationCode: 'Ангиллын код',
    cityTax: 'НХАТ',
  },
  en: {
    code: 'Code',
    name: 'Name',
    category: 'Category',
    price: 'Price',
    unit: 'Unit',
    taxProductCode: 'Tax product code',
    classificationCode: 'Classification code',
    cityTax: 'City tax',
  },
}
