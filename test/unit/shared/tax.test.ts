import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LARGEST_MONEY, type Money, money, sumMoney, tugriks } from '../../../shared/money/money.ts'
import {
  shownKind,
  TAX_KINDS,
  type TaxedLine,
  type TaxRates,
  taxesOf,
  tellsKinds,
} from '../../../shared/money/tax.ts'
import { totalsOf } from '../../../shared/sale/totals.ts'
import { beer, bread, lineOf } from '../../support/sample-sale.ts'

const PAYER: TaxRates = { vatPayer: true, cityTaxPercent: 2 }
const NO_PAYER: TaxRates = { ...PAYER, vatPayer: false }

const line = (amount: Money, changes: Partial<TaxedLine> = {}): TaxedLine => ({
  amount,
  taxKind: 'vat',
  cityTax: false,
  ...changes,
})

const amount = fc.oneof(
  fc.integer({ min: 0, max: 500 }),
  fc.integer({ min: 0, max: 10_000_000 }),
  fc.integer({ min: LARGEST_MONEY - 1000, max: LARGEST_MONEY }),
)
const someLine = fc.record({
  amount: amount.map(money),
  taxKind: fc.constantFrom(...TAX_KINDS),
  cityTax: fc.boolean(),
})
const cart = fc.array(someLine, { maxLength: 40 })
const rates = fc.record({ vatPayer: fc.boolean(), cityTaxPercent: fc.constantFrom(1, 2) })

test('VAT goods contain one eleventh of VAT', () => {
  expect(taxesOf([line(tugriks(5000))], PAYER)).toEqual({
    perLine: [{ vat: 45_455, cityTax: 0 }],
    byKind: [{ kind: 'vat', amount: tugriks(5000), vat: 45_455, cityTax: 0 }],
    vat: 45_455,
    cityTax: 0,
  })
})

test('with city tax, both taxes are contained in one price', () => {
  const { vat, cityTax } = taxesOf([line(tugriks(4480), { cityTax: true })], PAYER)
  expect({ vat, cityTax }).toEqual({ vat: tugriks(400), cityTax: tugriks(80) })
})

test.each([
  ['zero-rated goods', 'zero-rated', PAYER],
  ['exempt goods', 'exempt', PAYER],
  ['VAT goods of a shop that is no VAT payer', 'vat', NO_PAYER],
] as const)('%s contain city tax only', (_, taxKind, rates) => {
  const { vat, cityTax } = taxesOf([line(tugriks(1020), { taxKind, cityTax: true })], rates)
  expect({ vat, cityTax }).toEqual({ vat: 0, cityTax: tugriks(20) })
})

test('each kind in the cart has its own sums, in a fixed order', () => {
  const { byKind } = taxesOf(
    [
      line(tugriks(700), { taxKind: 'exempt' }),
      line(tugriks(1100)),
      line(tugriks(1120), { cityTax: true }),
      line(tugriks(300), { taxKind: 'exempt' }),
    ],
    PAYER,
  )
  expect(byKind).toEqual([
    { kind: 'vat', amount: tugriks(2220), vat: tugriks(200), cityTax: tugriks(20) },
    { kind: 'exempt', amount: tugriks(1000), vat: 0, cityTax: 0 },
  ])
})

test('a möngö left over goes to the largest remainder, and among equal ones to the earlier line', () => {
  // 1.00 contains 9.0909… möngö of VAT, so three such lines contain 27.27, rounded 27.
  expect(taxesOf([line(money(100)), line(money(100)), line(money(100))], PAYER).perLine).toEqual([
    { vat: 9, cityTax: 0 },
    { vat: 9, cityTax: 0 },
    { vat: 9, cityTax: 0 },
  ])
  // 0.06 contains 0.5454… möngö, so two such lines contain 1.09, rounded 1.
  expect(taxesOf([line(money(6)), line(money(6))], PAYER).perLine.map(({ vat }) => vat)).toEqual([1, 0])
  expect(taxesOf([line(money(6)), line(money(7))], PAYER).perLine.map(({ vat }) => vat)).toEqual([0, 1])
})

test('an empty cart has no taxes', () => {
  expect(taxesOf([], PAYER)).toEqual({ perLine: [], byKind: [], vat: 0, cityTax: 0 })
})

test('lines and kinds add up to the totals exactly, up to the largest amounts', () => {
  fc.assert(
    fc.property(cart, rates, (lines, rates) => {
      const taxes = taxesOf(lines, rates)
      for (const tax of ['vat', 'cityTax'] as const) {
        expect(sumMoney(taxes.perLine.map((one) => one[tax]))).toBe(taxes[tax])
        expect(sumMoney(taxes.byKind.map((one) => one[tax]))).toBe(taxes[tax])
      }
      expect(sumMoney(taxes.byKind.map((one) => one.amount))).toBe(sumMoney(lines.map((one) => one.amount)))
    }),
  )
})

