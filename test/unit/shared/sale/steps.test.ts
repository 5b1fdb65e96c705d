import { expect, test } from 'vitest'
import { failure } from '../../../../shared/failure.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { queuedWork } from '../../../../shared/sale/queued-work.ts'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import {
  checkPause,
  isDue,
  keyOf,
  listPause,
  type Memory,
  monitorPause,
  nextStep,
  stepsOf,
} from '../../../../shared/sale/steps.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { created, invoice, opened, paidBy, requested, rung } from '../../../support/sample-sale.ts'

const AT = 1_000_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = { monotonic: 0 }
const NO_MEMORY: Memory = { notBefore: new Map(), settling: new Map(), asked: new Set(), printing: false }
const lost = failure('CONNECTION_LOST')
const unknown: SaleEvent = { kind: 'invoice-unknown', no: 1, failure: lost }
const absent: SaleEvent = { kind: 'invoice-absent', no: 1 }
const asked: SaleEvent = { kind: 'charge-withdrawal-asked', no: 1 }
const cancelled: SaleEvent[] = [
  { kind: 'cancel-requested', no: 1 },
  { kind: 'invoice-cancelled', no: 1, monitorUntil: AT + DAY },
]
const sold: SaleEvent = {
  kind: 'paid',
  no: 1,
  payments: [paidBy(2500)],
  counted: [{ paymentId: 'pay-1', amount: tugriks(2500) }],
  receiptsDue: [],
  monitorUntil: AT + DAY,
}
const cash: SaleEvent = {
  kind: 'tender-taken',
  tender: {
    id: 't',
    kind: 'cash',
    amount: tugriks(2500),
    received: tugriks(5000),
    change: tugriks(2500),
    reference: '',
  },
}
const soldForCash: SaleEvent[] = [cash, { ...sold, payments: [], counted: [] }]
const queued: SaleEvent = { kind: 'receipt-queued', jobId: 'job' }

const sale = (...events: SaleEvent[]): Sale => applyAll(null, 'sale-1', AT, [opened, rung, ...events])
const stepsAfter = (...events: SaleEvent[]) => stepsOf(sale(...events)).map((step) => step.do)
const stepAfter = (...events: SaleEvent[]) => nextStep(sale(...events), NO_MEMORY, NOW).step?.do ?? 'nothing'

test('an open sale has no next step', () => {
  expect(stepAfter()).toBe('nothing')
  expect(isDue(sale())).toBe(false)
})

test('after an unknown outcome the number is looked up, and created again only after two absences', () => {
  expect(stepAfter(requested, unknown)).toBe('look up invoice')
  expect(stepAfter(requested, unknown, absent)).toBe('look up invoice')
  expect(stepAfter(requested, unknown, absent, absent)).toBe('ask for invoice again')
})

test('a charge that is withdrawn while its outcome is unknown is looked up first', () => {
  expect(stepAfter(requested, unknown, asked)).toBe('look up invoice')
  expect(stepAfter(requested, unknown, asked, absent, absent)).toBe('list number again')
  expect(stepAfter(requested, { kind: 'invoice-waiting', no: 1, failure: lost }, asked)).toBe(
    'withdraw charge',
  )
})

test('an invoice that is found for a withdrawn charge is cancelled', () => {
  expect(stepAfter(requested, unknown, asked, created)).toBe('ask for cancellation again')
})

test('the number of a lost request is listed again while the second QR is shown, and afterwards', () => {
  const again: SaleEvent = { ...requested, attempt: 2 }
  const shown = [requested, unknown, absent, absent, again, created]
  expect(stepsAfter(...shown)).toEqual(['check payments', 'list number again'])
  expect(stepsAfter(...shown, sold, queued)).toEqual(['monitor'])
})

test('a sale that is over is monitored until its last check', () => {
  const over = sale(requested, created, ...cancelled)
  expect(stepsOf(over).map((step) => step.do)).toEqual(['monitor'])
  expect(isDue(over)).toBe(true)
  const ended = applyAll(over, 'sale-1', AT + 20, [{ kind: 'monitoring-ended' }])
  expect(stepsOf(ended)).toEqual([])
  expect(isDue(ended)).toBe(false)
})

test('a paid sale gets its e-receipts, then its receipt', () => {
  const paid: SaleEvent = { ...sold, receiptsDue: ['pay-1'] }
  expect(stepAfter(requested, created, paid)).toBe('create e-receipt')
  expect(stepAfter(requested, created, sold)).toBe('queue receipt')
})

test('an e-receipt that does not get through delays no other step of its sale', () => {
  const paid: SaleEvent = {
    ...sold,
    payments: [paidBy(1000), paidBy(1500, 'pay-2')],
    counted: [
      { paymentId: 'pay-1', amount: tugriks(1000) },
      { paymentId: 'pay-2', amount: tugriks(1500) },
    ],
    receiptsDue: ['pay-1', 'pay-2'],
  }
  const both = sale(requested, created, paid)
  const memory = { ...NO_MEMORY, notBefore: new Map([['e-receipt pay-1', 5_000]]) }
  expect(nextStep(both, memory, NOW).step).toEqual({ do: 'create e-receipt', paymentId: 'pay-2' })
})

