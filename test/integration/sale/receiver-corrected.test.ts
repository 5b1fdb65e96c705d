/**
 * The receiver of an e-receipt that went out is corrected by a void and a new issue. Uses the real terminal, the service
 * over real HTTP, and a printer whose text the test reads; the kills are of real processes.
 */
import { describe, expect, test } from 'vitest'
import type { FaultRequest } from '../../../scripts/run/practice/index.ts'
import { eventually } from '../../support/eventually.ts'
import { attentionIn, kindsOf, tillAtPractice, waiting } from '../../support/looks.ts'
import {
  cancelReturn,
  cashSale,
  completed,
  returnOf,
  saleOf,
  settleRepayments,
  startReturn,
  untilReturn,
} from '../../support/returns.ts'
import {
  allPrinted,
  asked,
  completedAndPrinted,
  ISSUE,
  lostAndFailing,
  paid,
  quick,
  soldAtPrinter,
  statusesAt,
  tillAtPrinter,
  untilNoPaper,
  VOID,
} from '../../support/till-at-printer.ts'
import { tillProcess } from '../../support/till-process.ts'

const REGISTER = '6234567'
const OF_REGISTER = { kind: 'organisation', register: REGISTER }
const INDIVIDUAL = { kind: 'individual' }
/** Words on a void slip. */
const VOID_SLIP = 'ХҮЧИНГҮЙ БОЛГОСОН'
const REFUSES = {
  ...VOID,
  effect: 'answer',
  status: 400,
  json: { error_code: 'EBARIMT_CANCEL_NOTSUPPERDED' },
} as const

const printedIdOf = ({ ereceipts }: Awaited<ReturnType<typeof saleOf>>): string =>
  ereceipts[0]?.step === 'issued' ? ereceipts[0].printedId : ''

type Shop = Awaited<ReturnType<typeof soldAtPrinter>>

const receiversAt = async ({ payer }: Pick<Shop, 'payer'>) =>
  (await payer.state()).ereceipts.map(({ receiver, status }) => [receiver, status])

test('the old e-receipt is void before the new one is requested, and one paper has both numbers', async () => {
  const { shop, till, papers, saleId } = await soldAtPrinter()
  const old = printedIdOf(await saleOf(till, saleId))
  expect(await till.ask('correctReceiver', { saleId, register: ' 6234567 ' })).toEqual({ register: REGISTER })
  await untilReturn(till, saleId, completed)
  await completedAndPrinted(shop, saleId)
  expect(await receiversAt(shop)).toEqual([
    ['', 'CANCELLED'],
    [REGISTER, 'CREATED'],
  ])
  const kinds = await kindsOf(till, saleId)
  expect(kinds.indexOf('ereceipt-voided')).toBeLessThan(kinds.lastIndexOf('ereceipt-requested'))
  const sale = await saleOf(till, saleId)
  expect(sale.receiver).toEqual(OF_REGISTER)
  expect(papers()).toHaveLength(2)
  const [, paper = ''] = papers()
  for (const words of [old, printedIdOf(sale), REGISTER]) expect(paper).toContain(words)
  expect(paper.toUpperCase()).not.toContain(VOID_SLIP)
})

