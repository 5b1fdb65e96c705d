/** The report, X and the attention list show the same amounts owed, whatever the clock did and whoever looked. */
import { expect, test } from 'vitest'
import { journalOfFigures } from '../../../../main/many-tills/figures/index.ts'
import { shiftReport } from '../../../../main/paper/draw/index.ts'
import { shiftFacts } from '../../../../main/paper/facts/index.ts'
import { failure } from '../../../../shared/failure.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { shopDay, shopMoment } from '../../../../shared/shop/shop-day.ts'
import { paperText } from '../../../support/paper-text.ts'
import { invoice, itemSettled, receiptIssued, returnOpened } from '../../../support/sample-sale.ts'
import { reportOf, rowOf } from '../../../support/whole-report.ts'
import { drawerAt, paid, sum } from '../shifts/drawer.ts'

const DAY = 24 * 3_600_000
const PRICE = sum(1000)
const MAKER = { settings: FIRST_SETTINGS, logo: null, testMode: true }

function openDrawer() {
  const till = drawerAt()
  till.shifts().open('10000')
  const sale = (saleId: string): Sale => {
    const found = till.journal().sales.byId(saleId)
    if (!found) throw new Error('no such sale')
    return found
  }
  /** A sale that is paid by QR, with an e-receipt to be issued. */
  const sold = () => {
    const saleId = till.ringUp(PRICE)
    till.charge(saleId, PRICE, PRICE)
    const payment = paid(saleId, PRICE)
    const { paymentId } = payment
    till.record(saleId, {
      kind: 'paid',
      no: 1,
      payments: [payment],
      counted: [{ paymentId, amount: PRICE }],
      receiptsDue: [paymentId],
    })
    return { saleId, paymentId, payment }
  }
  const goodsReturned = (saleId: string, paymentId: string) =>
    till.record(saleId, itemSettled('refunded-elsewhere', 'goods-returned', { paymentId, amount: PRICE }))
  const ereceipts = () => {
    const { tables } = till.report()
    const [owed, refused] = (['owed', 'refused'] as const).map((key) => rowOf({ tables }, 'taxes', key).times)
    return { owed, refused, onX: till.x().ereceipts.owed.count }
  }
  /** The lines of the X on paper. */
  const lines = (): readonly string[] => {
    const [open] = till.shifts().list().shifts
    const report = till.shifts().report(open?.id ?? '')
    if (!report) throw new Error('no shift is open')
    const facts = shiftFacts(report, { maker: MAKER, kind: 'x-report', now: till.clock.now() })
    return paperText(shiftReport(facts)).map((line) => line.replace(/\s+/g, ' ').trim())
  }
  return { ...till, sale, sold, goodsReturned, ereceipts, lines }
}

test('money for an invoice that was taken as lost is late money, even while its cart is open', () => {
  const till = openDrawer()
  const saleId = till.ringUp(PRICE)
  till.record(saleId, { kind: 'invoice-requested', total: PRICE, due: PRICE, attempt: 1 })
  till.record(saleId, { kind: 'invoice-unknown', no: 1, failure: failure('TIMEOUT') })
  till.record(saleId, { kind: 'charge-withdrawal-asked', no: 1 })
  till.record(saleId, { kind: 'invoice-absent', no: 1 })
  till.record(saleId, { kind: 'charge-withdrawn', no: 1 })
  const number = till.sale(saleId).senderInvoiceNo
  till.record(saleId, { kind: 'invoice-found', number, amount: PRICE, invoice })
  till.check(saleId, paid(saleId, PRICE))
  expect(attentionOf(till.sale(saleId))).toMatchObject([{ cause: 'late-money', amount: PRICE }])
  expect(rowOf(till.report(), 'other', 'late').amount).toBe(PRICE)
  till.close()
})

test('an e-receipt whose money was refunded elsewhere, and that a person acknowledged, is not owed', () => {
  const till = openDrawer()
  const { saleId, paymentId, payment } = till.sold()
  till.check(saleId, { ...payment, status: 'REFUNDED' })
  till.record(saleId, { kind: 'ereceipt-refused', paymentId, failure: failure('PAYMENT_NOT_PAID') })
  till.goodsReturned(saleId, paymentId)
  till.record(saleId, itemSettled('ereceipt-refused', 'seen'))
  expect(attentionOf(till.sale(saleId))).toEqual([])
  expect(till.ereceipts()).toEqual({ owed: 0, refused: 0, onX: 0 })
  till.close()
})

