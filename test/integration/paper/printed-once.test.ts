/**
 * A lottery number is printed once, or a person is asked; and no seal is left for an e-receipt that is printed or will
 * never be. Uses the real terminal, the service over real HTTP, and a printer whose text the test reads.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import type { FaultRequest } from '../../../scripts/run/practice/index.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { papersOf } from '../../support/escpos-decoder.ts'
import { READY } from '../../support/fake-printer.ts'
import { attentionIn, kindsOf, waiting } from '../../support/looks.ts'
import {
  cancelReturn,
  completed,
  returned,
  returnedInVain,
  saleOf,
  untilReturn,
  voidDelayed,
  voidIs,
} from '../../support/returns.ts'
import { startTill } from '../../support/terminal.ts'
import {
  allPrinted,
  completedAndPrinted,
  ISSUE,
  lostAndFailing,
  type PrinterTill,
  paid,
  sealsIn,
  soldAtPrinter,
  tillAtPrinter,
  untilNoPaper,
  VOID,
  waitingForPaper,
} from '../../support/till-at-printer.ts'

/**
 * Sells the first product by card and the rest by bank transfer, so that there are two e-receipts. `prepare` gets the
 * second payment's id before the check.
 */
async function paidInTwo(
  { till, payer }: PrinterTill,
  prepare: (second: string) => Promise<unknown> = async () => {},
) {
  const { saleId, invoice } = await chargedSale(till)
  const [line] = (await saleOf(till, saleId)).lines
  if (!line) throw new Error('no goods')
  const invoice_id = invoice.invoiceId
  const first = await payer.pay({ invoice_id, amount: line.amount / 100, type: 'CARD' })
  const second = await payer.pay({ invoice_id, type: 'P2P' })
  await prepare(second.payment_id)
  await till.ask('checkNow', { saleId })
  const back = { lines: [{ lineId: line.id, quantity: String(line.quantity / 1000) }] }
  return { saleId, back, first: first.payment_id, second: second.payment_id }
}

/** The lottery number of the payment's e-receipt that was issued last. */
async function lotteryOf({ payer }: PrinterTill, paymentId: string): Promise<string> {
  const { ereceipts } = await payer.state()
  const lottery = ereceipts.findLast((one) => one.payment_id === paymentId)?.lottery
  if (!lottery) throw new Error(`no lottery number of ${paymentId}`)
  return lottery
}

const timesPrinted = ({ papers }: PrinterTill, text: string): number =>
  papers().join('\n').split(text).length - 1

/** A till whose printer prints a whole receipt and then reports an open cover, so that the print is unconfirmed. */
async function tillWithUnconfirmedPrint() {
  let unconfirmed = true
  const shop = await tillAtPrinter({
    habits: {
      status: (topic, printer) =>
        topic === 2 && unconfirmed && papersOf(printer.printed()).length > 0 ? 0x16 : READY,
    },
  })
  return {
    ...shop,
    closed: () => {
      unconfirmed = false
    },
  }
}

/** A till with a slow printer, so that the test can act during a print. */
const slowTill = () => tillAtPrinter({ habits: { msPerBand: 150 }, clock: machineClock })

const whilePrinting = ({ till }: PrinterTill) =>
  expect.poll(async () => (await till.ask('listPrints'))[0]?.state, { interval: 5 }).toBe('printing')

