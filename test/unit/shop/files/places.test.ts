import { win32 } from 'node:path'
import { expect, test } from 'vitest'
import { isInside, nameBelow } from '../../../../main/shop/files/places.ts'

const OWN = 'C:\\ProgramData\\Tugrik POS'

for (const [folder, inside] of [
  [OWN, true],
  ['C:\\programdata\\tugrik pos\\backups', true],
  ['C:\\ProgramData\\Tugrik POS\\..copies', true],
  ['C:\\ProgramData\\Tugrik POS 2', false],
  ['C:\\', false],
  ['D:\\', false],
  ['\\\\server\\share', false],
  ['C:\\Users\\Бат-Эрдэнэ\\Documents', false],
] as const)
  test(`${folder} is ${inside ? '' : 'not '}inside the till’s own folder`, () => {
    expect(isInside(OWN, folder, win32)).toBe(inside)
  })

for (const folder of ['D:\\', 'D:\\Нөөц', '\\\\server\\share', '\\\\server\\share\\'])
  test(`a copy below ${folder} has its whole name`, () => {
    const home = win32.join(folder, 'tugrik-pos', 'K01-X7F3')
    expect(nameBelow(folder, home, 'shop-live-1.json', win32)).toBe('tugrik-pos/K01-X7F3/shop-live-1.json')
    expect(nameBelow(folder, folder, 'shop-live-1.json', win32)).toBe('shop-live-1.json')
  })
