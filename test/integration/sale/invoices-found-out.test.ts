/**
 * What happened to an invoice whose answer was lost, late, incomplete or untrue: the till finds out before it asks
 * again, shows one QR at a time, and cancels or monitors every QR that is not wanted. Uses the real terminal and the
 * service over real HTTP.
 */
import { describe, expect, test } from 'vitest'
import type { FaultRequest, PracticeControl } from '../../../scripts/run/practice/index.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, rungUp, stateOf } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { handClock } from '../../support/hand-clock.ts'
import { attentionIn, kindsOf, look, quickTillAtPractice, waiting } from '../../support/looks.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const CREATE = { method: 'POST', path: '/v2/invoice' } as const
const LIST = { method: 'POST', path: '/v2/invoice/list' } as const
const GET = { method: 'GET', path: '/v2/invoice/{id}' } as const
const CANCEL = { method: 'DELETE', path: '/v2/invoice/{id}' } as const
const LOST = { ...CREATE, effect: 'reset-before' } as const
const LOST_AND_DONE = { ...CREATE, effect: 'reset-after' } as const

const HOUR = 3_600_000

/** The service's own clock stands still, so its delayed work happens when the test says so. */
async function tillAtLateService() {
  const service = handClock()
  const { address, payer } = await openPractice({ clock: service })
  const till = await startTill({ folder: temporaryFolder(), practice: address, clock: fastClock(40) })
  return { till, payer, service }
}

const invoicesOf = async (payer: PracticeControl) =>
  (await payer.state()).invoices.map(({ sender_invoice_no, amount, status }) => ({
    number: sender_invoice_no,
    amount: tugriks(amount),
    status,
  }))

const asked = async (payer: PracticeControl, endpoint: string): Promise<number> =>
  (await payer.state()).requests[endpoint] ?? 0

const untilAsked = (payer: PracticeControl, endpoint: string, times: number) =>
  expect.poll(() => asked(payer, endpoint)).toBeGreaterThanOrEqual(times)

const untilKind = (till: Till, saleId: string, kind: string) =>
  expect.poll(() => kindsOf(till, saleId)).toContain(kind)

const numbersOf = async (till: Till, saleId: string) =>
  (await till.ask('getSale', { saleId })).view.sale.invoices.map(({ number }) => number)

