import { expect, test } from 'vitest'
import { shortened, unbroken } from '../../../../shared/sale/sale.ts'

test.each([
  ['Сүү 1 л', 'Сүү 1\u00a0л'],
  ['АПУ сүү 2.5% 0.5 л', 'АПУ сүү 2.5% 0.5\u00a0л'],
  ['Кофе (10 ш)', 'Кофе (10\u00a0ш)'],
  ['Ус 1.5 л (6 ш)', 'Ус 1.5\u00a0л (6\u00a0ш)'],
  ['Хипп Комбиотик 1 350 гр', 'Хипп Комбиотик 1 350\u00a0гр'],
  ['7 хоног сонин', '7 хоног сонин'],
])('%s keeps its unit beside its number', (name, kept) => {
  expect(unbroken(name)).toBe(kept)
})

test.each([
  ['Хүүхдийн тэжээл лууван, төмстэй 125 гр', 24, 'Хүүхдийн тэжээл… 125 гр'],
  ['Сүү 1 л', 24, 'Сүү 1 л'],
  ['Нэр нь маш урт, хэмжээгүй бараа', 12, 'Нэр нь маш…'],
])('%s has its size in %d letters', (name, most, shown) => {
  expect(shortened(name, most)).toBe(shown)
  expect(shortened(name, most).length).toBeLessThanOrEqual(most)
})
