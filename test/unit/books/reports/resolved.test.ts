import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runToEnd } from '../../../../main/base/chunked.ts'
import type { BookedSale, ListedInvoice } from '../../../../main/books/reports/reconciliation/books.ts'
import { type Compared, compareBooks } from '../../../../main/books/reports/reconciliation/compare.ts'
import { type Resolved, resolved } from '../../../../main/books/reports/reconciliation/result.ts'
import { partsOf } from '../../../../main/books/reports/reconciliation/sums.ts'
import type { FeeRow } from '../../../../shared/books/reconciliation.ts'
import { type Money, money } from '../../../../shared/money/money.ts'
import { agreed, PLANT_NAMES, plant } from '../../../support/planted-day.ts'

const book = (invoices: readonly ListedInvoice[]) => ({ invoices, elsewhere: [], unread: 0 })

function kept(invoices: readonly ListedInvoice[], sales: readonly BookedSale[]): Resolved {
  const { discrepancies, matched, ...compared } = compareBooks(book(invoices), sales)
  const numbers = new Set(discrepancies.map(({ senderInvoiceNo }) => senderInvoiceNo))
  return {
    result: {
      span: '2026-11-21',
      shift: null,
      terminal: 'K01',
      tills: [],
      begunAt: 1,
      doneAt: 2,
      ...compared,
      discrepancies: discrepancies.map((one) => ({ ...one, resolvedAt: null })),
      apart: [],
      parts: runToEnd(partsOf(numbers, book(invoices), sales, matched)),
    },
    matched,
  }
}

const byName = (rows: readonly FeeRow[]) =>
  [...rows].sort((a, b) => (`${a.wallet} ${a.type}` < `${b.wallet} ${b.type}` ? -1 : 1))

const left = ({ result }: Resolved): readonly string[] =>
  result.discrepancies.filter(({ resolvedAt }) => resolvedAt === null).map(({ key }) => key)

test('reading each number of a random day again gives the same result as reading the whole day again', () => {
  const amount = fc.integer({ min: 1_000, max: 100_000_000 }).map((one): Money => money(one))
  const planted = fc.record({
    first: fc.constantFrom(...PLANT_NAMES),
    // What the second reading finds; null means that both records agree by then.
    later: fc.option(fc.constantFrom(...PLANT_NAMES)),
    amount,
  })
  fc.assert(
    fc.property(fc.array(planted, { maxLength: 20 }), (day) => {
      const before = day.map(({ first, amount: sum }, index) => plant(first, index, sum))
      const after = day.map(({ later, amount: sum }, index) => {
        if (later !== null) return plant(later, index, sum)
        const { invoice, sale } = agreed(index, sum)
        return { invoices: [invoice], sales: [sale] }
      })
      let now = kept(
        before.flatMap(({ invoices }) => invoices),
        before.flatMap(({ sales }) => sales),
      )
      const numbers = new Set(now.result.discrepancies.map(({ senderInvoiceNo }) => senderInvoiceNo))
      const again = day.map((_, index) => {
        const { invoice } = agreed(index, money(100))
        return numbers.has(invoice.senderInvoiceNo) ? after[index] : before[index]
      })
      day.forEach((_, index) => {
        const { senderInvoiceNo } = agreed(index, money(100)).invoice
        const one = after[index]
        if (one && numbers.has(senderInvoiceNo))
          now = resolved(now, senderInvoiceNo, compareBooks(book(one.invoices), one.sales), 9)
      })
      const whole: Compared = compareBooks(
        book(again.flatMap((one) => one?.invoices ?? [])),
        again.flatMap((one) => one?.sales ?? []),
      )
      expect(now.result.sums).toEqual(whole.sums)
      expect(byName(now.result.fees)).toEqual(byName(whole.fees))
      expect([...left(now)].sort()).toEqual(whole.discrepancies.map(({ key }) => key).sort())
      const ids = (rows: Compared['matched']) => rows.map(({ paymentId }) => paymentId).sort()
      expect(ids(now.matched)).toEqual(ids(whole.matched))
      // No row leaves the list: each is resolved or still there.
      const places = now.result.discrepancies.map(({ kind, paymentId, invoiceId, saleId }) =>
        [kind, paymentId ?? invoiceId ?? saleId].join('|'),
      )
      expect(new Set(places).size).toBe(places.length)
    }),
  )
})

test('a discrepancy that comes back after it was settled is open again', () => {
  const { invoices, sales } = plant('a payment that was refunded elsewhere', 1, money(500))
  const good = agreed(1, money(500))
  const number = good.invoice.senderInvoiceNo
  const first = kept(invoices, sales)
  const resolvedOnce = resolved(first, number, compareBooks(book([good.invoice]), [good.sale]), 9)
  expect(left(resolvedOnce)).toEqual([])
  const back = resolved(resolvedOnce, number, compareBooks(book(invoices), sales), 10)
  expect(left(back)).toEqual(left(first))
  expect(back.result.sums).toEqual(first.result.sums)
})