test('a check waits for its pause, unless a person asks for it', () => {
  const shown = sale(requested, created)
  const throttled = { ...NO_MEMORY, notBefore: new Map([['check 1', 500]]) }
  expect(nextStep(shown, throttled, NOW)).toEqual({ step: null, until: 500 })
  expect(nextStep(shown, { ...throttled, asked: new Set(['check 1']) }, NOW).step?.do).toBe('check payments')
})

test('nobody can shorten the pause in which a lost request may still arrive', () => {
  const looked = sale(requested, unknown, absent)
  const settling = { ...NO_MEMORY, settling: new Map([['make 1', 4_000]]), asked: new Set(['make 1']) }
  expect(nextStep(looked, settling, NOW)).toEqual({ step: null, until: 4_000 })
})

test('a sale paid in cash prints at once, and then its QR is cancelled', () => {
  const took = [requested, created, ...soldForCash]
  expect(stepAfter(...took)).toBe('queue receipt')
  expect(stepAfter(...took, queued)).toBe('ask for cancellation again')
  expect(stepAfter(...took, queued, { kind: 'cancel-requested', no: 1 })).toBe('cancel invoice')
  expect(stepAfter(...took, queued, ...cancelled)).toBe('monitor')
})

test('cash for a charge with an unknown outcome finds the invoice and then cancels it', () => {
  const took = [requested, unknown, ...soldForCash, queued]
  expect(stepAfter(...took)).toBe('look up invoice')
  expect(stepAfter(...took, absent)).toBe('look up invoice')
  expect(stepAfter(...took, absent, absent)).toBe('monitor')
  expect(stepAfter(...took, absent, created)).toBe('ask for cancellation again')
})

test('held work is not requested, and its payments are still checked', () => {
  const held: SaleEvent = { kind: 'work-held' }
  const waiting: SaleEvent = { kind: 'invoice-waiting', no: 1, failure: lost }
  expect(stepAfter(requested, waiting)).toBe('ask for invoice again')
  expect(stepAfter(requested, waiting, held)).toBe('nothing')
  expect(stepAfter(requested, waiting, held, { kind: 'work-released' })).toBe('ask for invoice again')
  const cancelling: SaleEvent[] = [
    { kind: 'cancel-requested', no: 1 },
    { kind: 'cancel-waiting', no: 1, failure: lost },
  ]
  expect(stepAfter(requested, created, ...cancelling, held)).toBe('check payments')
  // A request that is already out is looked up.
  expect(stepAfter(requested, unknown, held)).toBe('look up invoice')
})

test('a cancellation that is held is not requested because the receipt was printed or the sale was ended meanwhile', () => {
  const held: SaleEvent = { kind: 'work-held' }
  const released: SaleEvent = { kind: 'work-released' }
  const cancelling: SaleEvent[] = [
    { kind: 'cancel-requested', no: 1 },
    { kind: 'cancel-waiting', no: 1, failure: lost },
  ]
  const printed: SaleEvent = { kind: 'receipt-printed', jobId: 'job' }
  const done = [requested, created, ...soldForCash, queued, ...cancelling, held, printed]
  expect(stepAfter(...done)).toBe('monitor')
  expect(stepAfter(...done, released)).toBe('ask for cancellation again')
  const ended = [
    requested,
    created,
    ...cancelling,
    held,
    { kind: 'sale-ended', monitorUntil: AT + DAY } as const,
  ]
  expect(stepAfter(...ended)).toBe('monitor')
  expect(stepAfter(...ended, released)).toBe('ask for cancellation again')
})

test('work that comes after the held work is not held', () => {
  const held: SaleEvent = { kind: 'work-held' }
  const found: SaleEvent = {
    kind: 'invoice-found',
    number: 'K01-261120-0147-TEST',
    amount: tugriks(2500),
    invoice: { ...invoice, invoiceId: 'inv-2' },
  }
  const receipt: SaleEvent = { ...sold, receiptsDue: ['pay-1'] }
  expect(stepsAfter(requested, created, found, held)).not.toContain('ask for cancellation again')
  expect(stepsAfter(requested, created, found, held, receipt)).toContain('create e-receipt')
  const printed: SaleEvent = { kind: 'receipt-printed', jobId: 'job' }
  const gone: SaleEvent = { kind: 'invoice-cancelled', no: 1, monitorUntil: AT + DAY }
  const done = sale(requested, created, ...soldForCash, queued, held, printed)
  expect(done.held).toBe(true)
  expect(applyAll(done, 'sale-1', AT, [gone]).held).toBe(false)
})

test('a charge has the same key in all its steps', () => {
  const keys = [
    stepsOf(sale(requested)),
    stepsOf(sale(requested, unknown)),
    stepsOf(sale(requested, unknown, absent, absent)),
  ].map(([step]) => step && keyOf(step))
  expect(new Set(keys)).toEqual(new Set(['make 1']))
})