test('an e-receipt that was given up is still in the table of e-receipts', () => {
  const till = openDrawer()
  const { saleId } = till.sold()
  till.record(saleId, { kind: 'work-given-up', work: 'e-receipt' })
  const row = (key: string) => rowOf(till.report(), 'taxes', key).amount
  expect(row('given-up')).toBe(PRICE)
  // No e-receipt of ours covers the goods any more.
  expect(row('to-issue-elsewhere')).toBe(PRICE)
  till.close()
})

test('an e-receipt that was given up and is issued on a later day does not count as minus one given up on that day', () => {
  const till = openDrawer()
  const { saleId, paymentId } = till.sold()
  const day = shopDay(till.clock.now())
  till.record(saleId, { kind: 'work-given-up', work: 'e-receipt' })
  till.clock.advance(DAY)
  till.record(saleId, receiptIssued({ paymentId, amount: PRICE, vat: sum(90) }))
  const given = [day, shopDay(till.clock.now())].map(
    (of) => rowOf(till.report(of), 'taxes', 'given-up').times,
  )
  expect(given).toEqual([1, 0])
  till.close()
})

test('an e-receipt from a day when the clock was ahead is owed today, in the report as on X', () => {
  const till = openDrawer()
  till.clock.jump(3 * DAY)
  const { saleId, paymentId } = till.sold()
  till.clock.jump(-3 * DAY)
  expect(till.ereceipts()).toEqual({ owed: 1, refused: 0, onX: 1 })
  till.record(saleId, { kind: 'ereceipt-refused', paymentId, failure: failure('REQUEST_REFUSED') })
  expect(till.ereceipts()).toEqual({ owed: 0, refused: 1, onX: 1 })
  till.close()
})

test('the shop’s loss from a return that was also refunded elsewhere is in the report and in the bridge, and is not a resolution', () => {
  const till = openDrawer()
  const { saleId, paymentId, payment } = till.sold()
  const returnId = 'r1'
  const part = { id: 'p1', paymentId, amount: PRICE, by: 'hand', way: 'cash', why: 'bank-transfer' } as const
  till.record(
    saleId,
    returnOpened({
      returnId,
      lines: till.sale(saleId).lines.map(({ id, quantity, amount }) => ({ lineId: id, quantity, amount })),
      whole: true,
      amount: PRICE,
      parts: [{ ...part, step: { name: 'due' } }],
    }),
  )
  till.record(saleId, { kind: 'repaid', returnId, partId: part.id, how: 'cash', note: '' })
  till.record(saleId, { kind: 'return-completed', returnId })
  till.check(saleId, { ...payment, status: 'REFUNDED' })
  expect(attentionOf(till.sale(saleId))).toMatchObject([{ cause: 'refunded-elsewhere', amount: PRICE }])
  till.goodsReturned(saleId, paymentId)
  const { bridge, settled } = till.x()
  expect(bridge['written-off']).toBe(PRICE)
  expect(rowOf(till.report(), 'other', 'written-off').amount).toBe(PRICE)
  expect(settled['written-off']).toEqual({ count: 0, amount: 0 })
  till.close()
})

test('an e-receipt with unknown taxes that replaces another one counts once as issued and once as void, in one event', () => {
  const till = openDrawer()
  const { saleId, paymentId } = till.sold()
  till.record(saleId, untaxed(paymentId, 'e1'), untaxed(paymentId, 'e2'))
  const taxes = till.report().tables
  const times = (key: string) => rowOf({ tables: taxes }, 'taxes', key).times
  expect(['issued', 'taxes-unknown', 'void', 'taxes-unknown-voided'].map(times)).toEqual([2, 2, 1, 1])
  till.close()
})

test('taxes that are told on a later day count there as told, and take nothing from the unknown ones of that day', () => {
  const till = openDrawer()
  const { saleId, paymentId } = till.sold()
  const first = untaxed(paymentId, 'e1')
  till.record(saleId, first)
  const day = shopDay(till.clock.now())
  till.clock.advance(DAY)
  const other = till.sold()
  till.record(other.saleId, untaxed(other.paymentId, 'e9'))
  till.record(saleId, {
    kind: 'ereceipt-issued',
    ereceipt: { ...first.ereceipt, vat: sum(90), cityTax: sum(0) },
  })
  const counts = (of: string) =>
    ['taxes-unknown', 'taxes-unknown-voided', 'taxes-told'].map(
      (key) => rowOf(till.report(of), 'taxes', key).times,
    )
  const next = shopDay(till.clock.now())
  expect([counts(day), counts(next)]).toEqual([
    [1, 0, 0],
    [1, 0, 1],
  ])
  expect(rowOf(till.report(next), 'taxes', 'issued')).toMatchObject({ vat: sum(90), vatUntold: 1 })
  till.close()
})

