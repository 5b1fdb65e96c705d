/** Opens, counts and closes the shifts of a made-up history through the till's own functions, and takes cash to the bank. */

import { createShifts } from '../../../main/books/shifts/index.ts'
import type { Journal } from '../../../main/storage/store/index.ts'
import { NOTES } from '../../../shared/books/shift.ts'
import { type Money, money, tugriks } from '../../../shared/money/money.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopMoment } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { type Chance, createChance } from '../../run/hosts/chance.ts'
import { cashierAt, HANDOVER_HOUR } from './telling.ts'

/** Does everything that is due at the drawer before that time. */
export type Drawer = (before: number) => void

type Action = { readonly at: number; readonly do: () => void }

/** Of a hundred days, how many have two shifts, one or none: sometimes nobody opens one. */
const SHIFTS = { two: 66, one: 28, none: 6 }
const FLOAT = 100_000
const MINUTE = 60_000

export function createDrawer(journal: Journal, dates: readonly string[], seed: number): Drawer {
  const chance = createChance(seed)
  let now = 0
  const shifts = createShifts({
    journal,
    clock: { now: () => now },
    settings: () => FIRST_SETTINGS,
    cashier: () => cashierAt(now),
    recordsMissing: () => false,
  })
  const inDrawer = (): Money => shifts.report(null)?.totals.drawer.expected ?? money(0)

  const toTheBank = (): void => {
    const amount = Math.floor((inDrawer() / 100 - FLOAT) / 10_000) * 10_000
    if (amount > 0) shifts.move('out', String(amount), TEXTS.mn['shift.reason.bank'])
  }
  const close = (): void => {
    const expected = inDrawer()
    // Refunds in cash may exceed the cash of the shift: a drawer does not hold less than nothing.
    const counted = money(Math.max(0, expected + differenceOf(chance)))
    shifts.close({
      shiftId: shifts.status().open?.id ?? '',
      lines: notesOf(counted),
      expected,
      reason: Math.abs(counted - expected) > FIRST_SETTINGS.shifts.reasonAbove ? 'Хариулт буруу өгсөн' : '',
    })
  }
  const actions = dates.flatMap((day) =>
    spansOf(day, chance).flatMap(({ from, to }): Action[] => [
      { at: from, do: () => shifts.open(String(FLOAT)) },
      ...(chance.happens(0.2)
        ? [
            {
              at: from + 90 * MINUTE,
              do: () => shifts.move('in', '50000', TEXTS.mn['shift.reason.coins']),
            },
          ]
        : []),
      { at: to - 20 * MINUTE, do: toTheBank },
      { at: to, do: close },
    ]),
  )
  let next = 0
  return (before) => {
    for (let action = actions[next]; action !== undefined && action.at < before; action = actions[next]) {
      now = action.at
      action.do()
      next += 1
      for (const { id, saleId } of journal.printJobs.owed())
        if (saleId === null) journal.printJobs.end(id, 'printed', now)
    }
  }
}

/** A shift begins before the first customer, or a while after, and ends with the last. A second shift begins where the first ends. */
function spansOf(day: string, chance: Chance): readonly { readonly from: number; readonly to: number }[] {
  const many = chance.weighed(SHIFTS)
  const from = shopMoment(day, '07:50') + chance.below(chance.happens(0.15) ? 90 : 9) * MINUTE
  const to = shopMoment(day, '22:08') + chance.below(12) * MINUTE
  const handover = shopMoment(day, `${HANDOVER_HOUR}:00`) - chance.below(5) * MINUTE
  if (many === 'none') return []
  if (many === 'one') return [{ from, to }]
  return [
    { from, to: handover },
    { from: handover + (1 + chance.below(8)) * MINUTE, to },
  ]
}

/** The difference of a count. Most counts have none. */
function differenceOf(chance: Chance): Money {
  const kind = chance.weighed({ none: 62, short: 22, over: 12, large: 4 })
  if (kind === 'none') return money(0)
  if (kind === 'large') return tugriks(-1000 - 100 * chance.below(60))
  const little = 50 * (1 + chance.below(18))
  return tugriks(kind === 'short' ? -little : little)
}

/** The sum in as few notes and coins as possible; hundredths are dropped. */
export function notesOf(sum: Money): { value: (typeof NOTES)[number]; count: number }[] {
  let left = Math.floor(sum / 100)
  return NOTES.flatMap((value) => {
    const count = Math.floor(left / value)
    left -= count * value
    return count > 0 ? [{ value, count }] : []
  })
}