test('totals are the taxes of each group’s sum, rounded half up', () => {
  fc.assert(
    fc.property(cart, rates, (lines, rates) => {
      const expected = { vat: 0n, cityTax: 0n }
      for (const taxKind of TAX_KINDS)
        for (const cityTax of [false, true]) {
          const group = lines.filter((one) => one.taxKind === taxKind && one.cityTax === cityTax)
          const gross = group.reduce((sum, one) => sum + BigInt(one.amount), 0n)
          const { vat, city, whole } = partsOf({ taxKind, cityTax }, rates)
          expected.vat += halfUp(gross * vat, whole)
          expected.cityTax += halfUp(gross * city, whole)
        }
      const { vat, cityTax } = taxesOf(lines, rates)
      expect({ vat: BigInt(vat), cityTax: BigInt(cityTax) }).toEqual(expected)
    }),
  )
})

test('the order of the lines changes no total', () => {
  const shuffled = cart.chain((lines) =>
    fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
  )
  fc.assert(
    fc.property(shuffled, rates, ([lines, others], rates) => {
      const { perLine: _, ...one } = taxesOf(lines, rates)
      const { perLine: __, ...other } = taxesOf(others, rates)
      expect(other).toEqual(one)
    }),
  )
})

test('a line’s tax is its exact share, rounded up or down, and never negative', () => {
  fc.assert(
    fc.property(cart, rates, (lines, rates) => {
      const { perLine } = taxesOf(lines, rates)
      for (const [at, one] of lines.entries()) {
        const { vat, city, whole } = partsOf(one, rates)
        for (const [tax, part] of [
          [perLine[at]?.vat, vat],
          [perLine[at]?.cityTax, city],
        ] as const) {
          const away = BigInt(tax ?? -1) * whole - BigInt(one.amount) * part
          expect(away > -whole && away < whole).toBe(true)
          expect(tax).toBeGreaterThanOrEqual(0)
        }
      }
    }),
  )
})

test('zero-rated and exempt goods have no VAT, and in a shop that pays no VAT nothing has', () => {
  fc.assert(
    fc.property(cart, rates, (lines, rates) => {
      const { perLine, byKind } = taxesOf(lines, rates)
      const free = (taxKind: string): boolean => !rates.vatPayer || taxKind !== 'vat'
      for (const [at, { taxKind }] of lines.entries()) if (free(taxKind)) expect(perLine[at]?.vat).toBe(0)
      for (const { kind, vat } of byKind) if (free(kind)) expect(vat).toBe(0)
    }),
  )
})

test('a cart of only VAT goods has the totals of a sale', () => {
  fc.assert(
    fc.property(cart, fc.constantFrom(1, 2), (lines, cityTaxPercent) => {
      const sold = lines.map((one, at) => ({
        ...lineOf(one.cityTax ? beer : bread, undefined, String(at)),
        amount: one.amount,
      }))
      const rates = { ...PAYER, cityTaxPercent }
      const totals = totalsOf(sold, rates)
      const { vat, cityTax } = taxesOf(
        lines.map((one) => ({ ...one, taxKind: 'vat' as const })),
        rates,
      )
      expect({ vat, cityTax }).toEqual({ vat: totals.vat, cityTax: totals.cityTax })
    }),
  )
})

/** The parts of a price (docs/receipts.md#the-printed-e-receipt). */
function partsOf({ taxKind, cityTax }: Omit<TaxedLine, 'amount'>, rates: TaxRates) {
  const vat = rates.vatPayer && taxKind === 'vat' ? 10n : 0n
  const city = cityTax ? BigInt(rates.cityTaxPercent) : 0n
  return { vat, city, whole: 100n + vat + city }
}

const halfUp = (part: bigint, whole: bigint): bigint => (2n * part + whole) / (2n * whole)

test('goods of a shop that pays no VAT are not named by a rate, and those of one that pays it are, also if all came back', () => {
  const of = (vat: number, backVat: number) =>
    ({ kind: 'vat', vat: money(vat), backVat: money(backVat), cityTax: money(0) }) as const
  expect([of(0, 0), of(100, 0), of(0, 100)].map(shownKind)).toEqual(['untaxed', 'vat', 'vat'])
  expect([of(0, 0), of(100, 0), of(0, 100)].map((one) => tellsKinds([one]))).toEqual([false, true, true])
})
