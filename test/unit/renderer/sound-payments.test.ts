import { expect, test } from 'vitest'
import { paidBetween } from '../../../renderer/cashier/page/sounds/sound-payments.ts'
import type { SaleStatusName } from '../../../shared/sale/status.ts'

type Seen = Parameters<typeof paidBetween>[0]

const NONE: Seen = { saleId: null, status: null }
const at = (saleId: string, status: string): Seen => ({ saleId, status: status as SaleStatusName })

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
    paidBetween(index === 0 ? NONE : at('1', views[index - 1] ?? ''), at('1', name)),
  )
  expect(heard).toEqual(['fulfilling'])
})

test('a sale that was already paid when it was first seen plays no sound', () => {
  expect(paidBetween(NONE, at('1', 'completed'))).toBe(false)
  expect(paidBetween(at('1', 'open'), at('2', 'completed'))).toBe(false)
})
