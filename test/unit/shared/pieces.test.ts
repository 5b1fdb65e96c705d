import { expect, test } from 'vitest'
import { isPartOfPiece, quantity } from '../../../shared/money/quantity.ts'

const HALF = quantity(500)

test.each(['ш', 'Ш', 'ш.', 'Ш .', ' ш\u00a0', 'ш\u200b', '(ш)', 'ширхэг', 'Ширхэг.', 'PCS', 'pc.'])(
  'half of "%s" cannot be sold',
  (unit) => expect(isPartOfPiece(HALF, unit)).toBe(true),
)

test.each(['кг', 'л', 'хайрцаг', '10 ш', 'ш/хайрцаг', ''])('half of "%s" can be sold', (unit) =>
  expect(isPartOfPiece(HALF, unit)).toBe(false),
)

test('whole pieces can be sold', () => {
  expect(isPartOfPiece(quantity(2000), 'ш')).toBe(false)
})
