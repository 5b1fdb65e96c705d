/** What a scanned code adds to the cart, whatever the scanner sends around it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeLiveCatalogue } from '../../../../main/shop/goods/catalogue.ts'
import { catalogueItem } from '../../../../main/shop/goods/catalogue-item.ts'
import { readScan } from '../../../../main/shop/goods/read-scan.ts'
import { FIRST_WEIGHED_CODES as CODES } from '../../../../shared/shop/weighed-codes.ts'
import { product } from './goods.ts'

const GS = '\u001d'
const EAN = '8656001234566'
const UPC = '036000291452'
const MEAT = '2008'

const goods = (...codes: readonly string[]) =>
  makeLiveCatalogue(codes.map((code) => catalogueItem(product(code, { code }))))

const shop = makeLiveCatalogue([
  ...goods(EAN, UPC, 'AB-12.7/x', 'Ab-1', 'aB-1').entries(),
  catalogueItem(product('Мах', { code: MEAT, unit: 'кг' }), [{ code: 'Box-7', pieces: 12, price: null }]),
])

const read = (scanned: string, chosen?: string) => readScan(shop, scanned, { codes: CODES, chosen })

test.each([
  ['a plain code', EAN, EAN],
  ['an own code with letters and signs', 'AB-12.7/x', 'AB-12.7/x'],
  ['the same in other letters', 'ab-12.7/X', 'AB-12.7/x'],
  ['a GTIN-14 with a leading 0', `0${EAN}`, EAN],
  ['an EAN-13 with the prefix of its kind', `]E0${EAN}`, EAN],
  ['a magazine with two digits beside its EAN', `${EAN}05`, EAN],
  ['a magazine with five digits beside its EAN', `${EAN}51995`, EAN],
  ['a UPC-A', UPC, UPC],
  ['a UPC-A as EAN-13', `0${UPC}`, UPC],
  ['a UPC-A with two digits beside it', `${UPC}05`, UPC],
  ['GS1-128 with its prefix', `]C1010${EAN}1726123110AB-7`, EAN],
  ['GS1 DataBar', `]e0010${EAN}`, EAN],
  ['GS1 DataMatrix of a medicine', `]d2010${EAN}21X-9${GS}1726123110B`, EAN],
  ['a GS1 QR with a batch before the GTIN', `]Q310LOT1${GS}010${EAN}`, EAN],
  ['GS1 without a prefix', `010${EAN}1726123110AB`, EAN],
  ['GS1 after a separator', `${GS}010${EAN}`, EAN],
  ['a line end and spaces', ` ${EAN}\r\n`, EAN],
])('%s adds its product', (_, scanned, code) => {
  expect(read(scanned)).toMatchObject({ product: { code }, quantity: null })
})

test('the weight of a GS1 barcode is the quantity of goods by the kilogram', () => {
  const weighed = makeLiveCatalogue([
    catalogueItem(product('Мах', { code: EAN, unit: 'кг' })),
    catalogueItem(product('Тахиа', { code: UPC })),
  ])
  const scan = (gtin: string) => readScan(weighed, `]e001${gtin}310300125015271231`, { codes: CODES })
  expect(scan(`0${EAN}`)).toMatchObject({ product: { code: EAN }, quantity: '1.25' })
  expect(scan(`00${UPC}`)).toMatchObject({ product: { code: UPC }, quantity: null })
})

test.each([
  ['3104', '012500', '1.25'],
  ['3105', '125000', '1.25'],
  ['3103', '000000', '0'],
])('the weight of a GS1 barcode is never left out: %s', (identifier, digits, quantity) => {
  const weighed = makeLiveCatalogue([catalogueItem(product('Мах', { code: EAN, unit: 'кг' }))])
  const scanned = `]e0010${EAN}${identifier}${digits}`
  expect(readScan(weighed, scanned, { codes: CODES })).toMatchObject({ quantity })
})

test('the label of a pallet sells no piece of its content', () => {
  expect(read(`]C10036012345678901234502${`0${EAN}`}3748`)).toMatchObject({ product: null })
})

test('the GTIN-14 of a pack is no UPC-A with two digits beside it', () => {
  expect(read(`${UPC}04`)).toMatchObject({ product: { code: UPC } })
  const pack = Array.from({ length: 100 }, (_, at) => `${UPC}${String(at).padStart(2, '0')}`).filter(
    (code) =>
      [...code].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0,
  )
  expect(pack).toHaveLength(10)
  for (const code of pack) expect(read(code)).toMatchObject({ product: null })
})

test('the label of a scale adds its article, and a pack its pieces, in any case of letters', () => {
  expect(read('2002008008420')).toMatchObject({ product: { code: MEAT }, quantity: '0.842' })
  expect(read('BOX-7')).toMatchObject({ product: { code: MEAT }, pack: { code: 'Box-7', pieces: 12 } })
})

test('codes that differ only in the case of letters are asked about, however they are spelled', () => {
  for (const code of ['Ab-1', 'aB-1', 'AB-1']) {
    const asked = read(code)
    expect(asked).toMatchObject({ product: null })
    expect(asked.product === null && asked.several.map((one) => one.code).sort()).toEqual(['Ab-1', 'aB-1'])
    expect(read(code, 'aB-1')).toMatchObject({ product: { code: 'aB-1' } })
  }
})

test.each([
  ['a code', '4444444444444', '4444444444444'],
  ['a code with the prefix of its kind', ']C0AB-99', 'AB-99'],
  ['GS1', `]C1010${EAN.replace('8656', '8657').replace(/.$/, '3')}10LOT`, '8657001234563'],
  ['a label of a scale', '2009999008422', '9999'],
])('%s that no product has is told as the code that the product would have', (_, scanned, missing) => {
  expect(read(scanned)).toEqual({ product: null, missing, several: [] })
})

test('a code never means a part of itself', () => {
  const character = fc.constantFrom(...'0123456789ABCxyz-./ $')
  fc.assert(
    fc.property(
      fc.string({ unit: character, maxLength: 10 }),
      fc.string({ unit: character, maxLength: 10 }),
      (before, after) => {
        fc.pre(`${before}${after}`.trim() !== '' && !/^[\d ]*$/.test(before + after))
        for (const code of [EAN, MEAT, 'AB-12.7/x']) {
          const found = read(`${before}${code}${after}`)
          expect(found.product?.code ?? null).toBe(null)
        }
      },
    ),
  )
})
