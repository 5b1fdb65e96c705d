import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DISTRICTS, districtCode } from '../../../shared/shop/districts.ts'

test('the districts are those of docs/payment-service.md, each once', () => {
  const [, section = ''] = readFileSync('docs/payment-service.md', 'utf8').split('### District codes')
  const [table = ''] = section.split('###')
  const listed = [...table.matchAll(/(\d\d) ([^|]+?) (?=\|)/g)].map(([, code, name = '']) => [
    code,
    name.replace(/ \((аймаг|дүүрэг)\)/, ''),
  ])
  const ours = DISTRICTS.map(({ code, mn }) => [code, mn.replace(/ (аймаг|дүүрэг)$/, '')])
  expect(ours.toSorted()).toEqual(listed.toSorted())
})

test.each([
  ['6', '2406'],
  ['06', '2406'],
  ['012', '2412'],
  ['', '24'],
  ['0', '24'],
  ['хороо', '24'],
])('the typed subdivision "%s" gives the code %s', (typed, code) => {
  expect(districtCode('24', typed)).toBe(code)
})
