import { tugriks } from '../../../../shared/money/money.ts'
import type { Product } from '../../../../shared/shop/product.ts'

let made = 0

/** A product with this name, and with a new code unless one is given. */
export const product = (name: string, changes: Partial<Product> = {}): Product => ({
  code: String(3000 + made++),
  name,
  category: 'Бараа',
  price: tugriks(1000),
  unit: 'ш',
  taxProductCode: '301',
  classificationCode: '2211000',
  taxKind: 'vat',
  cityTax: false,
  ...changes,
})

/** A row of a catalogue file. */
export const row = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  code: '2001',
  name: 'Талх Атар 700 гр',
  category: 'Талх',
  price: 2600,
  unit: 'ш',
  tax_product_code: '301',
  classification_code: '2349000',
  city_tax: false,
  ...changes,
})