describe('a create request whose answer was lost', () => {
  test('twice, with a changed cart: the only QR is for what is due now, and invoices that are made late are cancelled', async () => {
    const { till, payer, service } = await tillAtLateService()
    await payer.faults([{ ...CREATE, effect: '502', done: 'late', late_ms: 60_000, times: 2 }])
    const { saleId } = await rungUp(till, 1)
    await till.ask('charge', { saleId })
    await untilAsked(payer, 'POST /v2/invoice', 2)
    await till.ask('cancelCharge', { saleId })
    await till.until(saleId, 'open')
    const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 2 })
    await till.ask('addProduct', { code: products[1]?.code ?? '' })
    const due = (await till.view()).counter?.totals.total
    await till.ask('charge', { saleId })
    const shown = await till.until(saleId, 'awaiting-payment')
    expect(shown?.status).toMatchObject({ due, total: due })
    const [first, second] = await numbersOf(till, saleId)
    expect(second).not.toBe(first)
    expect(await invoicesOf(payer)).toEqual([{ number: second, amount: due, status: 'OPEN' }])

    service.advance(60_000) // the lost requests arrive now
    await expect.poll(async () => (await payer.state()).invoices.length).toBe(3)
    await expect
      .poll(async () => (await invoicesOf(payer)).filter(({ number }) => number === first))
      .toMatchObject([{ status: 'CANCELLED' }, { status: 'CANCELLED' }])
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'awaiting-payment', due })
    expect(await attentionIn(till)).toEqual([])
  })

  test('is not repeated because an incomplete list lacks its invoice', async () => {
    const { till, payer } = await quickTillAtPractice()
    await payer.faults([LOST_AND_DONE, { ...LIST, effect: 'short-list', times: 3 }])
    const { saleId } = await chargedSale(till)
    expect(await kindsOf(till, saleId)).not.toContain('invoice-absent')
    expect(await asked(payer, 'POST /v2/invoice')).toBe(1)
    expect((await payer.state()).faults['short-list']).toBe(3)
  })

  test('and whose number is refused as used at the second try is looked up, and its QR is shown', async () => {
    const { till, payer } = await quickTillAtPractice()
    await payer.merchant({ used_number: 'refused' })
    await payer.faults([LOST_AND_DONE, { ...LIST, effect: 'vanished', times: 2 }])
    await chargedSale(till)
    expect(await asked(payer, 'POST /v2/invoice')).toBe(2)
    expect(await invoicesOf(payer)).toMatchObject([{ status: 'OPEN' }])
  })

  test('and that was withdrawn uses its number up: the next charge of the goods gets another number and works', async () => {
    const { till, payer } = await quickTillAtPractice()
    await payer.merchant({ used_number: 'refused' })
    await payer.faults([LOST_AND_DONE, { ...LIST, effect: 'hang-before', ms: 200 }])
    const { saleId } = await rungUp(till)
    await till.ask('charge', { saleId })
    await untilKind(till, saleId, 'invoice-unknown')
    await till.cancel(saleId)
    await till.ask('repeatGoods', { saleId })
    const again = (await till.view()).counter?.sale.id ?? ''
    await till.charge(again)
    expect((await invoicesOf(payer)).map(({ status }) => status)).toEqual(['CANCELLED', 'OPEN'])
  })

  test('and that arrives after two lookups: the second QR stays on the screen and the first invoice is cancelled', async () => {
    const { till, payer, service } = await tillAtLateService()
    await payer.faults([{ ...CREATE, effect: '502', done: 'late', late_ms: 60_000 }])
    const {
      saleId,
      total,
      invoice: { invoiceId },
    } = await chargedSale(till)
    service.advance(60_000)
    await expect
      .poll(async () => (await invoicesOf(payer)).map(({ status }) => status).sort())
      .toEqual(['CANCELLED', 'OPEN'])
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'awaiting-payment', invoice: { invoiceId } })
    await payer.pay({ invoice_id: invoiceId })
    const done = await till.until(saleId, 'completed')
    expect(done?.status).toMatchObject({ paid: total, surplus: 0 })
  })

  test('for a sale with a part in cash is repeated for the amount due, not for the total', async () => {
    const { till, payer } = await quickTillAtPractice()
    const { saleId, total } = await rungUp(till)
    await till.ask('takeTender', { saleId, received: '1000' })
    await payer.faults([LOST, LOST])
    await till.ask('charge', { saleId })
    const shown = await till.until(saleId, 'awaiting-payment')
    const due = total - tugriks(1000)
    expect(shown?.status).toMatchObject({ due, total })
    expect(await invoicesOf(payer)).toMatchObject([{ amount: due, status: 'OPEN' }])
    const { events } = await till.ask('getSale', { saleId })
    const requests = events.flatMap(({ event }) => (event.kind === 'invoice-requested' ? [event] : []))
    expect(requests.map(({ due: asksFor, attempt }) => [attempt, asksFor])).toEqual([
      [1, due],
      [2, due],
      [3, due],
    ])
  })

  test('and that cannot be looked up does not block the sale: a second cancel ends it, and the invoice is cancelled when found', async () => {
    const { till, payer } = await quickTillAtPractice()
    const { saleId } = await rungUp(till)
    await payer.faults([LOST_AND_DONE, { ...LIST, effect: '500', rate: 1 }])
    await till.ask('charge', { saleId })
    await untilKind(till, saleId, 'invoice-unknown')
    await till.ask('cancelCharge', { saleId })
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'invoicing', withdrawing: true })
    await till.cancel(saleId)
    expect(await till.ask('listWaiting')).toMatchObject([{ saleId, work: 'cancellation' }])
    await payer.faults(null)
    await expect.poll(async () => (await invoicesOf(payer))[0]?.status).toBe('CANCELLED')
    expect(await attentionIn(till)).toEqual([])
  })

  test.each<[string, FaultRequest]>([
    ['{"status": false}', { ...CREATE, effect: 'answer', json: { status: false } }],
    ['{"error_code": …}', { ...CREATE, effect: 'answer', json: { error_code: 'SOMETHING', message: 'no' } }],
    ['{}', { ...CREATE, effect: 'answer', json: {} }],
    ['[]', { ...CREATE, effect: 'answer', json: [] }],
    ['null', { ...CREATE, effect: 'answer', json: null }],
  ])(
    'answered with a refusal under HTTP 200 (%s) is not a success: in the end there is one invoice and its QR is shown',
    async (_body, fault) => {
      const { till, payer } = await quickTillAtPractice()
      await payer.faults([fault])
      const { saleId } = await rungUp(till)
      await till.ask('charge', { saleId })
      const now = await till.until(saleId, 'awaiting-payment', 'open')
      // A refusal with a reason gives the cart back; the outcome of one without a reason is found out.
      if (now?.status.name === 'open') {
        expect(now.status.failure).not.toBeNull()
        await till.charge(saleId)
      }
      expect(await invoicesOf(payer)).toMatchObject([{ status: 'OPEN' }])
    },
  )
})

