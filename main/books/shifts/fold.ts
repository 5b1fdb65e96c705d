/** Computes a shift from its events. */
import type { CashMove, RecordedShiftEvent, Shift } from '../../../shared/books/shift.ts'
import type { ShiftReader, ShiftRecord } from '../../storage/projections/index.ts'

export function shiftOf(shifts: Pick<ShiftReader, 'events'>, record: ShiftRecord): Shift {
  const events = shifts.events(record.id).map(({ event }) => event)
  const opened = events.find((event) => event.kind === 'shift-opened')
  const closed = events.find((event) => event.kind === 'shift-closed')
  if (opened === undefined) throw new Error(`shift ${record.id} was never opened`)
  const { id, terminal, state, openedAt, closedAt, zNumber } = record
  return {
    id,
    terminal,
    state,
    openedAt,
    openedBy: opened.by,
    float: opened.float,
    closedAt,
    closedBy: closed?.by ?? null,
    zNumber,
    count: closed?.count ?? null,
    reason: closed?.reason ?? '',
    seller: closed?.seller ?? null,
  }
}

/** The cash in and cash out of a shift, in order. */
export const movesOf = (events: readonly RecordedShiftEvent[]): CashMove[] =>
  events.flatMap(({ seq, at, event }): CashMove[] => {
    if (event.kind !== 'cash-in' && event.kind !== 'cash-out') return []
    const { amount, reason, by } = event
    return [{ seq, at, way: event.kind === 'cash-in' ? 'in' : 'out', amount, reason, by }]
  })