describe('an unconfirmed receipt', () => {
  test('stays unconfirmed while a part of the goods comes back', async () => {
    const shop = await tillWithUnconfirmedPrint()
    const { till } = shop
    const { saleId, back, second } = await paidInTwo(shop)
    const item = await waiting(till, 'receipt-unprintable')
    shop.closed()
    await returned(till, saleId, back)
    expect((await till.ask('listPrints')).find(({ kind }) => kind === 'sale')?.state).toBe('unconfirmed')
    await decide(till, item, 'came-out')
    await completedAndPrinted(shop, saleId)
    expect(timesPrinted(shop, await lotteryOf(shop, second))).toBe(1)
  })

  test('that is missing is printed again with the e-receipts that are valid then', async () => {
    const shop = await tillWithUnconfirmedPrint()
    const { till } = shop
    const { saleId, back, first } = await paidInTwo(shop)
    const item = await waiting(till, 'receipt-unprintable')
    shop.closed()
    await returned(till, saleId, back)
    await decide(till, item, 'tried-again')
    await completedAndPrinted(shop, saleId)
    expect(shop.papers().at(-1)).toContain('СУГАЛАА')
    expect(timesPrinted(shop, await lotteryOf(shop, first))).toBe(1) // on the paper that was said to be missing
  })

  test('of a sale whose goods all came back stays unconfirmed and can be given up', async () => {
    const shop = await tillWithUnconfirmedPrint()
    const { till } = shop
    const { saleId } = await paid(shop, 'CARD')
    await waiting(till, 'receipt-unprintable')
    shop.closed()
    await returned(till, saleId)
    const print = (await till.ask('listPrints')).find(({ kind }) => kind === 'sale')
    expect(print?.state).toBe('unconfirmed')
    await till.ask('settlePrint', { id: print?.id ?? '', resolution: 'given-up' })
    await allPrinted(shop)
    expect(await attentionIn(till)).toEqual([])
  })

  test('is not printed again when a refused e-receipt of its sale is retried: that e-receipt comes on a slip', async () => {
    const shop = await tillWithUnconfirmedPrint()
    const { till, payer } = shop
    const { saleId, first, second } = await paidInTwo(shop, (about) =>
      payer.faults([{ ...ISSUE, about, effect: 'changed', set: { barimt_status: 'CANCELLED' } }]),
    )
    const item = await waiting(till, 'receipt-unprintable')
    shop.closed()
    await decide(till, await waiting(till, 'ereceipt-refused'), 'tried-again')
    await expect
      .poll(async () => (await kindsOf(till, saleId)).filter((kind) => kind === 'ereceipt-issued'))
      .toHaveLength(2)
    expect(await till.ask('listPrints')).toMatchObject([{ state: 'unconfirmed' }])
    await decide(till, item, 'came-out')
    await completedAndPrinted(shop, saleId)
    for (const paymentId of [first, second])
      expect(timesPrinted(shop, await lotteryOf(shop, paymentId))).toBe(1)
  })
})

describe('a receipt that is being printed', () => {
  test('is kept while a part of the goods comes back', async () => {
    const shop = await slowTill()
    const { till } = shop
    const { saleId, back, second } = await paidInTwo(shop)
    await whilePrinting(shop)
    await returned(till, saleId, back)
    await completedAndPrinted(shop, saleId)
    expect(timesPrinted(shop, await lotteryOf(shop, second))).toBe(1)
  })

  test('is kept when an e-receipt that had been given up is issued', async () => {
    const shop = await slowTill()
    const { till, payer } = shop
    const { saleId, first, second } = await paidInTwo(shop, (about) =>
      payer.faults([{ ...ISSUE, about, effect: 'slow', ms: 800 }]),
    )
    const asked = async () => (await payer.state()).requests['POST /v2/ebarimt_v3/create'] ?? 0
    await expect.poll(asked, { interval: 5 }).toBe(2)
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
    await expect
      .poll(async () => (await kindsOf(till, saleId)).filter((kind) => kind === 'ereceipt-issued'))
      .toHaveLength(2)
    await completedAndPrinted(shop, saleId)
    for (const paymentId of [first, second])
      expect(timesPrinted(shop, await lotteryOf(shop, paymentId))).toBe(1)
  })

  test('is not changed by "try again"', async () => {
    const shop = await slowTill()
    const { till } = shop
    const { saleId } = await paid(shop)
    await whilePrinting(shop)
    await till.ask('retryReceipt', { saleId })
    expect(await till.ask('listPrints')).toMatchObject([{ state: 'printing' }])
    await till.until(saleId, 'completed')
    expect(shop.papers()).toHaveLength(1)
  })
})

