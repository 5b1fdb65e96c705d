import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HELD_MS, holdingBegunCharges } from '../../../renderer/cashier/begun-charges.ts'
import type { PageView } from '../../../shared/ipc/index.ts'
import type { SaleStatusName } from '../../../shared/sale-status.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const at = (name: SaleStatusName, { id = 'one', attention = 0 } = {}): PageView =>
  ({ locked: false, counter: { sale: { id }, status: { name } }, attention }) as PageView

/** A page that shows a cart. */
function following() {
  const shown: PageView[] = []
  const inputs = new EventTarget()
  const push = holdingBegunCharges((view) => shown.push(view), inputs as Window)
  push(at('open'))
  return { shown, push, input: (type: string) => inputs.dispatchEvent(new Event(type)) }
}

test('a charge that has its QR soon is never shown without it', () => {
  const { shown, push } = following()
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
  push(at('invoicing', { attention: 1 }))
  expect(shown).toEqual([at('open')])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([at('open'), at('invoicing', { attention: 1 })])
})

test('views of a charge that is shown without its QR, and all other views, are shown at once', () => {
  const { shown, push } = following()
  const views = [
    at('invoicing'),
    at('invoicing', { attention: 1 }),
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
  push(at('open'))
  push(at('invoicing'))
  expect(shown).toEqual([at('open'), at('open')])
})

test.for(['keydown', 'pointerdown'])('a %s shows the begun charge at once, and is handled there', (type) => {
  const { shown, push, input } = following()
  input(type)
  push(at('invoicing'))
  input(type)
  expect(shown).toEqual([at('open'), at('invoicing')])
  vi.runAllTimers()
  input(type)
  expect(shown).toHaveLength(2)
})

test.for<[string, PageView]>([
  ['a lock', { locked: true } as PageView],
  ['another sale', at('open', { id: 'other' })],
  ['the end of another sale', at('completed', { id: 'other' })],
  ['an empty counter', { locked: false, counter: null } as PageView],
])('a charge without a QR that appears after %s is shown at once', ([, before]) => {
  const { shown, push } = following()
  push(before)
  push(at('invoicing'))
  expect(shown.at(-1)).toEqual(at('invoicing'))
})
