import { expect, test } from 'vitest'
import { parseRegister } from '../../../shared/register.ts'

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