const NONE = { issued: 0, voided: 0, told: 0 }

test('an e-receipt without its VAT is unknown in the VAT only', () => {
  const till = openDrawer()
  const { saleId, paymentId } = till.sold()
  const { kind, ereceipt } = untaxed(paymentId, 'e1')
  till.record(saleId, { kind, ereceipt: { ...ereceipt, cityTax: sum(10) } })
  const { taxes, untold, ereceipts } = till.x()
  expect(untold).toEqual({ vat: { ...NONE, issued: 1 }, cityTax: NONE })
  expect(taxes).toEqual({ vat: 0, cityTax: sum(10) })
  expect(ereceipts.taxesUnknown).toEqual({ count: 1, amount: PRICE })
  const issued = rowOf(till.report(), 'taxes', 'issued')
  expect(issued).toMatchObject({ vatUntold: 1, cityTax: sum(10), cityTaxUntold: 0 })
  till.close()
})

test('taxes that are told in the shift of their e-receipt, one after the other, are no longer called only unknown', () => {
  const till = openDrawer()
  const { saleId, paymentId } = till.sold()
  const { kind, ereceipt } = untaxed(paymentId, 'e1')
  till.record(saleId, { kind, ereceipt })
  till.record(saleId, { kind, ereceipt: { ...ereceipt, vat: sum(90) } })
  expect(till.x().untold.vat).toEqual({ issued: 1, voided: 0, told: 1 })
  expect(till.x().untold.cityTax).toEqual({ issued: 1, voided: 0, told: 0 })
  expect(till.x().ereceipts.taxesTold.count).toBe(0)
  expect(till.lines()).toContain('НӨАТ | 90 + 1 тодорхойгүй, 1 дараа мэдэгдсэн')
  expect(till.lines()).toContain('НХАТ | 0 + 1 тодорхойгүй')
  till.record(saleId, { kind, ereceipt: { ...ereceipt, cityTax: sum(0) } })
  expect(till.x().ereceipts.taxesTold).toEqual({ count: 1, amount: PRICE })
  till.close()
})

test('a Z has the e-receipts and taxes of the time without a shift before it', () => {
  const till = openDrawer()
  till.shut()
  const { saleId, paymentId } = till.sold()
  const { kind, ereceipt } = untaxed(paymentId, 'e1')
  till.record(saleId, { kind, ereceipt: { ...ereceipt, vat: sum(90) } })
  till.shifts().open('0')
  expect(till.x().before).toMatchObject({ taxes: { vat: sum(90) }, ereceipts: { issued: { count: 1 } } })
  const lines = till.lines().slice(till.lines().indexOf('Ээлжгүй үеийн'))
  expect(lines).toContain('Цахим баримт: Гарсан (1) | 1,000')
  expect(lines).toContain('НӨАТ | 90')
  expect(lines).toContain('НХАТ | 0 + 1 тодорхойгүй')
  till.close()
})

/** The service issues an e-receipt and tells no taxes. */
const untaxed = (paymentId: string, id: string) => ({
  kind: 'ereceipt-issued' as const,
  ereceipt: {
    step: 'issued' as const,
    paymentId,
    ereceiptId: id,
    printedId: id.padEnd(33, '1'),
    issuedAt: null,
    amount: PRICE,
    vat: null,
    cityTax: null,
    hasLottery: true,
  },
})

test.each([
  { name: 'the shop also sold on the days of the report', later: 2 },
  { name: 'nothing has happened since', later: 0 },
])('a report of all tills includes what is owed from before its days, where $name', async ({ later }) => {
  const owed = (book: string, times: number) =>
    ['e-receipt', book, 'owed', times, 0, 0, times * PRICE, 0, 0] as const
  const sums = [
    // The shop database adds all earlier days up to one sum, which has no day.
    [...owed('day ', 3)],
    ...(later > 0 ? [[...owed('day 2026-11-20', later)]] : []),
  ]
  const told = { sums, shifts: [], moved: [], tills: [] } as unknown as Parameters<typeof journalOfFigures>[0]
  const journal = await journalOfFigures(told, null, () => null)
  const now = shopMoment('2026-11-21')
  for (const [from, to] of [
    ['2026-11-20', '2026-11-20'],
    ['2026-11-01', '2026-11-21'],
  ])
    expect(rowOf(reportOf(journal as never, now, from ?? '', to), 'taxes', 'owed')).toMatchObject({
      times: 3 + later,
      amount: (3 + later) * PRICE,
    })
  journal.close()
})
