import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTyped } from '../../../../main/shop/goods/index.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { LONGEST_CODES } from '../../../../shared/shop/further-codes.ts'
import type { TypedGoods } from '../../../../shared/shop/goods.ts'

const TYPED: TypedGoods = {
  code: '8655809005309',
  name: 'Ундаа Оргилуун 0.5 л',
  category: 'Ундаа',
  price: '1900',
  unit: 'ш',
  taxProductCode: '303',
  classificationCode: '2449000',
  taxKind: 'vat',
  cityTax: 'no',
  codes: '',
}

const typing = (changes: Partial<TypedGoods>) => readTyped({ ...TYPED, ...changes })
const priceOf = (price: string) => typing({ price }).product?.price ?? null
const problemsOf = (changes: Partial<TypedGoods>) => typing(changes).problems

test.each([
  ['2600', 2600],
  ['2 600', 2600],
  ['2\u00a0600', 2600],
  ['2,600', 2600],
  ['2\u202f600', 2600],
  ['1\u00a0234 567', 1_234_567],
  ['1 234,00', 1234],
  ['2’600', 2600],
  ['1,234,567.00', 1_234_567],
  ['2600,00', 2600],
  ['2600.0', 2600],
  ['2600.000', 2600],
  ['1,234.000', 1234],
  ['+2600', 2600],
  [' 2 600 ₮ ', 2600],
  ['₮2,600', 2600],
  ['2600төг', 2600],
  ['2 600 төг.', 2600],
  ['2600 төгрөг', 2600],
  ['2600 MNT', 2600],
])('a price typed "%s" is %i tugriks', (typed, price) => {
  expect(priceOf(typed)).toBe(tugriks(price))
})

test.each([
  ['', 'empty'],
  ['₮', 'empty'],
  ['үнэгүй', 'not-a-number'],
  ['1,23,456', 'not-a-number'],
  ['26 00', 'not-a-number'],
  ['2600.5', 'not-whole'],
  ['1.500', 'ambiguous'],
  ['1.000', 'ambiguous'],
  ['10.000 ₮', 'ambiguous'],
  ['12,000,00', 'ambiguous'],
  ['1,234 567', 'not-a-number'],
  ['500₮ 600₮', 'not-a-number'],
  ['500\n600', 'not-a-number'],
  ['500\t600', 'not-a-number'],
  ['12₮50', 'not-a-number'],
  ['5 төг. 500', 'not-a-number'],
  ['0', 'not-above-zero'],
  ['-2600', 'not-above-zero'],
  ['99999999999999999', 'too-large'],
])('a price typed "%s" is refused as %s', (price, problem) => {
  expect(problemsOf({ price })).toEqual([{ field: 'price', problem }])
})

test('any price is read back as it was written, in each way of writing it', () => {
  const ways = [
    (whole: number) => String(whole),
    (whole: number) => whole.toLocaleString('en-US'),
    (whole: number) => whole.toLocaleString('en-US').replaceAll(',', ' '),
    (whole: number) => `${whole}.00`,
    (whole: number) => `${whole} ₮`,
  ]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom(...ways), (whole, way) => {
      expect(priceOf(way(whole))).toBe(tugriks(whole))
    }),
  )
})

test.each([
  ['', 'empty'],
  ['8655809005308', 'check-digit'],
  ['8.65581E+12', 'rounded'],
  ['8,65581E+12', 'rounded'],
  ['x'.repeat(65), 'too-long'],
])('a code "%s" is refused as %s', (code, problem) => {
  expect(problemsOf({ code })).toEqual([{ field: 'code', problem }])
})

test('a code is read without spaces and line ends around it, and a shop’s own code may have any shape', () => {
  expect(typing({ code: ' 8655809005309\r\n' }).product?.code).toBe('8655809005309')
  expect(typing({ code: 'МАХ-2008' }).product?.code).toBe('МАХ-2008')
})

test.each([
  ['тийм', true],
  ['Yes', true],
  ['1', true],
  ['TRUE', true],
  ['үгүй', false],
  ['no', false],
  ['0', false],
  ['', false],
])('"%s" for city tax is read as %s', (cityTax, value) => {
  expect(typing({ cityTax }).product?.cityTax).toBe(value)
})

