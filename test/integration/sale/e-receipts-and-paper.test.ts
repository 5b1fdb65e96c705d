/**
 * Which e-receipts are issued, and on which paper each is printed. Uses the real terminal, the service over real HTTP,
 * and a printer whose text the test reads.
 */
import { describe, expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import type { FaultRequest } from '../../../scripts/run/practice/index.ts'
import { returnedOf } from '../../../scripts/trials/torture/audit/returned.ts'
import { decide } from '../../support/attention.ts'
import { stateOf } from '../../support/charged-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import { attentionIn, kindsOf, look, refundedElsewhere, waiting } from '../../support/looks.ts'
import { cancelReturn, completed, returned, saleOf, untilReturn, voidIs } from '../../support/returns.ts'
import {
  asked,
  ISSUE,
  type PrinterTill,
  paid,
  quick,
  sealsIn,
  soldAtPrinter,
  tillAtPrinter,
  waitingForPaper,
} from '../../support/till-at-printer.ts'

const ereceiptsAt = async ({ payer }: PrinterTill) =>
  (await payer.state()).ereceipts.map(({ status, lottery }) => ({ status, lottery }))

const issuedNumber = async ({ till }: PrinterTill, saleId: string): Promise<string> => {
  const [one] = (await saleOf(till, saleId)).ereceipts
  return one?.step === 'issued' ? one.printedId : ''
}

describe('an answer that is not an active e-receipt of ours', () => {
  test.each<[string, Record<string, unknown>]>([
    ['is void', { barimt_status: 'CANCELLED' }],
    ['has an unknown status', { barimt_status: 'PENDING', status: null }],
    ['says that it is not active', { status: false }],
    ['is for another receiver', { ebarimt_receiver_type: '84', ebarimt_receiver: '6234567' }],
  ])('is not printed because it %s; a manager is told and retries', async (_why, set) => {
    const { shop, till, payer, papers, folder } = await tillAtPrinter()
    await payer.faults([{ ...ISSUE, effect: 'changed', set: set as never }])
    const { saleId } = await paid(shop)
    const owed = await till.until(saleId, 'receipt-owed')
    expect(owed?.status).toMatchObject({ failure: { name: 'ERECEIPT_NOT_ACTIVE' } })
    const [{ lottery } = { lottery: '' }] = await ereceiptsAt(shop)
    expect(papers()).toHaveLength(1)
    expect(papers()[0]).not.toContain('СУГАЛАА')
    expect(papers()[0]).not.toContain(lottery)

    await decide(till, await waiting(till, 'ereceipt-refused'), 'tried-again')
    await till.until(saleId, 'completed')
    expect(papers()).toHaveLength(2)
    expect(papers()[1]).toContain(lottery)
    expect(await ereceiptsAt(shop)).toHaveLength(1)
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })
})

test('an e-receipt that is active is printed, although its barimt_status is a word that the contract does not name', async () => {
  const { shop, till, payer, papers } = await tillAtPrinter()
  await payer.faults([{ ...ISSUE, effect: 'changed', set: { barimt_status: 'REGISTERED' } }])
  const { saleId } = await paid(shop)
  await till.until(saleId, 'completed')
  const [{ lottery } = { lottery: '' }] = await ereceiptsAt(shop)
  expect(papers()).toEqual([expect.stringContaining(lottery)])
})

describe('an e-receipt for a payment that the service’s e-receipt part does not know yet', () => {
  const LATE: FaultRequest = { ...ISSUE, effect: 'stale', ms: 3_000, rate: 1 }

  test('is requested again for a while without telling anybody', async () => {
    const service = handClock()
    const { shop, till, payer, papers } = await tillAtPrinter({ service })
    await payer.faults([LATE])
    const { saleId } = await paid(shop)
    await expect.poll(() => asked(shop)).toBeGreaterThan(2)
    expect(await attentionIn(till)).toEqual([])
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'fulfilling' })
    service.advance(4_000)
    await till.until(saleId, 'completed')
    expect(papers()[0]).toContain('СУГАЛАА')
  })

  test('is put in the attention list when the service never learns of the payment', async () => {
    const shop = await tillAtPrinter({ service: handClock(), ...quick(100) })
    await shop.payer.faults([LATE])
    const { saleId } = await paid(shop)
    await shop.till.until(saleId, 'receipt-owed')
    expect(await waiting(shop.till, 'ereceipt-refused')).toMatchObject({
      failure: { name: 'PAYMENT_NOT_PAID' },
    })
    expect(await asked(shop)).toBeLessThan(20)
  })
})

