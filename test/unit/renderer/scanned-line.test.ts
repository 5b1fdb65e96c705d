/** Which line a scan in the return screen chooses, and how many pieces of it. */
import { expect, test } from 'vitest'
import { type Chosen, scanned } from '../../../renderer/cashier/parts/returns/chosen.ts'
import { quantity } from '../../../shared/money/quantity.ts'
import type { LeftOfLine } from '../../../shared/sale/return.ts'
import { bread, lineOf } from '../../support/sample-sale.ts'

const BOX = { code: 'box', pieces: 12 }
const left = (id: string, pieces: number, pack?: typeof BOX): LeftOfLine => {
  const line = lineOf(bread, quantity(pieces * 1000), id)
  return { line: pack ? { ...line, pack } : line, quantity: quantity(pieces * 1000), amount: line.amount }
}
const PIECES = left('pieces', 3)
const BOXES = left('boxes', 24, BOX)

const afterScans = (lines: readonly LeftOfLine[], ...reads: readonly string[]): Chosen =>
  reads.reduce<Chosen>((chosen, read) => {
    const found = scanned(lines, chosen, {
      read,
      code: bread.code,
      pack: read === 'box' ? 'box' : null,
      pieces: read === 'box' ? 12 : 1,
      quantity: null,
    })
    return found?.chosen ?? chosen
  }, {})

test('the code of a pack chooses the pieces of one pack on the line of packs', () => {
  expect(afterScans([PIECES, BOXES], 'box')).toEqual({ boxes: 12_000 })
  expect(afterScans([PIECES, BOXES], 'box', 'box', 'box')).toEqual({ boxes: 24_000 })
})

test('the code of a piece chooses a piece, first on a line of pieces', () => {
  expect(afterScans([BOXES, PIECES], bread.code)).toEqual({ pieces: 1000 })
  expect(afterScans([BOXES], bread.code)).toEqual({ boxes: 1000 })
})

test('the code of a pack chooses that many pieces where they were sold singly, and never more than are left', () => {
  expect(afterScans([left('many', 20)], 'box')).toEqual({ many: 12_000 })
  expect(afterScans([left('many', 20)], 'box', 'box')).toEqual({ many: 20_000 })
})