test('a charge that is refused with an unknown code gives the cart back with the reason, and works under another number', async () => {
  const { till, payer } = await quickTillAtPractice()
  const refused = { ...CREATE, effect: 'answer', status: 400, json: { error_code: 'NOT_TODAY' } } as const
  await payer.faults([refused])
  const { saleId } = await rungUp(till)
  await till.ask('charge', { saleId })
  await untilKind(till, saleId, 'invoice-refused')
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'open', failure: { name: 'REQUEST_REFUSED' } })
  expect(await asked(payer, 'POST /v2/invoice')).toBe(1)
  await till.charge(saleId)
  const [first, second] = await numbersOf(till, saleId)
  expect(second).not.toBe(first)
})

describe('a QR that is not needed any more', () => {
  const REFUSED: FaultRequest = {
    ...CANCEL,
    effect: 'answer',
    status: 400,
    json: { error_code: 'NOT_TODAY', message: 'no' },
    rate: 1,
  }

  test('and that the service refuses to cancel is put in the attention list and monitored until it is cancelled', async () => {
    const clock = handClock()
    const { till, payer } = await quickTillAtPractice({ clock })
    const { saleId, total } = await chargedSale(till)
    await payer.faults([REFUSED])
    await till.ask('takeTender', { saleId, received: '' })
    const item = await waiting(till, 'invoice-left-open')
    expect(item).toMatchObject({ amount: total, resolutions: ['tried-again', 'seen'] })
    expect(await stateOf(till, saleId)).toMatchObject({ unneeded: 'left-open' })
    for (let hour = 0; hour < 80; hour += 1) await passing(till, saleId, clock, HOUR)
    const before = await asked(payer, 'POST /v2/payment/check')
    for (let hour = 0; hour < 6; hour += 1) await passing(till, saleId, clock, HOUR)
    expect(await asked(payer, 'POST /v2/payment/check')).toBeGreaterThan(before + 2)
    await payer.faults(null)
    await decide(till, item, 'tried-again')
    await expect.poll(async () => (await invoicesOf(payer))[0]?.status).toBe('CANCELLED')
    await expect.poll(() => attentionIn(till)).toEqual([])
  })

  test('and whose cancellation a manager holds is monitored as long as it can be paid: money that comes days later is listed', async () => {
    const clock = handClock()
    const { till, payer } = await quickTillAtPractice({ clock, settings: { monitorHours: 1 } })
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.line({ up: false })
    await till.ask('takeTender', { saleId, received: '' })
    const kindsLater = () => {
      clock.advance(1_000)
      return kindsOf(till, saleId)
    }
    await expect.poll(kindsLater).toContain('cancel-waiting')
    await till.ask('holdWork', { saleId })
    // Waits for the answer to a request that was out when the work was held.
    const stepNow = async () => (await till.ask('getSale', { saleId })).view.sale.invoices[0]?.step.name
    await expect.poll(stepNow).toBe('cancel-due')
    await payer.line({ up: true })
    for (let hour = 0; hour < 30; hour += 1) await passing(till, saleId, clock, HOUR)
    expect((await invoicesOf(payer))[0]?.status).toBe('OPEN')
    await payer.pay({ invoice_id: invoice.invoiceId })
    const later = async () => {
      await passing(till, saleId, clock, HOUR)
      return attentionIn(till)
    }
    await expect.poll(later).toEqual([['paid-twice', total]])
  })

  test('and that is still paid leads to an attention item "paid twice"', async () => {
    const { till, payer } = await quickTillAtPractice()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.faults([REFUSED])
    await till.ask('takeTender', { saleId, received: '' })
    await decide(till, await waiting(till, 'invoice-left-open'), 'seen')
    expect(await attentionIn(till)).toEqual([])
    await payer.pay({ invoice_id: invoice.invoiceId })
    await look(till, saleId)
    expect(await attentionIn(till)).toEqual([['paid-twice', total]])
  })

  test.each<[string, FaultRequest]>([
    [
      'is refused to the till',
      { ...GET, effect: 'answer', status: 403, json: { error_code: 'NO' }, rate: 1 },
    ],
    ['cannot be read', { ...GET, effect: 'answer', json: { status: 'OPEN' }, rate: 1 }],
  ])('and that is still paid counts as money, although the invoice %s', async (_what, unread) => {
    const { till, payer } = await quickTillAtPractice()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.faults([REFUSED, unread])
    await till.ask('takeTender', { saleId, received: '' })
    await waiting(till, 'invoice-left-open')
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.ask('checkNow', { saleId })
    expect(await waiting(till, 'paid-twice')).toMatchObject({ amount: total })
  })

  test('because the sale was cancelled still sells the sale when it is paid before the cancellation is confirmed', async () => {
    const { till, payer } = await quickTillAtPractice()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.faults([
      { ...CANCEL, effect: 'reset-before' },
      { ...GET, effect: 'answer', status: 403, json: { error_code: 'NO' }, rate: 1 },
    ])
    await till.ask('cancelCharge', { saleId })
    await payer.pay({ invoice_id: invoice.invoiceId })
    const done = await till.until(saleId, 'completed')
    expect(done?.status).toMatchObject({ paid: total, surplus: 0 })
    expect(await attentionIn(till)).toEqual([])
  })

  test('and that was paid in two parts cannot be paid any more, so nobody is told that it can', async () => {
    const { till, payer } = await quickTillAtPractice()
    const { saleId, invoice, total } = await chargedSale(till)
    await payer.faults([REFUSED])
    await till.ask('takeTender', { saleId, received: '' })
    await waiting(till, 'invoice-left-open')
    await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
    await look(till, saleId)
    expect((await attentionIn(till)).map(([cause]) => cause).sort()).toEqual([
      'invoice-left-open',
      'paid-twice',
    ])
    await payer.pay({ invoice_id: invoice.invoiceId })
    await look(till, saleId)
    expect(await attentionIn(till)).toEqual([['paid-twice', total]])
  })

  test('is cancelled although it was never shown: the create answer was lost, and the invoice comes without a QR', async () => {
    const { till, payer } = await quickTillAtPractice()
    await payer.faults([LOST_AND_DONE, { ...GET, effect: 'missing-field', field: 'qr_text', rate: 1 }])
    const { saleId } = await rungUp(till)
    await till.ask('charge', { saleId })
    await untilKind(till, saleId, 'invoice-unknown')
    await till.takeCash(saleId)
    await expect.poll(async () => (await invoicesOf(payer))[0]?.status).toBe('CANCELLED')
    await expect.poll(async () => stateOf(till, saleId)).toMatchObject({ unneeded: 'cancelled' })
  })

  test.each([
    ['{"status": false}', { status: false }],
    ['{}', {}],
    ['null', null],
    ['[]', []],
  ] as const)('is not taken as cancelled because of a refusal under HTTP 200: %s', async (_words, json) => {
    const { till, payer } = await quickTillAtPractice()
    const { saleId } = await chargedSale(till)
    await payer.faults([{ ...CANCEL, effect: 'answer', json: json as never }])
    await till.ask('cancelCharge', { saleId })
    const now = await till.until(saleId, 'cancelled', 'awaiting-payment')
    if (now?.status.name === 'awaiting-payment') await till.cancel(saleId)
    expect((await invoicesOf(payer))[0]?.status).toBe('CANCELLED')
    expect(await asked(payer, 'DELETE /v2/invoice/{id}')).toBe(2)
  })
})

