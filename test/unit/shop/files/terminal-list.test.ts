import { expect, test } from 'vitest'
import { codeFor, readTerminalList } from '../../../../main/shop/files/index.ts'

test('a computer is found by its name, in small or large letters, and with its domain', () => {
  const list = readTerminalList('POS-07 k07\n\n  pos-08\tK08\r\nПОС-09;K09\npos-10.shop.local K10\n')
  expect(codeFor(list, 'pos-07.shop.local')).toBe('K07')
  expect(codeFor(list, 'POS-08')).toBe('K08')
  expect(codeFor(list, 'пос-09')).toBe('K09')
  expect(codeFor(list, 'POS-10')).toBe('K10')
  expect(codeFor(list, 'POS-1')).toBeNull()
  for (const inherited of ['__proto__', 'constructor']) expect(codeFor(list, inherited)).toBeNull()
})

test.each([
  'POS-07',
  'POS-07 K 07',
  'POS-07 code-too-long',
  'A K1\nB K1',
  'A K1\na K2',
  'a.shop K1\nA K2',
  ',K1',
])('the list "%s" is refused with its wrong line', (text) => {
  expect(() => readTerminalList(text)).toThrow(/^FIELDS_INVALID: /)
})
