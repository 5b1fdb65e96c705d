/**
 * What the till knows of e-receipts whose requests are lost, refused for a while, land late, or get an impossible
 * answer. Uses the real terminal, the service over real HTTP, and a printer whose text the test reads.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decide } from '../../support/attention.ts'
import { stateOf } from '../../support/charged-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import { attentionIn, kindsOf, look, refundedElsewhere, waiting } from '../../support/looks.ts'
import {
  cancelReturn,
  completed,
  returned,
  returnedInVain,
  returnOf,
  saleOf,
  settleRepayments,
  startReturn,
  untilReturn,
  voidDelayed,
  voidIs,
} from '../../support/returns.ts'
import { startTill } from '../../support/terminal.ts'
import {
  allPrinted,
  asked,
  completedAndPrinted,
  ISSUE,
  lostAndFailing,
  type PrinterTill,
  paid,
  quick,
  sealsIn,
  soldAtPrinter,
  statusesAt,
  tillAtPrinter,
  VOID,
} from '../../support/till-at-printer.ts'

/** Words on a void slip. */
const VOID_SLIP = 'ХҮЧИНГҮЙ'
const OWED = 'Цахим баримт хараахан гараагүй'

/** Voids the e-receipt of money that was refunded elsewhere, and then settles the money. */
async function voidedAlone(shop: PrinterTill, saleId: string): Promise<void> {
  const { till } = shop
  await expect.poll(async () => (await saleOf(till, saleId)).ereceipts[0]?.step).toBe('refused')
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'void-ereceipt')
  await untilReturn(till, saleId, completed)
  expect(await statusesAt(shop)).toEqual(['CANCELLED'])
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
  expect(await attentionIn(till)).toEqual([])
}

describe('a return that is cancelled after a void', () => {
  test('that lands late leaves a valid e-receipt', async () => {
    const { shop, till, payer, saleId } = await soldAtPrinter()
    await payer.faults([
      { ...VOID, effect: 'reset-before', done: 'late', late_ms: 1_000 },
      { ...VOID, effect: '500', times: 500 },
    ])
    await returnedInVain(till, saleId)
    expect(await statusesAt(shop)).toEqual(['CANCELLED', 'CREATED'])
    expect(await stateOf(till, saleId)).toMatchObject({ ereceipts: [{ step: 'issued' }] })
  })

  test('whose answer was unreadable finds out that the void was done', async () => {
    const { shop, till, payer, saleId } = await soldAtPrinter(quick(100))
    await payer.faults([
      { ...VOID, effect: '429', times: 4 },
      { ...VOID, effect: 'html', done: true, times: 1 },
      { ...VOID, effect: 'html', times: 20 },
    ])
    const one = await returnedInVain(till, saleId, voidIs('refused'))
    expect(one.voids).toMatchObject([{ step: { failure: { name: 'BAD_ANSWER' }, maybeDone: true } }])
    expect(await statusesAt(shop)).toEqual(['CANCELLED', 'CREATED'])
  })

  test('whose answer was lost prints a slip once another e-receipt proves that the void was done', async () => {
    const { shop, till, payer, papers, saleId } = await soldAtPrinter()
    const [first] = (await saleOf(till, saleId)).ereceipts
    await payer.faults(lostAndFailing(VOID, 'reset-after'))
    await returnedInVain(till, saleId)
    await allPrinted(shop)
    const slips = papers().filter((paper) => paper.includes(VOID_SLIP))
    expect(slips).toHaveLength(1)
    expect(slips[0]).toContain(first?.step === 'issued' && first.printedId)
    expect((await returnOf(till, saleId)).slips).toHaveLength(1)
  })

  test('leaves an e-receipt that was given up as it was, and prints no slip', async () => {
    const { shop, till, payer, papers } = await tillAtPrinter()
    await payer.faults([{ ...ISSUE, effect: '429', times: 500 }])
    const { saleId } = await paid(shop)
    await expect.poll(() => asked(shop)).toBeGreaterThan(0)
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
    await till.until(saleId, 'receipt-owed')
    const before = await asked(shop)
    await returned(till, saleId, {}, voidIs('voided'))
    await cancelReturn(till, saleId)
    await look(till, saleId)
    await allPrinted(shop)
    expect(await asked(shop)).toBe(before)
    expect(papers().join('\n')).not.toContain(VOID_SLIP)
    expect(await stateOf(till, saleId)).toMatchObject({
      ereceipts: [{ step: 'refused', failure: { name: 'GIVEN_UP' } }],
    })
  })
})

