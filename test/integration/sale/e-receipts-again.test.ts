/**
 * E-receipts that are requested again, or whose request lands late: for which payments, and what the till knows of the
 * last e-receipt. Uses the real terminal, the service over real HTTP, and a printer whose text the test reads.
 */
import { describe, expect, test } from 'vitest'
import { failure } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import { attentionOf } from '../../../shared/sale/attention-items.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, stateOf } from '../../support/charged-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import {
  attentionIn,
  kindsOf,
  look,
  paymentsOf,
  refundedElsewhere,
  tillAtPractice,
  waiting,
} from '../../support/looks.ts'
import {
  cancelReturn,
  paidSale,
  returned,
  returnedInVain,
  saleOf,
  settleRepayments,
  startReturn,
  untilReturn,
  voidDelayed,
  voidIs,
} from '../../support/returns.ts'
import { countedOf, created, opened, paidBy, requested, rung } from '../../support/sample-sale.ts'
import {
  allPrinted,
  asked,
  completedAndPrinted,
  ISSUE,
  type PrinterTill,
  paid,
  quick,
  soldAtPrinter,
  statusesAt,
  tillAtPrinter,
  VOID,
} from '../../support/till-at-printer.ts'

const REFUSES = {
  effect: 'answer',
  status: 400,
  json: { error_code: 'EBARIMT_CANCEL_NOTSUPPERDED' },
} as const
const FAILS = { effect: '500', times: 500 } as const
/** Words on a void slip. */
const VOID_SLIP = 'ХҮЧИНГҮЙ'

/** A sale with two lines and two payments, each for one line. */
async function paidByTwo({ till, payer }: PrinterTill) {
  const { saleId, invoice } = await chargedSale(till, 2)
  const [kept, other] = (await saleOf(till, saleId)).lines
  await payer.pay({ invoice_id: invoice.invoiceId, amount: (kept?.amount ?? 0) / 100, type: 'P2P' })
  await payer.pay({ invoice_id: invoice.invoiceId, type: 'P2P' })
  await till.check(saleId, 'completed', 'receipt-owed')
  const [first = '', second = ''] = (await paymentsOf(till, saleId)).map(({ paymentId }) => paymentId)
  return { saleId, first, second, lineId: other?.id ?? '' }
}

const standingAt = async ({ payer }: PrinterTill) =>
  (await payer.state()).ereceipts.flatMap((one) => (one.status === 'CREATED' ? [one.payment_id] : []))

/** Returns a sale's goods without its e-receipt, which the service refuses to void. */
async function refundedWithoutVoid(shop: PrinterTill, sale: Awaited<ReturnType<typeof paidByTwo>>) {
  const { saleId, second, lineId } = sale
  const returnId = await startReturn(shop.till, saleId, { lines: [{ lineId, quantity: '1' }] })
  await untilReturn(shop.till, saleId, ({ voids }) =>
    voids.some(({ step }) => 'failure' in step && step.failure !== null),
  )
  await shop.till.ask('settleReturnStep', {
    saleId,
    returnId,
    action: { do: 'without-void', paymentId: second },
  })
  await settleRepayments(shop.till, saleId)
}

describe('no e-receipt is issued for a payment that went back', () => {
  test('when a later return that voided its e-receipt is cancelled', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    const sale = await paidByTwo(shop)
    const { saleId, first } = sale
    await payer.faults([{ ...VOID, ...REFUSES }])
    await refundedWithoutVoid(shop, sale)
    await startReturn(till, saleId)
    await untilReturn(till, saleId, ({ voids }) => voids.every(({ step }) => step.name === 'voided'))
    await cancelReturn(till, saleId)
    await till.until(saleId, 'completed')
    expect(await standingAt(shop)).toEqual([first])
    expect(await attentionIn(till)).toEqual([])
  })

  test('when a person retries the refused e-receipts of the sale', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    await payer.merchant({ registered_for_ebarimt: false })
    const sale = await paidByTwo(shop)
    await payer.faults([{ ...VOID, ...FAILS }])
    await refundedWithoutVoid(shop, sale)
    await payer.merchant({ registered_for_ebarimt: true })
    await payer.faults(null)
    await decide(till, await waiting(till, 'ereceipt-refused'), 'tried-again')
    await till.until(sale.saleId, 'completed')
    expect(await standingAt(shop)).toEqual([sale.first])
    expect(await attentionIn(till)).toEqual([])
  })

  test('elsewhere, when the void of its e-receipt alone is cancelled', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    const { saleId, first, second } = await paidByTwo(shop)
    for (const payment_id of [first, second]) await payer.settle({ payment_id, status: 'REFUNDED' })
    await look(till, saleId)
    await payer.faults([{ ...VOID, about: second, ...REFUSES }])
    await decide(till, await waiting(till, 'refunded-elsewhere'), 'void-ereceipt')
    await untilReturn(till, saleId, voidIs('refused'))
    const before = await asked(shop)
    await cancelReturn(till, saleId)
    await till.until(saleId, 'completed')
    expect(await asked(shop)).toBe(before)
  })

  test('elsewhere before its e-receipt was issued, and a person is told', async () => {
    const { shop, till, payer } = await tillAtPrinter(quick(100))
    await payer.faults([{ ...ISSUE, ...FAILS }])
    const { saleId } = await paid(shop)
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
    await refundedElsewhere({ till, payer }, saleId)
    expect(await waiting(till, 'ereceipt-refused')).toMatchObject({ failure: { name: 'PAYMENT_NOT_PAID' } })
    await till.until(saleId, 'receipt-owed')
  })
})

