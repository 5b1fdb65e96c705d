import { expect, test } from 'vitest'
import { type Approvable, createApprovals } from '../../../main/staff/approvals.ts'
import { handClock } from '../../support/hand-clock.ts'

const what: Approvable = {
  verb: 'changeLine',
  request: { saleId: 's', lineId: 'l', price: '100' },
  permission: 'price-override',
  of: 'cashier',
}
const by = { id: 'm', name: 'M', role: 'manager' } as const

test('it is used once', () => {
  const approvals = createApprovals(handClock())
  approvals.give(what, by)
  expect(approvals.take(what)).toEqual(by)
  expect(approvals.take(what)).toBeNull()
})

test.each<[string, Partial<Approvable>]>([
  ['another verb', { verb: 'removeLine' }],
  ['another request', { request: { saleId: 's', lineId: 'l', price: '101' } }],
  ['another permission', { permission: 'discount-above-limit' }],
  ['another person', { of: 'another' }],
])('it is no use for %s', (_name, other) => {
  const approvals = createApprovals(handClock())
  approvals.give(what, by)
  expect(approvals.take({ ...what, ...other })).toBeNull()
  expect(approvals.take(what)).toEqual(by)
})

test('it lasts for a minute', () => {
  const clock = handClock()
  const approvals = createApprovals(clock)
  approvals.give(what, by)
  clock.advance(60_000)
  expect(approvals.take(what)).toBeNull()
})
