import { expect, test } from 'vitest'
import { newestOfOthers } from '../../../../main/till/session/terminal-code.ts'

test.each([
  ['one number of another till with this code', ['K01-261120-0147-X7F3'], 'K01-261120-0147-X7F3'],
  [
    'several numbers, of which the newest counts',
    ['K01-261120-0147-X7F3', 'K01-261121-0002-B2B2'],
    'K01-261121-0002-B2B2',
  ],
  ['only its own number', ['K01-261120-0147-OWNT'], null],
  ['only numbers of other codes', ['K010-261120-0147-X7F3', 'K02-261120-0001-X7F3'], null],
  [
    'only numbers in another format',
    ['K01-1', 'K01-261120-0147', 'K01-261120-0147-X7F3-2', 'order 7', ''],
    null,
  ],
])(
  'another till with the same code is recognised by its numbers in the service’s list: %s',
  (_what, numbers, found) => {
    expect(newestOfOthers(numbers, 'K01', 'OWNT')).toBe(found)
  },
)
