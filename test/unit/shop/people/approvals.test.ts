import { expect, test } from 'vitest'
import { type Approvable, type Approvals, createApprovals } from '../../../../main/shop/people/approvals.ts'
import { handClock } from '../../../support/hand-clock.ts'

const what: Approvable = {
  mode: 'test',
  name: 'changeLine',
  request: { saleId: 's', lineId: 'l', price: '100' },
  permission: 'price-override',
  about: { saleId: 's', priceBefore: 20_000, quantity: '1' },
}
const by = { id: 'm', name: 'M', role: 'manager' } as const

test('an approval is used once', () => {
  const approvals = createApprovals(handClock())
  approvals.give(what, 'cashier', by)
  expect(approvals.take(what, 'cashier')?.by).toEqual(by)
  expect(approvals.take(what, 'cashier')).toBeNull()
})

test.each<[string, Partial<Approvable & { readonly of: string }>]>([
  ['another mode', { mode: 'live' }],
  ['another command', { name: 'removeLine' }],
  ['another request', { request: { saleId: 's', lineId: 'l', price: '101' } }],
  ['another permission', { permission: 'discount-above-limit' }],
  ['other amounts', { about: { saleId: 's', priceBefore: 20_000, quantity: '2' } }],
  ['another person', { of: 'another' }],
])('an approval is not valid for %s', (_name, { of = 'cashier', ...other }) => {
  const approvals = createApprovals(handClock())
  approvals.give(what, 'cashier', by)
  expect(approvals.take({ ...what, ...other }, of)).toBeNull()
  expect(approvals.take(what, 'cashier')?.by).toEqual(by)
})

test('an approval lasts for a minute', () => {
  const clock = handClock()
  const approvals = createApprovals(clock)
  approvals.give(what, 'cashier', by)
  clock.advance(60_000)
  expect(approvals.take(what, 'cashier')).toBeNull()
})

test('an approval that is put back is used once more, and no longer than its own minute', () => {
  const clock = handClock()
  const approvals = createApprovals(clock)
  approvals.give(what, 'cashier', by)
  clock.advance(30_000)
  approvals.take(what, 'cashier')?.putBack()
  approvals.take(what, 'cashier')?.putBack()
  clock.advance(30_000)
  expect(approvals.take(what, 'cashier')).toBeNull()
})

test.each<[string, Parameters<Approvals['withdraw']>[0]]>([
  ['with all others', null],
  ['alone', what],
])('an approval that was withdrawn %s while its command ran does not hold again', (_how, question) => {
  const approvals = createApprovals(handClock())
  approvals.give(what, 'cashier', by)
  const taken = approvals.take(what, 'cashier')
  approvals.withdraw(question)
  taken?.putBack()
  expect(approvals.take(what, 'cashier')).toBeNull()
})

test('"No" to one question withdraws its approval, also after its amounts changed, and no other', () => {
  const approvals = createApprovals(handClock())
  const other = { ...what, request: { saleId: 's', lineId: 'other', price: '100' } }
  for (const one of [what, other]) approvals.give(one, 'cashier', by)
  approvals.withdraw({ ...what, about: null } as Approvable)
  expect(approvals.take(what, 'cashier')).toBeNull()
  expect(approvals.take(other, 'cashier')?.by).toEqual(by)
})
