/**
 * The goods that a customer has against the money that the shop has for them, whatever was refunded elsewhere
 * meanwhile.
 */
import { describe, expect, test } from 'vitest'
import type { Resolution } from '../../../shared/sale/attention.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { attentionIn, look, refundedElsewhere, tillAtPractice, waiting } from '../../support/looks.ts'
import {
  allVoided,
  completed,
  returned,
  returnOf,
  saleOf,
  startReturn,
  untilReturn,
} from '../../support/returns.ts'
import type { Till } from '../../support/terminal.ts'

/**
 * A sale of two lines, of 2,600 and 5,200, paid by QR in full; or with `first` (in tugriks) as a first payment, and the
 * rest plus `above`.
 */
async function twoLines(first?: number, above = 0) {
  const { till, payer } = await tillAtPractice()
  const { saleId, total, invoice } = await chargedSale(till, 2)
  const invoice_id = invoice.invoiceId
  if (first !== undefined) await payer.pay({ invoice_id, amount: first })
  const { payment_id } = await payer.pay({ invoice_id, amount: total / 100 - (first ?? 0) + above })
  await till.check(saleId, 'completed')
  return { till, payer, saleId, total, payment_id }
}

/** Returns the first line for cash. Resolves to the price that it was sold for. */
async function firstLineBack(till: Till, saleId: string): Promise<number> {
  const [line] = (await saleOf(till, saleId)).lines
  await returned(till, saleId, { lines: [{ lineId: line?.id ?? '', quantity: '1' }], way: 'cash' })
  return line?.amount ?? 0
}

const allBack = (till: Till, saleId: string) => till.ask('planReturn', { saleId, lines: null, way: 'cash' })

async function goneAndOneLineBack() {
  const { till, payer, saleId, total, payment_id } = await twoLines()
  await refundedElsewhere({ till, payer }, saleId, payment_id)
  return { till, saleId, total, back: await firstLineBack(till, saleId) }
}

test('after a line came back without money, only the price of the customer’s remaining goods is to be collected', async () => {
  const { till, saleId, total, back } = await goneAndOneLineBack()
  expect((await saleOf(till, saleId)).returns).toMatchObject([{ amount: 0 }])
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(total - back)
})

test('goods whose money was collected again can be returned for exactly that money', async () => {
  const { till, saleId, total, back } = await goneAndOneLineBack()
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'collected-again')
  expect(await till.ask('listAttention')).toEqual([])
  expect(await allBack(till, saleId)).toMatchObject({
    whole: true,
    amount: total - back,
    parts: [{ way: 'cash' }],
  })
})

test('returns over two payments never pay back more than the goods were sold for', async () => {
  const { till, payer, saleId, total, payment_id } = await twoLines(1000)
  const back = await firstLineBack(till, saleId)
  await refundedElsewhere({ till, payer }, saleId, payment_id)
  const tooMuch = back + (total - 100_000) - total
  expect((await allBack(till, saleId)).amount).toBe(0)
  await startReturn(till, saleId)
  await untilReturn(till, saleId, ({ state, whole }) => state === 'completed' && whole)
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(tooMuch)
})

test('goods come back first without money, for what was refunded elsewhere, and only then for money', async () => {
  const { till, payer, saleId, total, payment_id } = await twoLines(1000)
  await refundedElsewhere({ till, payer }, saleId, payment_id)
  const back = await firstLineBack(till, saleId)
  expect((await saleOf(till, saleId)).returns).toMatchObject([{ amount: 0 }])
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(total - 100_000 - back)
  expect((await allBack(till, saleId)).amount).toBe(100_000)
})

test('after a surplus was repaid and a part was refunded elsewhere, all goods can still come back', async () => {
  const { till, payer, saleId, total, payment_id } = await twoLines(1000, 500)
  await decide(till, await waiting(till, 'surplus'), 'repaid-cash')
  await payer.settle({ payment_id, amount: total / 100 - 3000 })
  await look(till, saleId)
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(250_000)
  expect((await allBack(till, saleId)).amount).toBe(total - 250_000)
})

describe('money refunded elsewhere while all goods come back, which may be a surplus that the shop transferred back,', () => {
  /** The first payment is 1,000. The second settles 6,800, and its surplus of 500 was transferred back. */
  async function surplusTransferred() {
    const shop = await twoLines(1000, 500)
    await decide(shop.till, await waiting(shop.till, 'surplus'), 'repaid-transfer')
    return shop
  }
  type Shop = Awaited<ReturnType<typeof surplusTransferred>>

  async function allComesBack({ till, saleId }: Shop): Promise<void> {
    await returned(till, saleId, { way: 'cash' }, allVoided)
  }

  async function gone({ till, payer, saleId, payment_id }: Shop, amount: number): Promise<void> {
    await payer.settle({ payment_id, amount: 7300 - amount })
    await look(till, saleId)
  }

  async function decideGone({ till }: Shop, resolution: Resolution): Promise<void> {
    const item = await waiting(till, 'refunded-elsewhere')
    expect(item.amount).toBe(50_000)
    await decide(till, item, resolution)
  }

  /** Repays these parts of the return, or all, in cash. Resolves to the amounts. */
  async function repaid({ till, saleId }: Shop, only?: number): Promise<readonly number[]> {
    const { id: returnId, parts } = await returnOf(till, saleId)
    const due = parts.filter(({ step, amount }) => step.name === 'due' && amount === (only ?? amount))
    for (const { id: partId } of due)
      await till.ask('settleReturnStep', {
        saleId,
        returnId,
        action: { do: 'repaid', partId, how: 'cash', note: '' },
      })
    return due.map(({ amount }) => amount)
  }

  test.each([
    ['own-transfer', [680_000, 100_000]],
    ['goods-returned', [630_000, 100_000]],
    ['collected-again', [680_000, 100_000]],
    ['written-off', [680_000, 100_000]],
  ] as const)(
    'that is decided as %s during the return leaves the right amounts to be repaid',
    async (resolution, handedOut) => {
      const shop = await surplusTransferred()
      await gone(shop, 500)
      await allComesBack(shop)
      await decideGone(shop, resolution)
      expect(await repaid(shop)).toEqual(handedOut)
      await untilReturn(shop.till, shop.saleId, completed)
      expect(await attentionIn(shop.till)).toEqual([])
    },
  )

  test('cannot be decided as goods-returned before the e-receipts of the return are voided', async () => {
    const shop = await surplusTransferred()
    await gone(shop, 500)
    await shop.payer.faults([{ method: 'DELETE', path: '/v2/ebarimt_v3/{id}', effect: '500', times: 500 }])
    await startReturn(shop.till, shop.saleId, { way: 'cash' })
    await untilReturn(shop.till, shop.saleId, ({ voids }) => voids.some(({ step }) => step.name === 'due'))
    const { resolutions } = await waiting(shop.till, 'refunded-elsewhere')
    expect(resolutions).toEqual(['own-transfer', 'collected-again', 'written-off'])
  })

  test('lowers what the return pays out, and money that went back twice is put in the attention list', async () => {
    const shop = await surplusTransferred()
    const { till, payer, saleId } = shop
    await allComesBack(shop)
    expect(await repaid(shop, 100_000)).toEqual([100_000])
    await gone(shop, 6000)
    await decideGone(shop, 'goods-returned')
    await refundedElsewhere({ till, payer }, saleId)
    expect(await repaid(shop)).toEqual([80_000])
    await untilReturn(till, saleId, completed)
    expect(await attentionIn(till)).toEqual([['refunded-elsewhere', 100_000]])
  })
})
