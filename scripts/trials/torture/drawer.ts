/** Opens shifts, puts cash in and takes it out, counts the drawer and closes shifts with a Z. */
import { money } from '../../../shared/money/money.ts'
import { notesOf } from '../../measure/seed-history/drawer.ts'
import type { Counter } from './customers.ts'

export async function lookAfterDrawer(counter: Counter): Promise<void> {
  const { cashier, chance, notes } = counter
  const note = notes.drawer(cashier.till)
  const view = await cashier.look('getView')
  const open = view.ok && !view.value.locked ? view.value.shift.open : null
  if (open === null) {
    const opened = await cashier.send('openShift', { float: '50000' })
    if (opened.ok) note.opened += 1
    return
  }
  if (chance.happens(0.5)) return close(counter, open.id)
  const way = chance.pick(['in', 'out'] as const)
  const moved = await cashier.send('moveCash', { way, amount: '1000', reason: 'Задгай мөнгө' })
  if (moved.ok) note.moved += 1
}

/** Closes every shift that is not closed: the open one, and those that a restore left behind. */
export async function closeAll(counter: Counter): Promise<void> {
  const list = await counter.cashier.look('listShifts', { most: 1000, also: null })
  for (const { id, state } of list.ok ? list.value.shifts : [])
    if (state !== 'closed') await close(counter, id, state === 'left')
}

/** Counts what is expected or a little less. The till refuses when money moved meanwhile; a later call tries again. */
async function close({ cashier, chance, notes }: Counter, shiftId: string, uncounted = false): Promise<void> {
  const shift = await cashier.look('getShift', { shiftId })
  const expected = shift.ok ? (shift.value?.totals?.drawer.expected ?? 0) : 0
  const short = chance.happens(0.2) ? 100_00 : 0
  const closed = await cashier.send('closeShift', {
    shiftId,
    lines: uncounted ? null : notesOf(money(Math.max(0, expected - short))),
    expected: uncounted ? null : expected,
    reason: 'Тооцоо зөрсөн',
  })
  if (closed.ok) notes.drawer(cashier.till).closed += 1
}
