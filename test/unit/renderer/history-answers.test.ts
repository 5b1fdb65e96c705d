import { expect, test } from 'vitest'
import { countOf, NOTHING, withChanges } from '../../../renderer/cashier/rooms/history/answered.ts'
import type { SalePage, SaleRow } from '../../../shared/books/history.ts'

const rowAt = (place: number) => ({ id: `sale-${place}`, place }) as SaleRow
const pageOf = (rows: readonly SaleRow[], next: number | null): SalePage => ({
  ...{ rows: [...rows], next, fitsMore: false, goods: [], unreached: null, unread: 0 },
  count: { known: rows.length, more: next !== null, sold: null },
})
const places = (rows: readonly SaleRow[] | null) => rows?.map(({ place }) => place)

test('while a search has found nothing, a refresh adds no sale that the next page will bring', () => {
  const begun = { ...NOTHING, rows: [], next: 500, count: { known: 0, more: true, sold: null } }
  const after = withChanges(begun, pageOf([rowAt(900), rowAt(400)], 300))
  expect(places(after.rows)).toEqual([900])
  expect(after.next).toBe(500)
})

test('after a search that found nothing at all, a refresh adds each new sale', () => {
  const begun = { ...NOTHING, rows: [], next: null, count: { known: 0, more: false, sold: null } }
  expect(places(withChanges(begun, pageOf([rowAt(900), rowAt(400)], null)).rows)).toEqual([900, 400])
})

test('the count of a search is exact once all its pages are loaded, also if it was counted before', () => {
  const found = { ...NOTHING, rows: [rowAt(3), rowAt(2)], count: { known: 1, more: true, sold: null } }
  expect(countOf({ ...found, next: 2 })).toEqual({ known: 2, more: true, sold: null })
  expect(countOf({ ...found, next: null })).toEqual({ known: 2, more: false, sold: null })
})
