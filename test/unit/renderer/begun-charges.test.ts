import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HELD_MS, holdingBegunCharges } from '../../../renderer/cashier/begun-charges.ts'
import type { PageView } from '../../../shared/ipc/index.ts'
import type { SaleStatusName } from '../../../shared/sale-status.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const at = (name: SaleStatusName, attention = 0): PageView =>
  ({ locked: false, counter: { status: { name } }, attention }) as PageView

function following() {
  const shown: PageView[] = []
  return { shown, push: holdingBegunCharges((view) => shown.push(view)) }
}

test('a charge that has its QR soon is never shown without it', () => {
  const { shown, push } = following()
  push(at('open'))
  push(at('invoicing'))
  vi.advanceTimersByTime(HELD_MS - 1)
  push(at('awaiting-payment'))
  vi.runAllTimers()
  expect(shown).toEqual([at('open'), at('awaiting-payment')])
})

test('a charge without a QR is shown after the time, as it is then', () => {
  const { shown, push } = following()
  push(at('invoicing'))
  vi.advanceTimersByTime(HELD_MS - 1)
  push(at('invoicing', 1))
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([at('invoicing', 1)])
})

test('views of a charge that is shown without its QR, and all other views, are shown at once', () => {
  const { shown, push } = following()
  const views = [
    at('invoicing'),
    at('invoicing', 1),
    at('open'),
    at('cancelling'),
    { locked: true } as PageView,
  ]
  for (const [index, view] of views.entries()) {
    push(view)
    if (index === 0) vi.advanceTimersByTime(HELD_MS)
    expect(shown.at(-1)).toEqual(view)
  }
})

test('each charge is held anew', () => {
  const { shown, push } = following()
  push(at('invoicing'))
  push(at('cancelled'))
  push(at('invoicing'))
  expect(shown).toEqual([at('cancelled')])
})