describe('an e-receipt that a manager gave up', () => {
  const HANGS: FaultRequest = { ...ISSUE, effect: 'slow', ms: 500 }

  test('while a request was out that then fails stays given up and is not requested again', async () => {
    const { shop, till, payer, papers } = await tillAtPrinter()
    await payer.faults([{ ...ISSUE, effect: 'hang-before', ms: 500 }])
    const { saleId } = await paid(shop)
    await expect.poll(() => asked(shop)).toBe(1)
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
    await till.until(saleId, 'receipt-owed')
    expect(papers()[0]).not.toContain('СУГАЛАА')
    await expect.poll(async () => (await payer.state()).faults_waiting).toBe(0)
    await look(till, saleId)
    expect(await stateOf(till, saleId)).toMatchObject({
      name: 'receipt-owed',
      ereceipts: [{ step: 'refused', failure: { name: 'GIVEN_UP' } }],
    })
    expect(await asked(shop)).toBe(1)
    expect(await attentionIn(till)).toEqual([])
  })

  test('and that is issued after all is printed, because the customer has a right to it', async () => {
    const { shop, till, payer, papers, folder } = await tillAtPrinter()
    await payer.faults([HANGS])
    const { saleId } = await paid(shop)
    await expect.poll(() => asked(shop)).toBe(1)
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-issued')
    await till.until(saleId, 'completed')
    const [{ lottery } = { lottery: '' }] = await ereceiptsAt(shop)
    await expect.poll(() => papers().join('\n')).toContain(lottery)
    await till.untilView(({ printing }) => printing.waiting === 0)
    expect(papers().join('\n').split(lottery)).toHaveLength(2) // appears once
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })
})

describe('a return while the receipt waits to be printed', () => {
  test('that is cancelled leaves one receipt, with the valid e-receipt, and the seal is erased', async () => {
    const { shop, till, folder, papers, closeCover } = await tillAtPrinter()
    const { saleId } = await waitingForPaper(shop)
    const first = await issuedNumber(shop, saleId)
    await returned(till, saleId, {}, voidIs('voided'))
    await cancelReturn(till, saleId)
    await expect.poll(() => issuedNumber(shop, saleId)).not.toBe(first)
    await expect.poll(() => issuedNumber(shop, saleId)).toMatch(/^\d+$/)
    const second = await issuedNumber(shop, saleId)
    await closeCover()
    await till.until(saleId, 'completed')
    await till.untilView(({ printing }) => printing.waiting === 0)
    const receipts = papers().filter((paper) => paper.includes('СУГАЛАА'))
    const [voided, active] = await ereceiptsAt(shop)
    expect(receipts).toHaveLength(1)
    expect(receipts[0]).toContain(second)
    expect(receipts[0]).toContain(active?.lottery)
    expect(papers().join('\n')).not.toContain(voided?.lottery)
    expect([voided?.status, active?.status]).toEqual(['CANCELLED', 'CREATED'])
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })

  test('of all goods prints no receipt, issues no e-receipt, and erases the seal', async () => {
    const { shop, till, folder, papers, closeCover } = await tillAtPrinter()
    const { saleId, total } = await waitingForPaper(shop, 'CARD')
    await returned(till, saleId)
    expect(returnedOf(await saleOf(till, saleId)).total).toBe(total)
    await expect(till.ask('retryReceipt', { saleId })).rejects.toThrow('RETURN_NOTHING_LEFT')
    await closeCover()
    await till.untilView(({ printing }) => printing.waiting === 0)
    expect(papers()).toHaveLength(1) // only the slip
    expect(papers()[0]).not.toContain('СУГАЛАА')
    expect((await ereceiptsAt(shop)).map(({ status }) => status)).toEqual(['CANCELLED'])
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'completed' })
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })

  test('of all goods does not announce a receipt on the customer display', async () => {
    const { shop, till } = await tillAtPrinter()
    const { saleId } = await waitingForPaper(shop, 'CARD')
    let shown: unknown = null
    till.terminal.onDisplay(({ scene }) => {
      shown = scene
    })
    await returned(till, saleId)
    await expect.poll(() => shown).toMatchObject({ name: 'paid', receipt: 'none' })
    expect(await stateOf(till, saleId)).toMatchObject({ print: { step: 'none' } })
  })
})

