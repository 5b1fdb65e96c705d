import { expect, test } from 'vitest'
import { arrowsOf, shapeOf } from '../../../../scripts/run/import-map.ts'

test('all imports from one folder into another count as one arrow, and imports inside a folder do not count', () => {
  expect(
    arrowsOf('main', [
      ['main/sale/cart.ts', 'main/storage/store/index.ts'],
      ['main/sale/run/runner.ts', 'main/storage/journal/index.ts'],
      ['main/sale/cart.ts', 'main/sale/rules.ts'],
      ['main/sale/cart.ts', 'shared/failure.ts'],
      ['main/index.ts', 'main/sale/index.ts'],
    ]),
  ).toEqual([
    ['sale', 'storage'],
    ['index.ts', 'sale'],
  ])
})

test('the number of floors is the length of the longest chain of imports', () => {
  const boxes = ['top', 'middle', 'low', 'alone']
  const arrows = [
    ['top', 'middle'],
    ['middle', 'low'],
    ['top', 'low'],
  ] as const
  expect(shapeOf(boxes, arrows)).toEqual({ boxes: 4, floors: 3, arrows: 3, circles: [] })
})

test('folders that import each other, also through others, are reported as one circle', () => {
  const arrows = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['a', 'low'],
  ] as const
  expect(shapeOf(['a', 'b', 'c', 'low'], arrows)).toMatchObject({ circles: [['a', 'b', 'c']], arrows: 4 })
})