describe('a void for which the service finds no e-receipt', () => {
  const NONE = {
    ...VOID,
    effect: 'answer',
    status: 400,
    json: { error_code: 'EBARIMT_NOT_REGISTERED', message: 'none' },
  } as const

  test('once, although one was issued, is repeated', async () => {
    const { shop, till, payer, saleId } = await soldAtPrinter({}, 'CARD')
    await payer.faults([NONE])
    await returned(till, saleId)
    expect(await statusesAt(shop)).toEqual(['CANCELLED'])
  })

  test('again and again, although one was issued, is put in the attention list, and a person can go on', async () => {
    const { till, payer, saleId, paymentId } = await soldAtPrinter({}, 'CARD')
    await payer.faults([{ ...NONE, times: 500 }])
    const one = await returned(till, saleId, {}, voidIs('refused'))
    const returnId = one.id
    expect(one.voids).toMatchObject([{ step: { failure: { name: 'EBARIMT_NOT_REGISTERED' } } }])
    expect(await attentionIn(till)).toMatchObject([['return-waits', one.amount]])
    await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'without-void', paymentId } })
    await untilReturn(till, saleId, completed)
  })

  test('because the e-receipt’s create is still on its way is repeated until it arrives', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    await payer.faults([
      { ...ISSUE, effect: 'reset-before', done: 'late', late_ms: 1_000 },
      { ...ISSUE, effect: '500', times: 500 },
    ])
    const { saleId } = await paid(shop)
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
    await returned(till, saleId, {}, voidIs('voided'))
    await settleRepayments(shop.till, saleId)
    expect(await statusesAt(shop)).toEqual(['CANCELLED'])
  })
})

test('an e-receipt for a payment that is not known yet is requested again, also after a long outage', async () => {
  const shop = await tillAtPrinter({ service: handClock(), ...quick(100) })
  const { till, payer } = shop
  await payer.faults([
    { ...ISSUE, effect: '500', times: 13 },
    { ...ISSUE, effect: 'stale', ms: 3_000, times: 1 },
  ])
  const { saleId } = await paid(shop)
  await till.until(saleId, 'receipt-owed', 'completed')
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'completed', ereceipts: [{ step: 'issued' }] })
})

test('an e-receipt for another amount than was paid is not printed, and a manager is told', async () => {
  const { shop, till, payer, papers } = await tillAtPrinter()
  await payer.faults([{ ...ISSUE, effect: 'changed', set: { amount: '1.00' } }])
  const { saleId } = await paid(shop)
  await till.until(saleId, 'receipt-owed')
  expect(await waiting(till, 'ereceipt-refused')).toMatchObject({
    failure: { name: 'ERECEIPT_NOT_ACTIVE', detail: '1' },
  })
  await allPrinted(shop)
  expect(papers().join('\n')).not.toContain('СУГАЛАА')
})

test('a wrong e-receipt can be voided, and another is issued and printed', async () => {
  const { shop, till, payer, papers } = await tillAtPrinter()
  await payer.faults([{ ...ISSUE, effect: 'changed', set: { amount: '1.00' }, times: 1 }])
  const { saleId } = await paid(shop)
  await till.until(saleId, 'receipt-owed')
  await decide(till, await waiting(till, 'ereceipt-refused'), 'void-ereceipt')
  await completedAndPrinted(shop, saleId)
  expect(await statusesAt(shop)).toEqual(['CANCELLED', 'CREATED'])
  const [wrong, right] = (await payer.state()).ereceipts.map(({ lottery }) => lottery)
  expect(papers().join('\n')).toContain(right)
  expect(papers().join('\n')).not.toContain(wrong)
  expect(await attentionIn(till)).toEqual([])
})

