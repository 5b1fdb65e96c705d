/** How X counts one sale, whatever happened to it since. */
import { expect, test } from 'vitest'
import { failure } from '../../../../shared/failure.ts'
import { type Money, money } from '../../../../shared/money/money.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import { FIRST_SETTINGS, type Settings } from '../../../../shared/shop/settings.ts'
import { receiptIssued } from '../../../support/sample-sale.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { drawerAt, paid, sum } from './drawer.ts'

function openDrawer(over: Partial<Settings> = {}) {
  const till = drawerAt(temporaryFolder(), over)
  till.shifts().open('')
  const charged = (price: Money): string => {
    const saleId = till.ringUp(price)
    till.charge(saleId, price, price)
    return saleId
  }
  const x = () => {
    const totals = till.shifts().report(null)?.totals
    if (!totals) throw new Error('no shift is open')
    return totals
  }
  return { ...till, charged, x }
}

const issued = (paymentId: string, ereceiptId: string, amount: Money, vat: number): SaleEvent =>
  receiptIssued({ paymentId, ereceiptId, amount, vat: money(vat) })

test('an e-receipt that the service returns again counts once, and one that replaces another voids that one', () => {
  const { charged, check, record, x } = openDrawer({
    invoicing: { ...FIRST_SETTINGS.invoicing, ereceipts: true },
  })
  const saleId = charged(sum(4200))
  check(saleId, paid(saleId, sum(4200)))
  const { paymentId } = paid(saleId, sum(4200))
  record(saleId, issued(paymentId, 'first', sum(4200), 38_182))
  record(saleId, issued(paymentId, 'first', sum(4200), 38_182))
  expect(x()).toMatchObject({
    ereceipts: { issued: { count: 1, amount: sum(4200) } },
    taxes: { vat: 38_182 },
  })
  record(saleId, issued(paymentId, 'second', sum(4100), 37_273))
  expect(x()).toMatchObject({
    ereceipts: { issued: { count: 2, amount: sum(8300) }, voided: { count: 1, amount: sum(4200) } },
    taxes: { vat: 37_273 },
  })
})

test('a payment that a later check lists as a card payment is on the card’s line only', () => {
  const { charged, check, x } = openDrawer()
  const saleId = charged(sum(4200))
  check(saleId, paid(saleId, sum(4200), 'unknown'))
  expect(x().tenders.qr.amount).toBe(sum(4200))
  check(saleId, { ...paid(saleId, sum(4200), 'CARD'), status: 'REFUNDED' })
  const { qr, card } = x().tenders
  expect([qr.amount, card.amount]).toEqual([0, 0])
})

test('a refused charge does not count as cancelled when its cart is discarded', () => {
  const { ringUp, record, x } = openDrawer()
  const saleId = ringUp(sum(4200))
  record(saleId, { kind: 'invoice-requested', total: sum(4200), due: sum(4200), attempt: 1 })
  record(saleId, { kind: 'invoice-refused', no: 1, failure: failure('MERCHANT_INACTIVE') })
  record(saleId, { kind: 'discarded' })
  expect(x().cancelled.count).toBe(0)
})

test('a sale or cash movement that loses an event later stays posted, and X says that it cannot be read', () => {
  const till = openDrawer()
  const { ringUp, take, shifts } = till
  const x = () => shifts().report(null)?.totals
  const whole = ringUp(sum(4200))
  take(whole, '')
  const torn = ringUp(sum(2500))
  take(torn, '')
  shifts().move('in', '10000', 'солих')
  expect(x()).toMatchObject({ sales: { count: 2 }, unread: 0 })
  till.lose(torn, 'tender-taken')
  expect(x()).toMatchObject({ sales: { count: 2, amount: sum(6700) }, unread: 1 })
  till.lose(till.journal().shifts.open()?.id ?? '', 'cash-in')
  expect(x()).toMatchObject({ drawer: { expected: sum(16_700) }, unread: 2 })
})
