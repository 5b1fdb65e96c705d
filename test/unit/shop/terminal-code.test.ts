import { expect, test } from 'vitest'
import { newestOfOthers } from '../../../main/shop/terminal-code.ts'

test.each([
  ['another till’s number under the code', ['K01-261120-0147-X7F3'], 'K01-261120-0147-X7F3'],
  ['the newest of several', ['K01-261120-0147-X7F3', 'K01-261121-0002-B2B2'], 'K01-261121-0002-B2B2'],
  ['its own', ['K01-261120-0147-OWNT'], null],
  ['another code’s', ['K010-261120-0147-X7F3', 'K02-261120-0001-X7F3'], null],
  [
    'what no terminal of ours wrote',
    ['K01-1', 'K01-261120-0147', 'K01-261120-0147-X7F3-2', 'order 7', ''],
    null,
  ],
])('in the service’s list, %s', (_what, numbers, found) => {
  expect(newestOfOthers(numbers, 'K01', 'OWNT')).toBe(found)
})