describe('an e-receipt whose money was refunded elsewhere', () => {
  test('waits for a person, also after the money was decided about', async () => {
    const { shop, till, payer, saleId, paymentId } = await soldAtPrinter()
    await refundedElsewhere({ till, payer }, saleId, paymentId)
    await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
    await decide(till, await waiting(till, 'ereceipt-stands'), 'void-ereceipt')
    await untilReturn(till, saleId, completed)
    expect(await statusesAt(shop)).toEqual(['CANCELLED'])
    expect(await attentionIn(till)).toEqual([])
  })

  test('may be left valid', async () => {
    const { shop, till, payer, saleId, paymentId } = await soldAtPrinter()
    await refundedElsewhere({ till, payer }, saleId, paymentId)
    await decide(till, await waiting(till, 'refunded-elsewhere'), 'written-off')
    await decide(till, await waiting(till, 'ereceipt-stands'), 'seen')
    expect(await attentionIn(till)).toEqual([])
    expect(await statusesAt(shop)).toEqual(['CREATED'])
  })

  test('in part is not to be voided, because the rest of the payment still settles the sale', async () => {
    const { till, payer, saleId, paymentId, total } = await soldAtPrinter()
    await payer.settle({ payment_id: paymentId, amount: total / 200 })
    await look(till, saleId)
    const item = await waiting(till, 'refunded-elsewhere')
    expect(item.resolutions).not.toContain('void-ereceipt')
    await decide(till, item, 'written-off')
    expect(await attentionIn(till)).toEqual([])
  })

  test('in two halves can be voided, although the first half was collected again at the counter', async () => {
    const { till, payer, saleId, paymentId, total } = await soldAtPrinter()
    await payer.settle({ payment_id: paymentId, amount: total / 200 })
    await look(till, saleId)
    await decide(till, await waiting(till, 'refunded-elsewhere'), 'collected-again', { kind: 'cash' })
    expect(await attentionIn(till)).toEqual([])
    await refundedElsewhere({ till, payer }, saleId, paymentId)
    expect((await waiting(till, 'refunded-elsewhere')).resolutions).toContain('void-ereceipt')
  })

  test('while its request was held is not requested, and the sale waits only for a person', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    await payer.faults([{ ...ISSUE, effect: '500', times: 500 }])
    const { saleId, paymentId } = await paid(shop)
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
    await till.ask('holdWork', { saleId })
    await refundedElsewhere({ till, payer }, saleId, paymentId)
    const causes = async () => (await attentionIn(till)).map(([cause]) => cause)
    await expect.poll(causes).toEqual(['refunded-elsewhere', 'ereceipt-refused'])
  })

  test('can be voided after a return was cancelled whose void never arrived', async () => {
    const { shop, till, payer, saleId, paymentId } = await soldAtPrinter()
    await payer.faults([...lostAndFailing(VOID, 'reset-before'), { ...ISSUE, effect: '500', times: 500 }])
    await returned(till, saleId, {}, voidDelayed)
    await payer.settle({ payment_id: paymentId, status: 'REFUNDED' })
    await cancelReturn(till, saleId)
    await payer.faults(null)
    await look(till, saleId)
    await voidedAlone(shop, saleId)
  })

  test('can be voided when the answer that issued it was lost', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    await payer.faults(lostAndFailing(ISSUE, 'reset-after'))
    const { saleId, paymentId } = await paid(shop)
    await expect.poll(() => statusesAt(shop)).toEqual(['CREATED'])
    await payer.settle({ payment_id: paymentId, status: 'REFUNDED' })
    await payer.faults(null)
    await look(till, saleId)
    await expect.poll(() => shop.papers().length).toBeGreaterThan(0)
    expect(shop.papers().join('\n')).not.toContain(OWED)
    await voidedAlone(shop, saleId)
  })

  test('can be voided when its receipt waited and the key of the seal was lost', async () => {
    const shop = await tillAtPrinter()
    shop.openCover()
    const { saleId, paymentId } = await paid(shop)
    await shop.till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_COVER_OPEN')
    await shop.till.stop()
    rmSync(join(shop.folder, 'receipt-seal.key'))
    await shop.payer.faults([{ ...ISSUE, effect: '500', times: 500 }])
    const till = await startTill({ folder: shop.folder, practice: shop.address })
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
    await refundedElsewhere({ till, payer: shop.payer }, saleId, paymentId)
    await voidedAlone({ ...shop, till }, saleId)
  })

  test('and that was refused before it was issued is not offered to be voided', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    await payer.merchant({ registered_for_ebarimt: false })
    const { saleId, paymentId } = await paid(shop)
    await till.until(saleId, 'receipt-owed')
    await refundedElsewhere({ till, payer }, saleId, paymentId)
    expect((await waiting(till, 'refunded-elsewhere')).resolutions).not.toContain('void-ereceipt')
  })

  test('and that the service refuses to void does not count as void', async () => {
    const { shop, till, payer, papers, saleId, paymentId } = await soldAtPrinter()
    await refundedElsewhere({ till, payer }, saleId, paymentId)
    await payer.merchant({ ebarimt_cancel_supported: false })
    await decide(till, await waiting(till, 'refunded-elsewhere'), 'void-ereceipt')
    const { id: returnId } = await untilReturn(till, saleId, voidIs('refused'))
    await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'without-void', paymentId } })
    await untilReturn(till, saleId, completed)
    await allPrinted(shop)
    expect(papers().join('\n')).not.toContain(VOID_SLIP)
    await decide(till, await waiting(till, 'refunded-elsewhere'), 'goods-returned')
    expect(await attentionIn(till)).toEqual([])
  })
})

test('an e-receipt that was issued after the shop repaid all goods can be voided, and its seal is erased', async () => {
  const { shop, till, payer, folder } = await tillAtPrinter()
  await payer.faults([{ ...ISSUE, effect: 'slow', ms: 1_500 }])
  const { saleId } = await paid(shop)
  await expect.poll(() => asked(shop)).toBe(1)
  await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
  await startReturn(till, saleId)
  await till.ask('giveUpWork', { saleId, work: 'void' })
  await settleRepayments(shop.till, saleId)
  await decide(till, await waiting(till, 'ereceipt-stands'), 'void-ereceipt')
  await untilReturn(till, saleId, completed)
  expect(await statusesAt(shop)).toEqual(['CANCELLED'])
  await till.stop()
  expect(sealsIn(folder)).toEqual([])
})
