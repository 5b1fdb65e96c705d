/** The published tax codes and how they are found by name. */
import { describe, expect, test } from 'vitest'
import { createTaxCodes } from '../../../../main/shop/goods/index.ts'
import { lacksNeededCode, lacksTaxCode } from '../../../../shared/shop/lacks-tax-code.ts'

const codes = createTaxCodes()
const find = async (text: string, field: 'classificationCode' | 'taxProductCode' = 'classificationCode') =>
  (await codes.find({ field, text, kind: 'exempt', limit: 5 })).map(({ code, name }) => `${code} ${name}`)

describe('a classification is found', () => {
  test.each([
    ['by the name of a product', 'Талх Атар 700 гр', '2349011 Талх'],
    ['by a word in Latin letters', 'talkh', '2349011 Талх'],
    ['among many of its kind', 'Сүү', '2211000 Боловсруулсан шингэн сүү'],
    ['by its own words', 'янжуур тамхи', '2509041 Янжуур тамхи'],
    ['with the name of a make beside it', 'Тамхи Парламент', '2509041 Янжуур тамхи'],
    ['for other goods than food', 'Шампунь Head', '3532341 Үсний шампунь'],
  ])('%s', async (_, text, wanted) => {
    expect(await find(text)).toContain(wanted)
  })

  test('is not found by a number, a unit or a part of a word', async () => {
    expect(await find('1 л 500')).toEqual([])
    expect((await find('мах')).filter((name) => !/(^| )мах([ ,]|$)/i.test(name))).toEqual([])
  })
})

test('tax product codes are filtered by the kind of VAT, and found by words of their names', async () => {
  expect(await find('', 'taxProductCode')).toHaveLength(5)
  expect((await find('сүүн бүтээгдэхүүн', 'taxProductCode'))[0]).toMatch(/^320 /)
  const zero = await codes.find({ field: 'taxProductCode', text: '', kind: 'zero-rated', limit: 50 })
  expect(zero.map(({ code }) => code)).toEqual(['501', '502', '503', '504', '505', '506', '507'])
  expect(await codes.find({ field: 'taxProductCode', text: '', kind: 'vat', limit: 50 })).toEqual([])
  expect(await codes.named('taxProductCode', '319')).toMatchObject({ kind: 'exempt' })
})

test('every listed code has its digits and a name, once', async () => {
  for (const field of ['classificationCode', 'taxProductCode'] as const) {
    const words = field === 'classificationCode' ? /^\d{7}$/ : /^\d{3}$/
    const all = await codes.find({
      field,
      text: 'бусад бараа үйлчилгээ төрлийн',
      kind: 'exempt',
      limit: 9999,
    })
    expect(all.filter(({ code, name }) => !words.test(code) || name === '')).toEqual([])
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
  }
})

test.each([
  [{ taxKind: 'vat', taxProductCode: '', classificationCode: '' }, false, true],
  [{ taxKind: 'vat', taxProductCode: '', classificationCode: '2211000' }, false, false],
  [{ taxKind: 'exempt', taxProductCode: '', classificationCode: '2211000' }, true, true],
  [{ taxKind: 'zero-rated', taxProductCode: '501', classificationCode: '' }, false, true],
] as const)(
  'goods %o lack a code that an e-receipt needs: %s; are in the list of missing codes: %s',
  (goods, needed, listed) => {
    expect([lacksNeededCode(goods), lacksTaxCode(goods)]).toEqual([needed, listed])
  },
)
