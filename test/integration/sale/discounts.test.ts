/** Discounts, notes and undo on the real terminal, and how they appear at the service and on paper. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rungUp, stateOf } from '../../support/charged-sale.ts'
import { fullRuns } from '../../support/full-runs.ts'
import { tillAtPractice } from '../../support/looks.ts'
import type { Till } from '../../support/terminal.ts'

const saleOf = async (till: Till) => {
  const { counter } = await till.view()
  if (!counter) throw new Error('nothing is at the counter')
  return counter
}

test('the payer is charged the total after a discount on a line and one on the sale', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, total } = await rungUp(till, 3)
  const [line] = (await saleOf(till)).sale.lines
  await till.ask('discountLine', { saleId, lineId: line?.id ?? '', discount: '100' })
  await till.ask('discountSale', { saleId, discount: '10%' })
  const { sale, totals } = await saleOf(till)
  expect(sale.lines[0]).toMatchObject({ off: 10_000, discount: { kind: 'amount', amount: 10_000 } })
  const expected = total - 10_000 - Math.round((total - 10_000) / 1000) * 100
  expect(Math.abs(totals.total - expected)).toBeLessThanOrEqual(100)
  await till.charge(saleId)
  const { invoices } = await payer.state()
  expect(invoices.map(({ amount }) => amount * 100)).toEqual([totals.total])
})

test('with any discounts the service’s lines add up to the till’s total', async () => {
  const { till, payer } = await tillAtPractice()
  const discount = fc.oneof(
    fc.integer({ min: 1, max: 9_000 }).map((share) => `${share / 100}%`),
    fc.integer({ min: 1, max: 900 }).map(String),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(discount, { minLength: 1, maxLength: 3 }),
      discount,
      async (ofLines, ofSale) => {
        const { saleId } = await rungUp(till, 3)
        const { sale } = await saleOf(till)
        for (const [index, typed] of ofLines.entries())
          await till.ask('discountLine', { saleId, lineId: sale.lines[index]?.id ?? '', discount: typed })
        await till.ask('discountSale', { saleId, discount: ofSale })
        const { totals } = await saleOf(till)
        await till.charge(saleId)
        const { invoices } = await payer.state()
        expect(Math.round((invoices.at(-1)?.amount ?? 0) * 100)).toBe(totals.total)
        await till.cancel(saleId)
        await till.ask('nextSale', { saleId })
      },
    ),
    { numRuns: fullRuns(80) },
  )
})

test('goods that are rung up later share in the sale’s discount', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till, 1)
  await till.ask('discountSale', { saleId, discount: '50%' })
  const before = (await saleOf(till)).totals.total
  await rungUp(till, 1)
  expect((await saleOf(till)).totals.total).toBe(before * 2)
})

test.each([
  ['nonsense', 'DISCOUNT_INVALID'],
  ['101%', 'DISCOUNT_INVALID'],
  ['100%', 'DISCOUNT_TOO_LARGE'],
  ['99999999', 'DISCOUNT_TOO_LARGE'],
])('a discount of "%s" is refused by name, and nothing changes', async (discount, name) => {
  const { till } = await tillAtPractice()
  const { saleId, total } = await rungUp(till, 1)
  expect(await till.reply('discountSale', { saleId, discount })).toMatchObject({ ok: false, error: { name } })
  expect((await saleOf(till)).totals.total).toBe(total)
})

test('an empty discount removes the discount', async () => {
  const { till } = await tillAtPractice()
  const { saleId, total } = await rungUp(till, 2)
  await till.ask('discountSale', { saleId, discount: '20%' })
  await till.ask('discountSale', { saleId, discount: '' })
  expect((await saleOf(till)).totals.total).toBe(total)
})

test('the last change can be undone and redone', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till, 3)
  const goods = (counter: Awaited<ReturnType<typeof saleOf>>) => counter.sale.lines
  const three = goods(await saleOf(till))
  await till.ask('removeLine', { saleId, lineId: three[1]?.id ?? '' })
  const two = goods(await saleOf(till))
  expect(two).toHaveLength(2)
  await till.ask('undo', { saleId })
  expect(goods(await saleOf(till))).toEqual(three)
  await till.ask('undo', { saleId })
  expect(goods(await saleOf(till))).toEqual(two)
})

test('a discount, a quantity and a note are undone one by one', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till, 2)
  const [line] = (await saleOf(till)).sale.lines
  const lineId = line?.id ?? ''
  const changes = [
    () => till.ask('discountLine', { saleId, lineId, discount: '5%' }),
    () => till.ask('changeLine', { saleId, lineId, quantity: '4' }),
    () => till.ask('noteLine', { saleId, lineId, note: 'бэлгийн уут' }),
    () => till.ask('discountSale', { saleId, discount: '1000' }),
    () => till.ask('noteSale', { saleId, note: 'утсаар захиалсан' }),
  ]
  for (const change of changes) {
    const before = (await saleOf(till)).sale
    await change()
    await till.ask('undo', { saleId })
    const after = (await saleOf(till)).sale
    expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 })
    await change()
  }
})

test('a charged sale has nothing to undo', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till, 1)
  await till.ask('charge', { saleId })
  expect(await till.reply('undo', { saleId })).toMatchObject({ ok: false, error: { name: 'SALE_NOT_OPEN' } })
})

test('discounts and notes are on the receipt', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await rungUp(till, 1)
  const [line] = (await saleOf(till)).sale.lines
  await till.ask('noteLine', { saleId, lineId: line?.id ?? '', note: 'том' })
  await till.ask('noteSale', { saleId, note: 'Баярт зориулав' })
  await till.ask('discountSale', { saleId, discount: '10%' })
  await till.takeCash(saleId)
  const { path } = await till.ask('saveReceipt', { saleId, format: 'html' })
  const page = readFileSync(path, 'utf8')
  expect(page).toContain('Хөнгөлөлт 10 %')
  expect(page).toContain('(том)')
  expect(page).toContain('Баярт зориулав')
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'completed' })
})

test('an empty cart takes no discount, and the next goods cost their price', async () => {
  const { till } = await tillAtPractice()
  const { saleId, total } = await rungUp(till, 1)
  const { sale } = await saleOf(till)
  await till.ask('removeLine', { saleId, lineId: sale.lines[0]?.id ?? '' })
  await expect(till.ask('discountSale', { saleId, discount: '100%' })).rejects.toThrow('SALE_EMPTY')
  expect((await rungUp(till, 1)).total).toBe(total)
})
