import { expect, test } from 'vitest'
import { evolveAll } from '../../../main/sales/index.ts'
import { checkPause, isDue, NO_MEMORY, nextStep } from '../../../main/sales/next-step.ts'
import { failure } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money.ts'
import type { SaleEvent } from '../../../shared/sale.ts'
import { bread, invoice, lineOf, opened, paidBy } from '../../support/sample-sale.ts'

const AT = 1_000_000
const NOW = { monotonic: 0 }
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
  expect(nextStep(sale(requested, created), NO_MEMORY, NOW).do).toBe('check payment')
})

test('a cancelled invoice is watched on until the last look was made, then rests', () => {
  const cancelled = sale(
    requested,
    created,
    { kind: 'cancel-requested' },
    { kind: 'invoice-cancelled', watchUntil: AT + 10 },
  )
  expect(nextStep(cancelled, NO_MEMORY, NOW).do).toBe('check payment')
  expect(isDue(cancelled)).toBe(true)
  const over = evolveAll(cancelled, 'sale-1', AT + 20, [{ kind: 'watch-ended' }])
  expect(nextStep(over, NO_MEMORY, NOW).do).toBe('rest')
  expect(isDue(over)).toBe(false)
  // A person who wants to look may.
  expect(nextStep(over, { ...NO_MEMORY, urgent: true }, NOW).do).toBe('check payment')
})

test('a paid sale has its e-receipts made one by one, then its paper', () => {
  const paid: SaleEvent = { kind: 'paid', payments: [paidBy(2500)], receiptsDue: ['pay-1'] }
  expect(stepOf(requested, created, paid)).toBe('create e-receipt')
  expect(stepOf(requested, created, { ...paid, receiptsDue: [] })).toBe('queue receipt')
})

test('a poll waits for its pace, and a click does not', () => {
  const shown = sale(requested, created)
  expect(nextStep(shown, { ...NO_MEMORY, notBefore: 500 }, NOW)).toEqual({ do: 'wait', until: 500 })
  expect(nextStep(shown, { ...NO_MEMORY, notBefore: 500, urgent: true }, NOW)).toEqual({
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

test('a cancelled invoice and a paid one are looked at ever more rarely, a few dozen times in a day', () => {
  const cancelled = sale(
    requested,
    created,
    { kind: 'cancel-requested' },
    { kind: 'invoice-cancelled', watchUntil: AT + DAY },
  )
  const sold = sale(requested, created, {
    kind: 'paid',
    payments: [paidBy(2500)],
    receiptsDue: [],
    watchUntil: AT + DAY,
  })
  expect(looksInADay(cancelled)).toBeGreaterThan(20)
  expect(looksInADay(cancelled)).toBeLessThan(60)
  expect(looksInADay(sold)).toBeGreaterThan(5)
  expect(looksInADay(sold)).toBeLessThan(20)
})

const DAY = 24 * 3_600_000

function looksInADay(watched: ReturnType<typeof sale>): number {
  let looks = 0
  for (let age = 0; age < DAY; age += checkPause(watched, AT + age)) looks += 1
  return looks
}

const cash: SaleEvent = {
  kind: 'cash-taken',
  tender: { id: 't', amount: tugriks(2500), received: tugriks(5000), change: tugriks(2500) },
}
const sold: SaleEvent = { kind: 'paid', payments: [], receiptsDue: [], watchUntil: AT + DAY }

test('a sale taken in cash prints at once, and only then retires the QR that was up', () => {
  const took = [requested, created, cash, sold]
  expect(stepOf(...took)).toBe('queue receipt')
  const queued: SaleEvent = { kind: 'receipt-queued', jobId: 'job' }
  expect(stepOf(...took, queued)).toBe('ask for cancellation again')
  expect(stepOf(...took, queued, { kind: 'cancel-requested' })).toBe('cancel invoice')
  const gone: SaleEvent = { kind: 'invoice-cancelled', watchUntil: AT + DAY }
  expect(stepOf(...took, queued, { kind: 'cancel-requested' }, gone)).toBe('check payment')
})

test('cash for a charge whose outcome is unknown finds the invoice before it is cancelled', () => {
  const took = [requested, unknown, cash, sold, { kind: 'receipt-queued', jobId: 'job' } as const]
  expect(stepOf(...took)).toBe('look up invoice')
  expect(stepOf(...took, absent)).toBe('look up invoice')
  expect(stepOf(...took, absent, absent)).toBe('rest')
  expect(stepOf(...took, absent, created)).toBe('ask for cancellation again')
})

test('what a manager holds is not asked for, and its money is still watched for', () => {
  const held: SaleEvent = { kind: 'work-held' }
  const waiting: SaleEvent = { kind: 'invoice-waiting', failure: lost }
  expect(stepOf(requested, waiting)).toBe('ask for invoice again')
  expect(stepOf(requested, waiting, held)).toBe('rest')
  expect(stepOf(requested, waiting, held, { kind: 'work-released' })).toBe('ask for invoice again')
  expect(
    stepOf(requested, created, { kind: 'cancel-requested' }, { kind: 'cancel-waiting', failure: lost }, held),
  ).toBe('check payment')
  // What is out already is found out about.
  expect(stepOf(requested, unknown, held)).toBe('look up invoice')
})
