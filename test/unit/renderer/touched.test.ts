import { expect, test } from 'vitest'
import { touchedLine } from '../../../renderer/display/touched.ts'
import { NO_MONEY, tugriks } from '../../../shared/money/money.ts'
import { ONE, type Quantity, quantity } from '../../../shared/money/quantity.ts'

const line = (name: string, pieces: Quantity = ONE) => ({
  name,
  quantity: pieces,
  unit: 'ш',
  unitPrice: tugriks(1000),
  off: NO_MONEY,
  amount: tugriks(pieces),
})
const bread = line('Талх')
const milk = line('Сүү')

test('a new line is marked as changed', () => {
  expect(touchedLine([], [bread])).toBe(0)
  expect(touchedLine([bread], [bread, milk])).toBe(1)
  expect(touchedLine([], [bread, milk])).toBe(1)
})

test('a line whose goods are rung up again is marked as changed, wherever it is', () => {
  expect(touchedLine([bread, milk], [line('Талх', quantity(2000)), milk])).toBe(0)
})

test('a removed line or an unchanged view marks no line', () => {
  expect(touchedLine([bread, milk], [milk])).toBe(null)
  expect(touchedLine([bread, milk], [{ ...bread }, { ...milk }])).toBe(null)
})
