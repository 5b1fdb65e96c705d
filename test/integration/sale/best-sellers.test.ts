/** The order of the goods at the till: favourites, best sellers, all others. */
import { expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { shopMoment } from '../../../shared/shop/shop-day.ts'
import { openTill } from '../../support/open-shift.ts'
import { cashSale, repaidByHand } from '../../support/returns.ts'
import type { Till } from '../../support/terminal.ts'

const DAY = 86_400_000

/** A running clock that starts on a day and can be moved forward by days. */
function clockFrom(day: string) {
  let ahead = shopMoment(day, '10:00') - Date.now()
  return {
    clock: { ...machineClock, now: () => Date.now() + ahead },
    goesOn: (days: number) => {
      ahead += days * DAY
    },
  }
}

const codes = async (till: Pick<Till, 'ask'>, category: string | null = null) =>
  (await till.ask('searchGoods', { query: '', category, limit: 200 })).products.map(({ code }) => code)

async function sells(till: Till, code: string, times: number): Promise<readonly string[]> {
  const sold: string[] = []
  for (let time = 0; time < times; time++) {
    await till.ask('addProduct', { code })
    const sale = (await till.view()).counter?.sale
    if (sale === undefined) throw new Error('no sale')
    await till.takeCash(sale.id)
    await till.ask('nextSale', { saleId: sale.id })
    sold.push(sale.id)
  }
  return sold
}

test('best sellers of the last 30 days, without returned goods, come after the favourites, and the order changes once a day', async () => {
  const { clock, goesOn } = clockFrom('2026-11-01')
  const { till } = await openTill({ clock })
  const before = await codes(till)
  const [often, seldom, returned, favourite] = before.slice(-4) as [string, string, string, string]
  await till.ask('keepSample')
  await till.ask('starGoods', { code: favourite, favourite: true })
  await sells(till, often, 3)
  await sells(till, seldom, 1)
  const [first, second] = await sells(till, returned, 2)
  for (const saleId of [first, second]) await repaidByHand(till, saleId ?? '', 'cash')
  const rest = before.filter((code) => code !== favourite)
  expect(await codes(till)).toEqual([favourite, ...rest])

  goesOn(1)
  const best = [often, seldom]
  expect(await codes(till)).toEqual([favourite, ...best, ...rest.filter((code) => !best.includes(code))])
  await sells(till, seldom, 5)
  expect((await codes(till)).slice(1, 3)).toEqual(best)

  goesOn(1)
  expect((await codes(till)).slice(1, 3)).toEqual([seldom, often])

  goesOn(31)
  expect(await codes(till)).toEqual([favourite, ...rest])
})

test('best sellers come first within a category', async () => {
  const { clock, goesOn } = clockFrom('2026-11-01')
  const { till } = await openTill({ clock })
  const { saleId } = await cashSale(till, 1)
  const { product } = (await till.ask('getSale', { saleId })).view.sale.lines[0] ?? {}
  if (product === undefined) throw new Error('nothing sold')
  goesOn(1)
  const shown = await codes(till, product.category)
  expect(shown[0]).toBe(product.code)
  expect(new Set(shown).size).toBe(shown.length)
})