describe('a lost request that lands five seconds late', () => {
  const LATE = { effect: 'reset-before', done: 'late', late_ms: 500 } as const

  test('when it voids the e-receipt after the return was cancelled, another e-receipt is issued', async () => {
    const { shop, till, payer, saleId } = await soldAtPrinter(quick(10))
    await payer.faults([{ ...VOID, ...LATE }])
    await returnedInVain(till, saleId)
    expect(await statusesAt(shop)).toEqual(['CANCELLED', 'CREATED'])
  })

  test('when it issues an e-receipt that was given up, the return voids it, whatever failed in between', async () => {
    const { shop, till, payer } = await tillAtPrinter(quick(10))
    await payer.faults([
      { ...ISSUE, ...LATE },
      { ...ISSUE, ...FAILS },
      { ...VOID, effect: '500', times: 1 },
    ])
    const { saleId } = await paid(shop)
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
    await returned(till, saleId, {}, voidIs('voided'))
    await settleRepayments(shop.till, saleId)
    expect(await statusesAt(shop)).toEqual(['CANCELLED'])
  })
})

describe('a printed e-receipt that was requested again after a void with an unknown outcome, and then given up', () => {
  async function unconfirmed(shop: PrinterTill) {
    const { till, payer } = shop
    const { saleId } = await paid(shop)
    await completedAndPrinted(shop, saleId)
    const [first] = (await saleOf(till, saleId)).ereceipts
    await payer.faults([
      { ...VOID, ...FAILS },
      { ...ISSUE, ...FAILS },
    ])
    await returned(till, saleId, {}, voidDelayed)
    await cancelReturn(till, saleId)
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
    await till.until(saleId, 'receipt-owed')
    await payer.faults(null)
    return { saleId, printedId: first?.step === 'issued' ? first.printedId : 'none' }
  }

  test('is voided for a return that is then cancelled: another is issued, and a slip names the void one', async () => {
    const shop = await tillAtPrinter()
    const { saleId, printedId } = await unconfirmed(shop)
    await startReturn(shop.till, saleId)
    await untilReturn(shop.till, saleId, voidIs('voided'))
    await cancelReturn(shop.till, saleId)
    await completedAndPrinted(shop, saleId)
    expect(await standingAt(shop)).toHaveLength(1)
    expect(shop.papers().find((paper) => paper.includes(VOID_SLIP))).toContain(printedId)
  })

  test('is voided for a return that is completed: the return’s slip names it', async () => {
    const shop = await tillAtPrinter()
    const { saleId, printedId } = await unconfirmed(shop)
    await startReturn(shop.till, saleId)
    await untilReturn(shop.till, saleId, voidIs('voided'))
    await settleRepayments(shop.till, saleId)
    await allPrinted(shop)
    expect(await standingAt(shop)).toEqual([])
    expect(shop.papers().at(-1)).toContain(printedId)
  })
})

test('a service that reuses the id of a void e-receipt gets the next e-receipt printed, too', async () => {
  const service = handClock()
  const { shop, till, payer, papers } = await tillAtPrinter({ service })
  const KEPT = { id: 'er-1', ebarimt_receipt_id: null }
  await payer.faults([{ ...ISSUE, effect: 'changed', set: KEPT, times: 500 }])
  const { saleId } = await paid(shop)
  await completedAndPrinted(shop, saleId)
  await payer.faults([
    { ...VOID, effect: 'reset-after', times: 1 },
    { ...VOID, ...FAILS },
  ])
  service.advance(60_000)
  await returnedInVain(till, saleId)
  await allPrinted(shop)
  const stands = (await payer.state()).ereceipts.find(({ status }) => status === 'CREATED')
  expect(
    papers()
      .join('\n')
      .split(stands?.lottery ?? 'none'),
  ).toHaveLength(2) // appears once
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'completed' })
})

describe('e-receipts that are refused until the merchant is registered', () => {
  test('are not tried again while their returns are open: trying all of them is refused with that reason', async () => {
    const { till, payer } = await tillAtPractice()
    await payer.merchant({ registered_for_ebarimt: false })
    const { saleId } = await paidSale(till, payer, { type: 'P2P' })
    await startReturn(till, saleId)
    expect(await till.reply('retryUnregistered')).toMatchObject({ error: { name: 'RETURN_OPEN' } })
  })

  test.each([
    ['EBARIMT_NOT_REGISTERED', 'ERECEIPT_NOT_ACTIVE'],
    ['ERECEIPT_NOT_ACTIVE', 'EBARIMT_NOT_REGISTERED'],
  ] as const)(
    'are not listed together if another e-receipt of the sale needs a decision (%s, %s)',
    (first, second) => {
      const payments = [paidBy(1000, 'pay-1'), paidBy(1500, 'pay-2')]
      const [receiptsDue, counted] = [['pay-1', 'pay-2'], countedOf(payments, tugriks(2500))]
      const sale = applyAll(null, 'sale', 0, [
        ...[opened, rung, requested, created],
        { kind: 'paid', no: 1, payments, counted, receiptsDue },
        { kind: 'ereceipt-refused', paymentId: 'pay-1', failure: failure(first) },
        { kind: 'ereceipt-refused', paymentId: 'pay-2', failure: failure(second) },
      ])
      expect(attentionOf(sale)).toMatchObject([{ failure: { name: 'ERECEIPT_NOT_ACTIVE' } }])
    },
  )
})
