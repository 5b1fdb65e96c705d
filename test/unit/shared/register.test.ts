import { expect, test } from 'vitest'
import { parseRegister } from '../../../shared/shop/register-number.ts'

test('seven digits are an organisation’s register number', () => {
  expect(parseRegister(' 6234567 ')).toEqual({ kind: 'organisation', register: '6234567' })
})

test('two Cyrillic letters and eight digits are a citizen’s, also in lower case', () => {
  expect(parseRegister('уб90010112')).toEqual({ kind: 'citizen', register: 'УБ90010112' })
})

test('Latin look-alike letters are corrected', () => {
  expect(parseRegister('yx90010112')).toEqual({ kind: 'citizen', register: 'УХ90010112' })
})

test('anything else is no register number', () => {
  for (const text of ['', '123456', '12345678', 'УБ9001011', 'ZZ90010112', 'УБ900101123', '6234567a'])
    expect(parseRegister(text), text).toBeNull()
})

test('wide digits, letters of two characters, invisible marks and look-alikes of Ө and Ё are corrected', () => {
  for (const [typed, register] of [
    ['６２３４５６７', '6234567'],
    ['\u200b6234567', '6234567'],
    ['ƟË90010112', 'ӨЁ90010112'],
    ['Е\u0308Ө90010112', 'ЁӨ90010112'],
  ] as const)
    expect(parseRegister(typed)?.register, typed).toBe(register)
})
