import { expect, test } from 'vitest'
import { paidBetween } from '../../../renderer/cashier/sounds/sound-payments.ts'

type Seen = NonNullable<Parameters<typeof paidBetween>[0]>

const at = (id: string, name: string): Seen =>
  ({ counter: { sale: { id }, status: { name } } }) as unknown as Seen

test('a sale that becomes paid between two views plays its sound once', () => {
  const views = [
    'open',
    'invoicing',
    'awaiting-payment',
    'fulfilling',
    'fulfilling',
    'receipt-owed',
    'completed',
  ]
  const heard = views.filter((name, index) =>
    paidBetween(index === 0 ? null : at('1', views[index - 1] ?? ''), at('1', name)),
  )
  expect(heard).toEqual(['fulfilling'])
})

test('a sale that was already paid when it was first seen plays no sound', () => {
  expect(paidBetween(null, at('1', 'completed'))).toBe(false)
  expect(paidBetween({ counter: null }, at('1', 'completed'))).toBe(false)
  expect(paidBetween(at('1', 'open'), at('2', 'completed'))).toBe(false)
})
