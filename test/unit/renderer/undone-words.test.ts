import { expect, test } from 'vitest'
import { undoneWords } from '../../../renderer/cashier/counter/till/undone-words.ts'
import { quantity } from '../../../shared/money/quantity.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import type { SaleEvent } from '../../../shared/sale/sale.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'

const say = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
  [key, ...Object.values(values)].join(' ')

const line = lineOf(bread, quantity(2000))
const rungUp: readonly SaleEvent[] = [opened, { kind: 'line-added', line }]
const saleAfter = (...events: readonly SaleEvent[]) => applyAll(null, 's', 0, [...rungUp, ...events])

const undone = (event: SaleEvent) => undoneWords(say, saleAfter(event), saleAfter())

test('each undone change has its words', () => {
  const { id: lineId, unitPrice, amount } = line
  const { name } = bread
  expect(undone({ kind: 'line-removed', lineId })).toBe(`undo.back ${name}`)
  expect(undone({ kind: 'line-changed', lineId, quantity: quantity(3000), unitPrice, amount })).toBe(
    `undo.quantity ${name} 2`,
  )
  expect(undone({ kind: 'line-discounted', lineId, discount: { kind: 'percent', share: 500 } })).toBe(
    `undo.discount.none ${name}`,
  )
  expect(undone({ kind: 'line-noted', lineId, note: 'том' })).toBe(`undo.note ${name}`)
  expect(undone({ kind: 'sale-noted', note: 'утсаар' })).toBe('undo.note undo.sale')
  expect(undone({ kind: 'receiver-set', receiver: { kind: 'organisation', register: '6234567' } })).toBe(
    'undo.receiver',
  )
})

test('an undone new line is announced as removed', () => {
  const before = saleAfter({ kind: 'line-added', line: { ...line, id: 'other' } })
  expect(undoneWords(say, before, saleAfter())).toBe(`undo.removed ${bread.name}`)
})
