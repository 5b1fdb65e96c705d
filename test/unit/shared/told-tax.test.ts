import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '../../../shared/money/money.ts'
import { formatTax, roundedTax, sumTaxes, toldTax } from '../../../shared/money/told-tax.ts'

/** Ten-thousandths of a tugrik. */
const fine = fc.integer({ min: 0, max: 1e11 })
const told = (parts: number) =>
  toldTax(`${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, '0')}`)

test('a tax of four decimals is rounded half up, and is text only where it is finer than a hundredth', () => {
  fc.assert(
    fc.property(fine, (parts) => {
      expect(roundedTax(told(parts))).toBe(Math.floor((parts + 50) / 100))
      expect(typeof told(parts)).toBe(parts % 100 === 0 ? 'number' : 'string')
    }),
  )
})

test('the sum of taxes is exact, also of text and hundredths', () => {
  fc.assert(
    fc.property(fc.array(fine, { maxLength: 5 }), (all) => {
      expect(sumTaxes(all.map(told))).toBe(told(all.reduce((sum, parts) => sum + parts, 0)))
    }),
  )
})

test.each([
  [money(145_454), '1,454.54'],
  ['1454.5454', '1,454.5454'],
  ['0.001', '0.001'],
])('the tax %s is written %s', (tax, text) => {
  expect(formatTax(tax)).toBe(text)
})
