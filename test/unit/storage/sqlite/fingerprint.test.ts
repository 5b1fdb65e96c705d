import { expect, test } from 'vitest'
import { fingerprintOf } from '../../../../main/storage/sqlite/index.ts'

test('the same texts have the same fingerprint, which fits a field of 31 bits', () => {
  const fingerprint = fingerprintOf(['CREATE TABLE a (b)', '1'])
  expect(fingerprint).toBe(fingerprintOf(['CREATE TABLE a (b)', '1']))
  expect(fingerprint).toBeGreaterThan(0)
  expect(fingerprint).toBeLessThan(2 ** 31)
})

test('other texts, and the same letters cut at another place, have another fingerprint', () => {
  const fingerprints = [['ab', 'c'], ['a', 'bc'], ['abc'], ['c', 'ab'], []].map(fingerprintOf)
  expect(new Set(fingerprints).size).toBe(5)
})