test('a receiver can be corrected twice, and its goods can still be returned', async () => {
  const { shop, till, papers, saleId } = await soldAtPrinter({}, 'CARD')
  for (const register of [REGISTER, null]) {
    await till.ask('correctReceiver', { saleId, register })
    await untilReturn(till, saleId, completed)
    await completedAndPrinted(shop, saleId)
  }
  expect((await receiversAt(shop)).map(([receiver]) => receiver)).toEqual(['', REGISTER, ''])
  expect(papers()).toHaveLength(3)
  await startReturn(till, saleId)
  await untilReturn(till, saleId, completed)
  expect(await statusesAt(shop)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
})

test('after two corrections the paper names the e-receipt that the customer has on paper', async () => {
  const { shop, till, papers, saleId } = await soldAtPrinter()
  await allPrinted(shop)
  const old = printedIdOf(await saleOf(till, saleId))
  shop.openCover()
  await till.ask('correctReceiver', { saleId, register: REGISTER })
  await untilReturn(till, saleId, completed)
  await untilNoPaper(shop, saleId)
  const unprinted = printedIdOf(await saleOf(till, saleId))
  await till.ask('correctReceiver', { saleId, register: null })
  await eventually(async () => expect((await saleOf(till, saleId)).receiver).toEqual(INDIVIDUAL))
  await untilNoPaper(shop, saleId)
  await shop.closeCover()
  await completedAndPrinted(shop, saleId)
  expect(papers()).toHaveLength(2)
  expect(papers()[1]).toContain(old)
  expect(papers()[1]).not.toContain(unprinted)
})

test('a new e-receipt that is refused is owed; once a person has seen it, a slip says that the old one is void', async () => {
  const { shop, till, payer, papers, saleId } = await soldAtPrinter()
  await allPrinted(shop)
  const old = printedIdOf(await saleOf(till, saleId))
  const json = { error_code: 'REGISTER_UNKNOWN' }
  await payer.faults([{ ...ISSUE, effect: 'answer', status: 400, json, times: 500 }])
  await till.ask('correctReceiver', { saleId, register: REGISTER })
  await till.until(saleId, 'receipt-owed')
  const { rows } = await till.ask('searchSales', {
    ...{ text: '', from: null, to: null, standing: 'owed', tender: null, cashier: null, product: null },
    ...{ before: null, limit: 10 },
  })
  expect(rows).toMatchObject([{ id: saleId }])
  const { amount } = await waiting(till, 'ereceipt-refused')
  expect(papers()).toHaveLength(1)
  await till.ask('settleAttention', { saleId, cause: 'ereceipt-refused', resolution: 'seen', amount })
  await eventually(() => expect(papers()).toHaveLength(2))
  const [, slip = ''] = papers()
  expect(slip.toUpperCase()).toContain(VOID_SLIP)
  expect(slip).toContain(old)
  await allPrinted(shop)
  expect((await returnOf(till, saleId)).slips).toHaveLength(1)
})

test('an e-receipt that was given up is not corrected', async () => {
  const { shop, till, payer } = await tillAtPrinter(quick(40))
  await payer.faults([{ ...ISSUE, effect: '500', times: 500 }])
  const { saleId } = await paid(shop)
  await eventually(async () => {
    await till.ask('giveUpWork', { saleId, work: 'e-receipt' })
  })
  await payer.faults(null)
  await expect(till.ask('correctReceiver', { saleId, register: REGISTER })).rejects.toThrow('NOT_NOW')
})

describe('a void that is refused issues nothing', () => {
  const refused = async () => {
    const shop = await soldAtPrinter()
    await shop.payer.faults([{ ...REFUSES, times: 1 }])
    await shop.till.ask('correctReceiver', { saleId: shop.saleId, register: REGISTER })
    expect(await waiting(shop.till, 'correction-waits')).toMatchObject({
      failure: { name: 'EBARIMT_CANCEL_NOTSUPPERDED' },
      amount: null,
    })
    expect(await asked(shop.shop)).toBe(1)
    return shop
  }

  test('and the old receiver stays if the manager wants so', async () => {
    const { shop, till, papers, saleId } = await refused()
    await cancelReturn(till, saleId)
    await completedAndPrinted(shop, saleId)
    expect(await receiversAt(shop)).toEqual([['', 'CREATED']])
    expect(await asked(shop)).toBe(1)
    expect((await saleOf(till, saleId)).receiver).toEqual(INDIVIDUAL)
    expect(papers()).toHaveLength(1)
    expect(await attentionIn(till)).toEqual([])
  })

  test('before the manager tries again', async () => {
    const { shop, till, saleId } = await refused()
    const { id: returnId, voids } = await returnOf(till, saleId)
    const act = (action: { do: 'try-again' } | { do: 'without-void'; paymentId: string }) =>
      till.ask('settleReturnStep', { saleId, returnId, action })
    const { paymentId = '' } = voids[0] ?? {}
    await expect(act({ do: 'without-void', paymentId })).rejects.toThrow('NOT_NOW')
    await act({ do: 'try-again' })
    await untilReturn(till, saleId, completed)
    await till.until(saleId, 'completed')
    expect(await statusesAt(shop)).toEqual(['CANCELLED', 'CREATED'])
    expect(await attentionIn(till)).toEqual([])
  })
})

describe('a void whose outcome is unknown issues nothing', () => {
  const unknown = async (effect: 'reset-before' | 'reset-after') => {
    const shop = await soldAtPrinter(quick(40))
    await shop.payer.faults(lostAndFailing(VOID, effect))
    await shop.till.ask('correctReceiver', { saleId: shop.saleId, register: REGISTER })
    await waiting(shop.till, 'correction-waits')
    expect(await asked(shop.shop)).toBe(1)
    return shop
  }

  test('until the service tells it', async () => {
    const { shop, till, payer, saleId } = await unknown('reset-after')
    await payer.faults(null)
    await untilReturn(till, saleId, completed)
    await till.until(saleId, 'completed')
    expect(await receiversAt(shop)).toEqual([
      ['', 'CANCELLED'],
      [REGISTER, 'CREATED'],
    ])
    expect(await attentionIn(till)).toEqual([])
  })

  test.each([
    ['was done', 'reset-after', ['CANCELLED', 'CREATED']],
    ['was not done', 'reset-before', ['CREATED']],
  ] as const)(
    'and a manager who gives it up keeps the old receiver, where it %s',
    async (_how, effect, statuses) => {
      const { shop, till, saleId } = await unknown(effect)
      await eventually(async () => {
        await till.ask('giveUpWork', { saleId, work: 'void' })
      })
      await till.until(saleId, 'completed')
      expect(await statusesAt(shop)).toEqual(statuses)
      expect((await receiversAt(shop)).map(([receiver]) => receiver)).toEqual(statuses.map(() => ''))
      expect((await saleOf(till, saleId)).receiver).toEqual(INDIVIDUAL)
      expect(await attentionIn(till)).toEqual([])
    },
  )
})

const KILLS: readonly FaultRequest[] = [
  { ...VOID, effect: 'hang-before' },
  { ...VOID, effect: 'hang-after' },
  { ...ISSUE, effect: 'hang-before' },
  { ...ISSUE, effect: 'hang-after' },
]

test.for(KILLS)('a till that is killed at $method ($effect) issues one new e-receipt', async (fault) => {
  const till = await tillProcess()
  const saleId = await till.ringUp(1)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  await till.payer.pay({ invoice_id: 'invoice' in shown ? (shown.invoice?.invoiceId ?? '') : '' })
  await till.until(saleId, 'completed')
  await till.payer.faults([fault])
  await till.ask('correctReceiver', { saleId, register: REGISTER })
  await eventually(async () => expect((await till.payer.state()).faults[fault.effect]).toBe(1))
  await till.restart()
  await eventually(async () => expect((await returnOf(till, saleId)).state).toBe('completed'))
  await till.until(saleId, 'completed')
  expect(await receiversAt(till)).toEqual([
    ['', 'CANCELLED'],
    [REGISTER, 'CREATED'],
  ])
})

test('until the e-receipt is requested, the receiver of a paid sale is set without a void', async () => {
  const { shop, till, payer } = await tillAtPrinter()
  await payer.faults([{ ...ISSUE, effect: '429', retry_after: 20 }])
  const { saleId } = await paid(shop)
  await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
  await till.ask('setReceiver', { saleId, register: REGISTER })
  await till.until(saleId, 'completed')
  expect(await receiversAt(shop)).toEqual([[REGISTER, 'CREATED']])
})

describe('a receiver is not corrected', () => {
  test('without an e-receipt', async () => {
    const { till } = await tillAtPractice()
    const { saleId } = await cashSale(till)
    await expect(till.ask('correctReceiver', { saleId, register: REGISTER })).rejects.toThrow('NOT_NOW')
    await expect(till.ask('setReceiver', { saleId, register: REGISTER })).rejects.toThrow('SALE_NOT_OPEN')
  })

  test('while the e-receipt is issued, or once goods came back', async () => {
    const { shop, till, payer } = await tillAtPrinter(quick(40))
    await payer.faults(lostAndFailing(ISSUE, 'reset-after'))
    const { saleId } = await paid(shop)
    const correct = () => till.ask('correctReceiver', { saleId, register: REGISTER })
    await expect.poll(() => kindsOf(till, saleId)).toContain('ereceipt-delayed')
    await expect(correct()).rejects.toThrow('RETURN_TOO_SOON')
    await payer.faults(null)
    await till.until(saleId, 'completed')
    await startReturn(till, saleId)
    await expect(correct()).rejects.toThrow('RETURN_OPEN')
    await eventually(async () => {
      await settleRepayments(till, saleId)
    })
    await expect(correct()).rejects.toThrow('NOT_NOW')
  })
})
