/**
 * The table of shifts in a report: over any days it adds up to the report's net, and each Z with the time before it to
 * the taxes.
 */
import { expect, test } from 'vitest'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { reportOf, sumOf } from '../../../support/whole-report.ts'
import { drawerAt, sum } from '../shifts/drawer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Drawer = ReturnType<typeof drawerAt>

const sell = (till: Drawer, price: number): void => till.take(till.ringUp(sum(price)), '')
const today = ({ clock }: Drawer): string => shopDay(clock.now())

function expectShiftsToBeTheNet(till: Drawer, net: number, from: string, to = from): void {
  const { tables, totals } = till.report(from, to)
  expect([sumOf(tables.shifts.rows, 'net'), totals.net]).toEqual([sum(net), sum(net)])
}

test('sales after midnight in a shift with an empty float are in the table of shifts', () => {
  const till = drawerAt()
  const first = today(till)
  till.shifts().open('')
  till.clock.advance(12 * HOUR)
  sell(till, 1100)
  expectShiftsToBeTheNet(till, 1100, first, today(till))
  till.close()
})

test('a shift that was opened with a clock that was days ahead is in the table of shifts', () => {
  const till = drawerAt()
  till.clock.jump(3 * DAY)
  till.shifts().open('')
  till.clock.jump(-3 * DAY)
  sell(till, 1100)
  expectShiftsToBeTheNet(till, 1100, today(till), shopDay(till.clock.now() + 10 * DAY))
  till.close()
})

test('a shift over two days shows on each day the sales of that day', () => {
  const till = drawerAt()
  till.shifts().open('1000')
  sell(till, 1000)
  const first = today(till)
  till.clock.advance(12 * HOUR)
  sell(till, 500)
  expectShiftsToBeTheNet(till, 1000, first)
  expectShiftsToBeTheNet(till, 500, today(till))
  till.close()
})

test('the VAT of a Z and of the time without a shift before it is the VAT of the day', () => {
  const till = drawerAt()
  sell(till, 1100)
  till.shifts().open('0')
  sell(till, 2200)
  const { kinds, before } = till.shut()
  const vat = [...kinds, ...(before?.kinds ?? [])].reduce((all, one) => all + one.vat - one.backVat, 0)
  expect(vat).toBe(sum(300))
  expect(sumOf(till.report().tables.kinds.rows, 'vat')).toBe(vat)
  till.close()
})

test('once all shifts are closed the drawer is empty, also after cash without a shift', () => {
  const till = drawerAt()
  sell(till, 1100)
  till.shifts().open('1100')
  sell(till, 2200)
  till.shut()
  const cash = till.journal().sums.allTime('cash')
  expect(cash.reduce((all, { amount }) => all + amount, 0)).toBe(0)
  till.close()
})

test('a report during which something is sold starts again, so that its tables agree', () => {
  const till = drawerAt()
  sell(till, 1000)
  let sold = false
  const journal = till.journal()
  const meanwhile = {
    ...journal,
    sums: {
      ...journal.sums,
      ofDays: (from: string, to: string) => {
        if (!sold) sell(till, 500)
        sold = true
        return journal.sums.ofDays(from, to)
      },
    },
  }
  const { tables, totals } = reportOf(meanwhile, till.clock.now(), today(till))
  expect([totals.net, sumOf(tables.shifts.rows, 'net')]).toEqual([sum(1500), sum(1500)])
  till.close()
})