const NO_QR: FaultRequest = { ...GET, effect: 'missing-field', field: 'qr_text', rate: 1 }

describe('a lost create whose invoice has no QR', () => {
  const chargedWithoutQr = async (faults: readonly FaultRequest[]) => {
    const { till, payer } = await quickTillAtPractice()
    await payer.faults([LOST_AND_DONE, ...faults])
    const { saleId } = await rungUp(till)
    await till.ask('charge', { saleId })
    return { till, payer, saleId }
  }
  const atCounter = async (till: Till) => (await till.view()).counter?.sale

  test('is cancelled after five reads, and the goods are charged under a new number when that is known', async () => {
    const { till, payer, saleId } = await chargedWithoutQr([
      { ...NO_QR, rate: undefined, times: 5 },
      { ...CANCEL, effect: 'reset-before' },
    ])
    await untilKind(till, saleId, 'cancel-requested')
    // The unknown cancellation is followed by one more read.
    const reads = await asked(payer, 'GET /v2/invoice/{id}')
    expect(reads === 5 || (reads === 6 && (await kindsOf(till, saleId)).includes('cancel-unknown'))).toBe(
      true,
    )
    await untilKind(till, saleId, 'cancel-unknown')
    expect((await till.ask('getSale', { saleId })).view.sale.refusal?.name).toBe('QR_MISSING')
    await expect.poll(async () => (await atCounter(till))?.id).not.toBe(saleId)
    const next = (await atCounter(till))?.id ?? ''
    await till.until(next, 'awaiting-payment')
    const [first, second] = await invoicesOf(payer)
    expect([first?.status, second?.status]).toEqual(['CANCELLED', 'OPEN'])
    expect(first?.number).not.toBe(second?.number)
    expect(second?.amount).toBe(first?.amount)
    // Law 4: money that still comes for the old invoice is found.
    await payer.pay({ invoice_id: (await payer.state()).invoices[0]?.invoice_id ?? '' })
    await look(till, saleId)
    expect(await attentionIn(till)).toEqual([['late-money', first?.amount]])
  })

  test('twice: the cancelled sale says why, and nothing is charged until a person does', async () => {
    const { till, payer, saleId } = await chargedWithoutQr([NO_QR, { ...LOST_AND_DONE, times: 1 }])
    await expect.poll(async () => (await atCounter(till))?.id).not.toBe(saleId)
    const next = (await atCounter(till))?.id ?? ''
    await till.until(next, 'cancelled')
    expect((await atCounter(till))?.refusal?.name).toBe('QR_MISSING')
    expect((await invoicesOf(payer)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  test('and was paid all the same: the refused cancellation is a sale', async () => {
    const { till, payer, saleId } = await chargedWithoutQr([
      NO_QR,
      { ...CANCEL, effect: '429', retry_after: 5 },
    ])
    await untilKind(till, saleId, 'cancel-waiting')
    await payer.pay({ invoice_id: (await payer.state()).invoices[0]?.invoice_id ?? '' })
    await till.until(saleId, 'completed')
    expect(await asked(payer, 'POST /v2/invoice')).toBe(1)
  })

  test('is parked again as a cart, and not charged, for a person who went on to the next customer', async () => {
    const { till, payer, saleId } = await chargedWithoutQr([NO_QR, { ...CANCEL, effect: '502', times: 4 }])
    await untilKind(till, saleId, 'cancel-unknown')
    await till.ask('nextSale', { saleId })
    await till.until(saleId, 'cancelled')
    await expect.poll(() => till.ask('listParked')).toMatchObject([{ state: 'parked', total: 780_000 }])
    expect(await atCounter(till)).toBeUndefined()
    expect(await asked(payer, 'POST /v2/invoice')).toBe(1)
  })

  test('and that cannot be cancelled: the customer display shows no QR, and the reason stays when the receiver is set', async () => {
    const refused = { error_code: 'MERCHANT_INACTIVE', message: 'no' }
    const { till, saleId } = await chargedWithoutQr([
      NO_QR,
      { ...CANCEL, effect: 'answer', status: 403, json: refused },
    ])
    await untilKind(till, saleId, 'cancel-refused')
    await till.ask('setReceiver', { saleId, register: '6234567' })
    expect(till.terminal.display().scene.name).toBe('cancelling')
    expect((await atCounter(till))?.refusal?.name).toBe('QR_MISSING')
  })
})

const UNKNOWN_TO_CHECKS: FaultRequest = {
  method: 'POST',
  path: '/v2/payment/check',
  effect: 'answer',
  status: 404,
  json: { error_code: 'INVOICE_NOTFOUND', message: 'no' },
  rate: 1,
}

test('a lost cancellation is found out from the invoice when the service checks no cancelled invoices, and monitoring ends', async () => {
  const clock = handClock()
  const { till, payer } = await quickTillAtPractice({ clock, settings: { monitorHours: 1 } })
  const { saleId } = await chargedSale(till)
  await payer.faults([{ ...CANCEL, effect: 'reset-after' }, UNKNOWN_TO_CHECKS])
  await till.ask('cancelCharge', { saleId })
  const kindsLater = () => {
    clock.advance(1_000)
    return kindsOf(till, saleId)
  }
  await expect.poll(kindsLater).toContain('invoice-cancelled')
  for (let hour = 0; hour < 30; hour += 1) await passing(till, saleId, clock, HOUR)
  expect(await kindsOf(till, saleId)).toContain('monitoring-ended')
  expect(await attentionIn(till)).toEqual([])
})

test('an invoice that checks do not know for long is put in the attention list', async () => {
  const clock = handClock()
  const { till, payer } = await quickTillAtPractice({ clock })
  const { saleId } = await chargedSale(till)
  await payer.faults([UNKNOWN_TO_CHECKS])
  for (let minute = 0; minute < 20; minute += 1) await passing(till, saleId, clock, 60_000)
  expect(await attentionIn(till)).toEqual([['payment-unclear', null]])
})

test('a transfer that was pending when its charge was cancelled is put in the attention list when it comes, however late', async () => {
  const clock = handClock()
  const { till, payer } = await quickTillAtPractice({ clock, settings: { monitorHours: 1 } })
  const { saleId, invoice, total } = await chargedSale(till)
  const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId, status: 'PENDING' })
  clock.advance(1)
  await look(till, saleId)
  await till.cancel(saleId)
  for (let hour = 0; hour < 30; hour += 1) await passing(till, saleId, clock, HOUR)
  expect(await attentionIn(till)).toEqual([])
  await payer.settle({ payment_id, status: 'PAID' })
  for (let hour = 0; hour < 6; hour += 1) await passing(till, saleId, clock, HOUR)
  expect(await attentionIn(till)).toEqual([['late-money', total]])
})

/** Moves the clock on and waits for the check that this triggers. */
async function passing(
  till: Till,
  saleId: string,
  clock: ReturnType<typeof handClock>,
  ms: number,
): Promise<void> {
  clock.advance(ms)
  while ((await till.ask('getSale', { saleId })).view.monitoring?.checking) {
    // The answer is on its way, or the request waits for the rate limit.
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1)
  }
}