describe('an e-receipt that the service returns again after a void that was not done', () => {
  test('is already printed: it is neither printed again nor sealed', async () => {
    const { shop, till, payer, folder, saleId, paymentId } = await soldAtPrinter()
    await payer.faults(lostAndFailing(VOID, 'reset-before'))
    await returnedInVain(till, saleId)
    await allPrinted(shop)
    expect((await kindsOf(till, saleId)).filter((kind) => kind === 'ereceipt-issued')).toHaveLength(2)
    expect(timesPrinted(shop, await lotteryOf(shop, paymentId))).toBe(1)
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })

  test.for<[string, FaultRequest[], (issuedAt: string) => FaultRequest[]]>([
    [
      'the second answer has the same time with `Z` and milliseconds',
      [],
      (at) => [{ ...ISSUE, effect: 'changed', set: { barimt_status_date: `${at}.000Z` }, times: 20 }],
    ],
    [
      'the first answer lacked its ДДТД',
      [{ ...ISSUE, effect: 'missing-field', field: 'ebarimt_receipt_id', times: 1 }],
      () => [],
    ],
    [
      'the second answer lacks its ДДТД and its time',
      [],
      () => [
        {
          ...ISSUE,
          effect: 'changed',
          set: { ebarimt_receipt_id: null, barimt_status_date: null },
          times: 20,
        },
      ],
    ],
  ])('counts as the same when %s', async ([, first, later]) => {
    const { shop, till, payer, papers } = await tillAtPrinter()
    await payer.faults(first)
    const { saleId, paymentId } = await paid(shop)
    await till.until(saleId, 'completed')
    const [one] = (await saleOf(till, saleId)).ereceipts
    const issuedAt = (one?.step === 'issued' && one.issuedAt) || ''
    await payer.faults([{ ...VOID, effect: 'reset-before', times: 500 }, ...later(issuedAt)])
    await returnedInVain(till, saleId)
    await allPrinted(shop)
    expect(timesPrinted(shop, await lotteryOf(shop, paymentId))).toBe(1)
    expect(papers().join('\n')).not.toContain('ХҮЧИНГҮЙ')
  })

  test('is not printed on the slip of another e-receipt that comes later', async () => {
    const { shop, till, payer } = await tillAtPrinter()
    const { saleId, first, second } = await paidInTwo(shop, (about) =>
      payer.faults([{ ...ISSUE, about, effect: 'changed', set: { barimt_status: 'CANCELLED' } }]),
    )
    await till.until(saleId, 'receipt-owed')
    await allPrinted(shop)
    await payer.faults(lostAndFailing(VOID, 'reset-before'))
    await returned(till, saleId, {}, voidDelayed)
    await cancelReturn(till, saleId)
    await till.until(saleId, 'receipt-owed')
    await decide(till, await waiting(till, 'ereceipt-refused'), 'tried-again')
    await completedAndPrinted(shop, saleId)
    for (const paymentId of [first, second])
      expect(timesPrinted(shop, await lotteryOf(shop, paymentId))).toBe(1)
    const [number] = (await saleOf(till, saleId)).ereceipts.map((one) =>
      one.step === 'issued' ? one.printedId : '',
    )
    expect(shop.papers().at(-1)).not.toContain(number)
  })

  test('stays unprinted and unsealed when its receipt was given up', async () => {
    const { shop, till, payer, folder } = await tillAtPrinter()
    const { saleId } = await waitingForPaper(shop)
    await till.ask('giveUpWork', { saleId, work: 'print' })
    await payer.faults(lostAndFailing(VOID, 'reset-before'))
    await returnedInVain(till, saleId)
    expect(shop.papers()).toEqual([])
    await till.stop()
    expect(sealsIn(folder)).toEqual([])
  })
})

test('an e-receipt that is issued anew is printed, also when the service reuses its id', async () => {
  const { shop, till, payer, folder } = await tillAtPrinter()
  await payer.faults([
    { ...ISSUE, effect: 'changed', set: { id: 'E-77', ebarimt_receipt_id: null }, times: 2 },
  ])
  const { saleId, paymentId } = await paid(shop)
  await till.until(saleId, 'completed')
  await returned(till, saleId, {}, voidIs('voided'))
  await cancelReturn(till, saleId)
  await expect.poll(async () => (await payer.state()).ereceipts).toHaveLength(2)
  await completedAndPrinted(shop, saleId)
  expect(timesPrinted(shop, await lotteryOf(shop, paymentId))).toBe(1)
  await till.stop()
  expect(sealsIn(folder)).toEqual([])
})

test('an e-receipt whose void has an unknown outcome, and that a manager went on without, is neither printed nor sealed', async () => {
  const { shop, till, payer, folder } = await tillAtPrinter()
  shop.openCover()
  const { saleId, back, first, second } = await paidInTwo(shop)
  await untilNoPaper(shop, saleId)
  await payer.faults(lostAndFailing(VOID, 'reset-after'))
  const { id: returnId } = await returned(till, saleId, back, voidDelayed)
  await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'without-void', paymentId: first } })
  await untilReturn(till, saleId, completed)
  await shop.closeCover()
  await completedAndPrinted(shop, saleId)
  expect(timesPrinted(shop, await lotteryOf(shop, first))).toBe(0)
  expect(timesPrinted(shop, await lotteryOf(shop, second))).toBe(1)
  await till.stop()
  expect(sealsIn(folder)).toEqual([])
})

test('a seal that was left for a printed receipt is erased at the next start', async () => {
  const { till, folder, address, saleId, paymentId } = await soldAtPrinter()
  await till.stop()
  const database = new DatabaseSync(join(folder, 'journal-test.sqlite'))
  database.prepare('INSERT INTO receipt_seal VALUES (?, ?, ?)').run(saleId, paymentId, new Uint8Array(8))
  database.close()
  expect(sealsIn(folder)).toHaveLength(1)
  await (await startTill({ folder, practice: address })).stop()
  expect(sealsIn(folder)).toEqual([])
})