test('pending work at the service and the printer is listed for a manager, one item of a kind', () => {
  const worksAfter = (...events: SaleEvent[]) => queuedWork(sale(...events)).map(({ work }) => work)
  expect(worksAfter(requested, unknown)).toEqual(['invoice'])
  expect(worksAfter(requested, created)).toEqual([])
  expect(worksAfter(requested, created, ...soldForCash)).toEqual(['cancellation', 'print'])
  expect(worksAfter(requested, created, { ...sold, receiptsDue: ['pay-1'] })).toEqual(['e-receipt'])
  expect(worksAfter(requested, created, sold, queued)).toEqual(['print'])
  const held = queuedWork(sale(requested, unknown, { kind: 'work-held' }))
  expect(held).toEqual([{ work: 'invoice', failure: lost }])
})

// ── The pace of looking ─────────────────────────────────────────────────────────────────────────────────────────────

test('checks are frequent at first and become rarer', () => {
  /** Seconds until the next check of a QR that has been shown for so many minutes. */
  const pauseAt = (minutes: number): number => {
    let times = 0
    for (let at = 0; at < minutes * 60_000; at += checkPause(times)) times += 1
    return Math.round(checkPause(times) / 1000)
  }
  expect(checkPause(0)).toBe(FIRST_SETTINGS.pollMs)
  expect([1, 10, 60, 600].map(pauseAt)).toEqual([2, 15, 106, 600])
})

/** The times of the checks, in milliseconds since the sale was over. */
function looksOf(monitored: Sale, monitorMs = DAY): readonly number[] {
  const times: number[] = []
  let at = 0
  for (let looks = 0; ; looks += 1) {
    const pause = monitorPause(monitored, looks, monitorMs)
    if (pause === null) return times
    at += pause
    times.push(at)
  }
}

test('a sold sale is checked about ten times in its day, at growing intervals', () => {
  const times = looksOf(sale(requested, created, sold))
  expect(times.length).toBeGreaterThan(9)
  expect(times.length).toBeLessThan(16)
  const pauses = times.map((at, index) => at - (times[index - 1] ?? 0))
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
  expect(pauses[0]).toBe(60_000)
  expect(times.filter((at) => at < 4 * HOUR).length).toBeGreaterThan(6)
})

test('a cancelled QR is checked more often, because its payer may still pay', () => {
  const times = looksOf(sale(requested, created, ...cancelled))
  expect(times.length).toBeGreaterThan(25)
  expect(times.length).toBeLessThan(50)
})

test('the monitoring counts checks, so that no clock that jumps ends it or makes it endless', () => {
  const times = looksOf(sale(requested, created, sold))
  expect(times.at(-1)).toBeGreaterThanOrEqual(DAY)
  expect(times.at(-1)).toBeLessThan(DAY + 5 * HOUR)
})

test('an invoice that was left open is monitored until it is paid or cancelled', () => {
  const leftOpen = sale(
    requested,
    created,
    ...soldForCash,
    { kind: 'cancel-requested', no: 1 },
    { kind: 'cancel-refused', no: 1, failure: failure('REQUEST_REFUSED') },
  )
  expect(monitorPause(leftOpen, 1_000, DAY)).toBe(HOUR)
  const paidToo = applyAll(leftOpen, 'sale-1', AT, [
    { kind: 'payments-seen', no: 1, payments: [paidBy(2500)] },
  ])
  expect(monitorPause(paidToo, 1_000, DAY)).toBeNull()
  const gone = applyAll(leftOpen, 'sale-1', AT, [{ kind: 'invoice-cancelled', no: 1, monitorUntil: AT }])
  expect(monitorPause(gone, 1_000, DAY)).toBeNull()
})

test('an invoice whose cancellation is held is monitored until it is paid or cancelled', () => {
  const held = sale(
    requested,
    created,
    ...soldForCash,
    { kind: 'cancel-requested', no: 1 },
    { kind: 'cancel-waiting', no: 1, failure: lost },
    { kind: 'work-held' },
  )
  expect(monitorPause(held, 1_000, DAY)).toBe(HOUR)
  const later = applyAll(held, 'sale-1', AT, [{ kind: 'monitoring-ended' }])
  expect(stepsOf(later)).toContainEqual({ do: 'monitor' })
})

test('a pending payment is monitored until it completes or fails', () => {
  const pending = sale(requested, created, ...cancelled, {
    kind: 'payments-seen',
    no: 1,
    payments: [{ ...paidBy(2500), status: 'PENDING' }],
  })
  expect(monitorPause(pending, 1_000, DAY)).toBe(HOUR)
  const over = applyAll(pending, 'sale-1', AT, [
    { kind: 'payments-seen', no: 1, payments: [{ ...paidBy(2500), status: 'CANCELLED' }] },
  ])
  expect(monitorPause(over, 1_000, DAY)).toBeNull()
})

test('a number is listed again soon, and then at growing pauses', () => {
  expect([0, 1, 2, 20].map(listPause)).toEqual([5_000, 15_000, 45_000, HOUR])
})

test('a sale without an invoice is not monitored', () => {
  expect(stepsAfter(...soldForCash, queued)).toEqual([])
})