test.each([
  ['vat', 'vat'],
  ['НӨАТ 10%', 'vat'],
  ['НӨАТ-тай', 'vat'],
  ['10 %', 'vat'],
  ['0.1', 'vat'], // a cell of 10 % in a workbook
  ['10,0', 'vat'],
  ['VAT_ABLE', 'vat'],
  ['zero-rated', 'zero-rated'],
  ['НӨАТ 0%', 'zero-rated'],
  ['НӨАТ 0% (тэг хувь)', 'zero-rated'],
  ['0', 'zero-rated'],
  ['Zero rated', 'zero-rated'],
  ['VAT_ZERO', 'zero-rated'],
  ['exempt', 'exempt'],
  ['VAT exempt', 'exempt'],
  ['Чөлөөлөгдсөн', 'exempt'],
  ['НӨАТ-аас чөлөөлөгдөх', 'exempt'],
  ['чєлєєлєгдсєн', 'exempt'], // Ukrainian є, typed on old keyboards instead of ө
  ['VAT_FREE', 'exempt'],
])('"%s" is read as the kind of VAT %s', (taxKind, kind) => {
  expect(typing({ taxKind }).product?.taxKind).toBe(kind)
})

test.each([
  ['', 'empty'],
  ['НӨАТ-гүй', 'not-a-tax-kind'],
  ['үгүй', 'not-a-tax-kind'],
  ['2', 'not-a-tax-kind'],
  ['15%', 'not-a-tax-kind'],
  ['NO_VAT', 'not-a-tax-kind'],
])('"%s" may mean several kinds of VAT or none, and is refused as %s', (taxKind, problem) => {
  expect(problemsOf({ taxKind })).toEqual([{ field: 'taxKind', problem }])
})

test('all invalid fields are reported at once', () => {
  expect(
    problemsOf({ name: ' ', price: 'x', taxProductCode: 'a', classificationCode: '12', cityTax: '?' }),
  ).toEqual([
    { field: 'name', problem: 'empty' },
    { field: 'price', problem: 'not-a-number' },
    { field: 'taxProductCode', problem: 'not-digits' },
    { field: 'classificationCode', problem: 'not-seven-digits' },
    { field: 'cityTax', problem: 'not-yes-or-no' },
  ])
})

test('any typed text gives either a product or a list of problems', () => {
  const text = fc.string({ unit: 'binary', maxLength: 80 })
  fc.assert(
    fc.property(
      fc.record({ code: text, name: text, price: text, unit: text, taxKind: text, cityTax: text }),
      (typed) => {
        const { product, problems } = typing(typed)
        expect((product === null) !== (problems === null)).toBe(true)
      },
    ),
  )
})

test('a code that is stored has no half of a character, of which the register would make another code', () => {
  const [one, other] = ['\ud83dA', '\ud83cA'].map((code) => typing({ code }).product?.code)
  expect(one).toBe('\ufffdA')
  expect(other).toBe(one)
})

/** The longest cell of a spreadsheet. */
const LONGEST = 32_000

test.each([
  ['codes', `1*${' '.repeat(LONGEST_CODES - 3)}x`],
  ...(['name', 'category', 'unit', 'taxKind'] as const).map(
    (field) => [field, `a${'\u0301\u0316'.repeat(LONGEST / 2)}`] as const,
  ),
] as const)('two thousand longest cells for the field %s do not keep the reader busy', (field, cell) => {
  for (let cells = 0; cells < 2000; cells++) expect(problemsOf({ [field]: cell })).toMatchObject([{ field }])
})

test('a name whose letters are typed with marks of their own is as long as it looks', () => {
  const letter = 'ᾧ'
  expect(letter.normalize('NFD')).toHaveLength(4)
  const typed = (letters: number) => letter.normalize('NFD').repeat(letters)
  expect(typing({ name: typed(200) }).product?.name).toBe(letter.repeat(200))
  expect(problemsOf({ name: typed(201) })).toEqual([{ field: 'name', problem: 'too-long' }])
})
