/**
 * The goods that a customer has against the money that the shop has for them, whatever was refunded elsewhere
 * meanwhile.
 */
import { expect, test } from 'vitest'
import { decide } from '../support/attention.ts'
import { chargedSale } from '../support/charged-sale.ts'
import { look, tillAtPractice, waiting } from '../support/looks.ts'
import { completed, saleOf, startReturn, untilReturn } from '../support/returns.ts'
import type { Till } from '../support/terminal.ts'

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
  await till.ask('checkNow', { saleId })
  await till.until(saleId, 'completed')
  return { till, payer, saleId, total, payment_id }
}

/** Returns the first line for cash. Resolves to the price that it was sold for. */
async function firstLineBack(till: Till, saleId: string): Promise<number> {
  const [line] = (await saleOf(till, saleId)).lines
  await startReturn(till, saleId, { lines: [{ lineId: line?.id ?? '', quantity: '1' }], way: 'cash' })
  await untilReturn(till, saleId, completed)
  return line?.amount ?? 0
}

const allBack = (till: Till, saleId: string) => till.ask('planReturn', { saleId, lines: null, way: 'cash' })

async function goneAndOneLineBack() {
  const { till, payer, saleId, total, payment_id } = await twoLines()
  await payer.settle({ payment_id, status: 'REFUNDED' })
  await look(till, saleId)
  return { till, saleId, total, back: await firstLineBack(till, saleId) }
}

test('after a line came back without money, only what the customer still has is to be collected again', async () => {
  const { till, saleId, total, back } = await goneAndOneLineBack()
  expect((await saleOf(till, saleId)).returns).toMatchObject([{ amount: 0 }])
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(total - back)
})

test('goods that were paid for again can be brought back for just that', async () => {
  const { till, saleId, total, back } = await goneAndOneLineBack()
  await decide(till, await waiting(till, 'refunded-elsewhere'), 'collected-again')
  expect(await till.ask('listAttention')).toEqual([])
  expect(await allBack(till, saleId)).toMatchObject({
    whole: true,
    amount: total - back,
    parts: [{ way: 'cash' }],
  })
})

test('nobody gets more back than the goods were sold for, over two payments', async () => {
  const { till, payer, saleId, total, payment_id } = await twoLines(1000)
  const back = await firstLineBack(till, saleId)
  await payer.settle({ payment_id, status: 'REFUNDED' })
  await look(till, saleId)
  const tooMuch = back + (total - 100_000) - total
  expect((await allBack(till, saleId)).amount).toBe(0)
  await startReturn(till, saleId)
  await untilReturn(till, saleId, ({ state, whole }) => state === 'completed' && whole)
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(tooMuch)
})

test('goods come back without money for what went elsewhere first, and only then for money', async () => {
  const { till, payer, saleId, total, payment_id } = await twoLines(1000)
  await payer.settle({ payment_id, status: 'REFUNDED' })
  await look(till, saleId)
  const back = await firstLineBack(till, saleId)
  expect((await saleOf(till, saleId)).returns).toMatchObject([{ amount: 0 }])
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(total - 100_000 - back)
  expect((await allBack(till, saleId)).amount).toBe(100_000)
})

test('after a surplus was repaid and a part went back elsewhere, all goods can still come back', async () => {
  const { till, payer, saleId, total, payment_id } = await twoLines(1000, 500)
  await decide(till, await waiting(till, 'surplus'), 'repaid-cash')
  await payer.settle({ payment_id, amount: total / 100 - 3000 })
  await look(till, saleId)
  expect((await waiting(till, 'refunded-elsewhere')).amount).toBe(250_000)
  expect((await allBack(till, saleId)).amount).toBe(total - 250_000)
})
