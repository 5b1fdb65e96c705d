import { expect, test } from 'vitest'
import { CASHIER_PAGE, isOurs } from '../../../../main/electron/origin.ts'

test('only app://pos is our origin', () => {
  expect(isOurs(CASHIER_PAGE)).toBe(true)
  for (const address of [
    '',
    'about:blank',
    'null',
    'app://pos.evil/cashier/index.html',
    'app://evil/cashier/index.html',
    'app://pos@evil/',
    'app://user@pos/',
    'https://pos/cashier/index.html',
    'file:///cashier/index.html',
    'data:text/html,app://pos/',
  ])
    expect(isOurs(address), address).toBe(false)
})
