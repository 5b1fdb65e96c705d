/** Undo when the disk lost an event of the cart. */

import { expect, test } from 'vitest'
import { isUndoable, undoing } from '../../../main/sale/undo.ts'
import { foldSale } from '../../../main/storage/projections/index.ts'
import { withNotice } from '../../../shared/sale/apply.ts'
import type { RecordedEvent, SaleEvent } from '../../../shared/sale/sale.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'

const added = (id: string): SaleEvent => ({ kind: 'line-added', line: { ...lineOf(bread), id } })
const EVENTS: readonly RecordedEvent[] = [opened, added('a'), added('b'), added('c')].map((event, index) => ({
  seq: index + 1,
  at: index,
  command: `command-${index}`,
  event,
}))

/** The row as it was saved; it is marked as incomplete when an event is missing. */
function cartOf(events: readonly RecordedEvent[]) {
  const { sale } = foldSale('sale-1', EVENTS)
  return events.length < EVENTS.length ? withNotice(sale) : sale
}

const canUndo = (events: readonly RecordedEvent[]): boolean =>
  isUndoable(cartOf(events), { lastEvent: () => events.at(-1) ?? null })

test('undo removes the last line only', () => {
  expect(canUndo(EVENTS)).toBe(true)
  expect(undoing(EVENTS)).toMatchObject({ lines: [{ id: 'a' }, { id: 'b' }] })
})

test.each([1, 2, 3])(
  'when event %i is missing, undo is not possible, because the earlier cart is unknown',
  (missing) => {
    const left = EVENTS.filter(({ seq }) => seq !== missing)
    expect(canUndo(left)).toBe(false)
    expect(undoing(left)).toBeNull()
  },
)
