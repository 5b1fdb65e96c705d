import { expect, test } from 'vitest'
import { asEan13, isEan8, isEan13, isUpcA, tidyCode } from '../../../../main/shop/goods/index.ts'

test('an EAN-13 is valid by its check digit', () => {
  expect(isEan13('4006381333931')).toBe(true)
  expect(isEan13('4006381333932')).toBe(false)
})

test('an EAN-8 is valid by its check digit', () => {
  expect(isEan8('73513537')).toBe(true)
  expect(isEan8('73513536')).toBe(false)
})

test('a code of another length is neither EAN-13 nor EAN-8', () => {
  expect(isEan13('2001')).toBe(false)
  expect(isEan8('2001')).toBe(false)
})

test('two exchanged neighbouring digits are noticed', () => {
  expect(isEan13('4006381339331')).toBe(false)
})

test('a UPC-A is the EAN-13 with a 0 before it', () => {
  expect(isUpcA('036000291452')).toBe(true)
  expect(asEan13('036000291452')).toBe('0036000291452')
  expect(isEan13(asEan13('036000291452'))).toBe(true)
})

test('a shop’s own twelve-digit code that is not a UPC-A stays as it is', () => {
  expect(asEan13('036000291453')).toBe('036000291453')
})

test('characters that a scanner adds around a code are removed', () => {
  expect(tidyCode('\uFEFF 4006381333931\t\r\n')).toBe('4006381333931')
  expect(tidyCode('\u001d4006381333931\u0000')).toBe('4006381333931')
  expect(tidyCode('4 006381 333931')).toBe('4006381333931')
})