test('no e-receipt is issued for goods that all came back, even when it had been refused before', async () => {
  const { shop, till, payer } = await tillAtPrinter()
  await payer.merchant({ registered_for_ebarimt: false })
  const { saleId } = await paid(shop, 'CARD')
  await till.until(saleId, 'receipt-owed')
  await returned(till, saleId)
  await payer.merchant({ registered_for_ebarimt: true })
  const before = await asked(shop)
  await expect(till.ask('retryReceipt', { saleId })).rejects.toThrow('RETURN_NOTHING_LEFT')
  await look(till, saleId)
  expect(await asked(shop)).toBe(before)
  expect(await ereceiptsAt(shop)).toEqual([])
  expect(await attentionIn(till)).toEqual([])
})

test('the e-receipt of money refunded elsewhere can be voided alone, with a slip; the money is decided separately', async () => {
  const { shop, till, payer, papers, saleId, total, paymentId } = await soldAtPrinter()
  await refundedElsewhere({ till, payer }, saleId, paymentId)
  const item = await waiting(till, 'refunded-elsewhere')
  expect(item).toMatchObject({ amount: total })
  expect(item.resolutions).toContain('void-ereceipt')
  await decide(till, item, 'void-ereceipt')
  await untilReturn(till, saleId, completed)
  expect((await ereceiptsAt(shop)).map(({ status }) => status)).toEqual(['CANCELLED'])
  await till.untilView(({ printing }) => printing.waiting === 0)
  expect(papers().at(-1)).toContain('ХҮЧИНГҮЙ')
  const still = await waiting(till, 'refunded-elsewhere')
  expect(still).toMatchObject({ amount: total })
  expect(still.resolutions).not.toContain('void-ereceipt')
  expect((await payer.state()).refunds.every(({ asked: times }) => times === 0)).toBe(true)
  await decide(till, still, 'goods-returned')
  expect(await attentionIn(till)).toEqual([])
})

describe('giving up a receipt that cannot be printed', () => {
  test('erases its seal and completes the sale', async () => {
    const { shop, till, folder, papers, closeCover } = await tillAtPrinter()
    const { saleId } = await waitingForPaper(shop)
    await till.ask('giveUpWork', { saleId, work: 'print' })
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'completed', print: { step: 'given-up' } })
    await closeCover()
    await till.untilView(({ printing }) => printing.waiting === 0)
    expect(papers()).toEqual([])
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })

  test('erases the seal also when the receipt was never queued because the sale was held', async () => {
    const { shop, till, payer, folder, papers } = await tillAtPrinter()
    await payer.faults([{ ...ISSUE, effect: 'slow', ms: 500 }])
    const { saleId } = await paid(shop)
    await expect.poll(() => asked(shop)).toBe(1)
    await till.ask('holdWork', { saleId })
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-issued')
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'fulfilling', print: { step: 'not yet' } })
    expect(await till.ask('listWaiting')).toMatchObject([{ work: 'print', held: true }])
    await till.ask('giveUpWork', { saleId, work: 'print' })
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'completed', print: { step: 'given-up' } })
    expect(papers()).toEqual([])
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })

  test('while it is being sent still lets it count as printed', async () => {
    const { shop, till, folder, papers } = await tillAtPrinter({
      habits: { msPerBand: 100 },
      clock: machineClock,
    })
    const { saleId } = await paid(shop)
    await expect.poll(async () => (await till.ask('listPrints'))[0]?.state, { interval: 5 }).toBe('printing')
    await till.ask('giveUpWork', { saleId, work: 'print' })
    expect(await stateOf(till, saleId)).toMatchObject({ print: { step: 'given-up' } })
    await expect
      .poll(() => stateOf(till, saleId))
      .toMatchObject({ name: 'completed', print: { step: 'printed' } })
    expect(papers()).toHaveLength(1)
    expect((await till.ask('getSale', { saleId })).prints).toMatchObject([{ kind: 'sale', state: 'printed' }])
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })

  test('leaves a copy without lottery available', async () => {
    const { shop, till, papers, closeCover } = await tillAtPrinter()
    const { saleId } = await waitingForPaper(shop)
    await till.ask('giveUpWork', { saleId, work: 'print' })
    await closeCover()
    await till.ask('printCopy', { saleId })
    await till.untilView(({ printing }) => printing.waiting === 0)
    expect(papers()).toHaveLength(1)
    expect(papers()[0]).toContain('ХУУЛБАР')
    expect(papers()[0]).not.toContain('СУГАЛАА')
  })
})
