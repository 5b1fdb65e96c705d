import { expect, test } from 'vitest'
import { markMatches } from '../../../renderer/cashier/counter/till/match.ts'

const marked = (name: string, query: string) =>
  markMatches(name, query)
    .filter((part) => part.marked)
    .map((part) => part.text)

test('a word is marked in upper and lower case', () => {
  expect(marked('Тараг жимстэй', 'тар')).toEqual(['Тар'])
})

test('Latin letters typed for Cyrillic mark the name, too', () => {
  expect(marked('Соус тартар 230 гр', 'tar')).toEqual(['тар'])
  expect(marked('Шоколад', 'shok')).toEqual(['Шок'])
  expect(marked('Өндөг 10 ш', 'ondog')).toEqual(['Өндөг'])
})

test('each word of the query is marked in its place', () => {
  expect(marked('Тараг Сүү 500 гр', 'сүү 500')).toEqual(['Сүү', '500'])
})

test('the parts together are the name, with or without a match', () => {
  const name = 'Үнээний сүүн тараг, шилтэй 700 мл'
  for (const query of ['', 'тараг', 'khgq', '700', 'ш']) {
    expect(
      markMatches(name, query)
        .map((part) => part.text)
        .join(''),
    ).toBe(name)
  }
})
