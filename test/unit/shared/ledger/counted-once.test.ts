/** Every event is counted once, on the day on which it happened; no later event removes the count. */
import { expect, test } from 'vitest'
import { failure } from '../../../../shared/failure.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { invoice, itemSettled } from '../../../support/sample-sale.ts'
import { belowZero, rowOf } from '../../../support/whole-report.ts'
import { drawerAt, paid, sum } from '../../books/shifts/drawer.ts'

const DAY = 24 * 3_600_000

function openDrawer() {
  const till = drawerAt()
  till.shifts().open('10000')
  const soldByQr = (type: Parameters<typeof paid>[2] = 'P2P') => {
    const saleId = till.ringUp(sum(1000))
    till.charge(saleId, sum(1000), sum(1000))
    const payment = paid(saleId, sum(1000), type)
    till.check(saleId, payment)
    return { saleId, payment }
  }
  return { ...till, soldByQr }
}

test('a discarded cart is cancelled once, even when its lost invoice appears on the next day', () => {
  const till = openDrawer()
  const day = shopDay(till.clock.now())
  const saleId = till.ringUp(sum(1000))
  till.record(saleId, { kind: 'invoice-requested', total: sum(1000), due: sum(1000), attempt: 1 })
  till.record(saleId, { kind: 'invoice-unknown', no: 1, failure: failure('TIMEOUT') })
  till.record(saleId, { kind: 'charge-withdrawal-asked', no: 1 })
  till.record(saleId, { kind: 'invoice-absent', no: 1 })
  till.record(saleId, { kind: 'charge-withdrawn', no: 1 })
  till.record(saleId, { kind: 'discarded' })
  till.clock.advance(DAY)
  const number = till.journal().sales.byId(saleId)?.senderInvoiceNo ?? ''
  till.record(saleId, { kind: 'invoice-found', number, amount: sum(1000), invoice })
  const report = till.report(day, shopDay(till.clock.now()))
  const cancelled = (['cancelled-charge', 'cancelled-cart'] as const).map((key) =>
    rowOf(report, 'other', key),
  )
  expect(cancelled.reduce((all, { times }) => all + times, 0)).toBe(1)
  till.close()
})

test('two surpluses of one sale that are repaid in two shifts count once in each', () => {
  const till = openDrawer()
  const { saleId } = till.soldByQr()
  const surplusRepaid = (which: string): void => {
    const more = paid(saleId, sum(7), 'P2P', which)
    till.check(saleId, more)
    till.record(saleId, itemSettled('surplus', 'repaid-cash', more))
  }
  surplusRepaid('one')
  till.shut()
  till.shifts().open('10000')
  surplusRepaid('two')
  const { drawer, settled } = till.x()
  expect(drawer.refunded).toEqual({ count: 1, amount: sum(7) })
  expect(settled['repaid-cash']).toEqual(drawer.refunded)
  till.close()
})

test('a payment that is partly refunded elsewhere on two days counts on both', () => {
  const till = openDrawer()
  const { saleId, payment } = till.soldByQr()
  till.check(saleId, { ...payment, amount: sum(600) })
  till.clock.advance(DAY)
  till.check(saleId, { ...payment, amount: sum(100) })
  expect(rowOf(till.report(), 'other', 'back-elsewhere')).toMatchObject({ times: 1, amount: sum(500) })
  till.close()
})

test('a payment that is known as a card payment only on the next day makes no count negative', () => {
  const till = openDrawer()
  const { saleId, payment } = till.soldByQr('unknown')
  till.clock.advance(DAY)
  till.check(saleId, { ...payment, type: 'CARD' })
  expect(belowZero(till.report())).toEqual([])
  till.close()
})

test('a price override counts the difference of the line’s amount, rounded as the line is', () => {
  const till = openDrawer()
  const saleId = till.ringUp(sum(1000))
  const [line] = till.journal().sales.byId(saleId)?.lines ?? []
  const changed = { quantity: quantity(50), unitPrice: sum(999), amount: sum(50) }
  till.record(saleId, { kind: 'line-changed', lineId: line?.id ?? '', ...changed })
  till.take(saleId, '')
  expect(till.x().overrides).toMatchObject([{ amount: 0 }])
  till.close()
})

test('a line that is added and removed in one commit is posted event by event', () => {
  const till = openDrawer()
  const saleId = till.ringUp(sum(10))
  const [line] = till.journal().sales.byId(saleId)?.lines ?? []
  if (!line) throw new Error('no line')
  till.record(
    saleId,
    { kind: 'line-added', line: { ...line, id: 'b' } },
    { kind: 'line-removed', lineId: 'b' },
  )
  expect(till.x().removed).toEqual({ count: 1, amount: sum(10) })
  till.close()
  expect(till.wrongSums()).toEqual([])
})
