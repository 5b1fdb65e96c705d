import { expect, test } from 'vitest'
import { evolveAll } from '../../../main/sales/index.ts'
import { checkPause, NO_MEMORY, nextStep } from '../../../main/sales/next-step.ts'
import { failure } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money.ts'
import type { SaleEvent } from '../../../shared/sale.ts'
import { bread, invoice, lineOf, opened, paidBy } from '../../support/sample-sale.ts'

const AT = 1_000_000
const NOW = { wall: AT, monotonic: 0 }
const lost = failure('CONNECTION_LOST')
const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }
const requested: SaleEvent = { kind: 'invoice-requested', total: tugriks(2500), shape: 'ebarimt', attempt: 1 }
const created: SaleEvent = { kind: 'invoice-created', invoice, found: 'answer' }
const unknown: SaleEvent = { kind: 'invoice-unknown', failure: lost }
const absent: SaleEvent = { kind: 'invoice-absent' }
const sale = (...events: SaleEvent[]) => evolveAll(null, 'sale-1', AT, [opened, rung, ...events])
const stepOf = (...events: SaleEvent[]) => nextStep(sale(...events), NO_MEMORY, NOW).do

test('an open sale rests', () => {
  expect(stepOf()).toBe('rest')
})

test('after an unknown outcome the number is looked up, and created again only when it was absent twice', () => {
  expect(stepOf(requested, unknown)).toBe('look up invoice')
  expect(stepOf(requested, unknown, absent)).toBe('look up invoice')
  expect(stepOf(requested, unknown, absent, absent)).toBe('ask for invoice again')
})

test('a charge withdrawn while its outcome is unknown is looked up first', () => {
  const asked: SaleEvent = { kind: 'charge-withdrawal-asked' }
  expect(stepOf(requested, unknown, asked)).toBe('look up invoice')
  expect(stepOf(requested, unknown, asked, absent, absent)).toBe('withdraw charge')
  expect(stepOf(requested, { kind: 'invoice-waiting', failure: lost }, asked)).toBe('withdraw charge')
})

test('a shown QR is checked, whatever its age', () => {
  expect(stepOf(requested, created)).toBe('check payment')
  const old = { wall: AT + 7 * 24 * 3_600_000, monotonic: 0 }
  expect(nextStep(sale(requested, created), NO_MEMORY, old).do).toBe('check payment')
})

test('a cancelled invoice is watched on until its time, then rests', () => {
  const cancelled = sale(
    requested,
    created,
    { kind: 'cancel-requested' },
    { kind: 'invoice-cancelled', watchUntil: AT + 10 },
  )
  expect(nextStep(cancelled, NO_MEMORY, NOW).do).toBe('check payment')
  expect(nextStep(cancelled, NO_MEMORY, { wall: AT + 10, monotonic: 0 }).do).toBe('rest')
})

test('a paid sale has its e-receipts made one by one, then its paper', () => {
  const paid: SaleEvent = { kind: 'paid', payments: [paidBy(2500)], receiptsDue: ['pay-1'] }
  expect(stepOf(requested, created, paid)).toBe('create e-receipt')
  expect(stepOf(requested, created, { ...paid, receiptsDue: [] })).toBe('queue receipt')
})

test('a poll waits for its pace, and a click does not', () => {
  const shown = sale(requested, created)
  expect(nextStep(shown, { notBefore: 500, urgent: false }, NOW)).toEqual({ do: 'wait', until: 500 })
  expect(nextStep(shown, { notBefore: 500, urgent: true }, NOW)).toEqual({
    do: 'check payment',
    urgent: true,
  })
})

test('checks come quickly while the payer stands there and ever more rarely later', () => {
  const shown = sale(requested, created)
  const pauses = [0, 5, 30, 120].map((minutes) => checkPause(shown, AT + minutes * 60_000))
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
  expect(pauses[0]).toBeLessThanOrEqual(2_000)
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(60_000)
})
