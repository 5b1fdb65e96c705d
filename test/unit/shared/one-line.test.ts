import { expect, test } from 'vitest'
import { oneLine } from '../../../shared/texts/one-line.ts'

test('typed text is on one line, and an emoji at its end is kept whole or left out', () => {
  expect(oneLine(' Хүргэлт\n\tмаргааш ', 200)).toBe('Хүргэлт маргааш')
  expect(oneLine('abc\u{1F600}', 5)).toBe('abc\u{1F600}')
  expect(oneLine('abcd\u{1F600}', 5)).toBe('abcd')
})
