/** Files from before products had a kind of VAT: test/fixtures/before-tax-kinds. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productSchema } from '../../../shared/product.ts'
import type { Sale } from '../../../shared/sale.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/before-tax-kinds')

test('a journal line from before kinds of VAT reaches the page as VAT goods', () => {
  const sale = JSON.parse(readFileSync(join(FIXTURES, 'sale.json'), 'utf8')) as Sale
  const [line] = sale.lines
  expect(line?.product).not.toHaveProperty('taxKind')
  expect(productSchema.parse(line?.product)).toEqual({ ...line?.product, taxKind: 'vat' })
})
