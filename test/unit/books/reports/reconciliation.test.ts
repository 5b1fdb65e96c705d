import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListedInvoice } from '../../../../main/books/reports/reconciliation/books.ts'
import { compareBooks } from '../../../../main/books/reports/reconciliation/compare.ts'
import { isOurNumber } from '../../../../main/books/reports/reconciliation/own-sales.ts'
import { DISCREPANCY_KINDS } from '../../../../shared/books/reconciliation.ts'
import { type Money, money } from '../../../../shared/money/money.ts'
import { agreed, bookedPayment, PLANT_NAMES, plant, seenPayment } from '../../../support/planted-day.ts'

const book = (invoices: readonly ListedInvoice[]) => ({ invoices, elsewhere: [], unread: 0 })

const text = ({ kind, number }: { kind: string; number: string }): string => `${number} ${kind}`

describe('each way in which the two records can differ', () => {
  for (const name of PLANT_NAMES)
    test(`the comparison finds exactly the expected discrepancies: ${name}`, () => {
      const { invoices, sales, expected } = plant(name, 1, money(435_000))
      const { discrepancies } = compareBooks(book(invoices), sales)
      expect(discrepancies.map(({ kind }) => kind).sort()).toEqual(expected.map(({ kind }) => kind).sort())
    })

  test('every kind is planted at least once', () => {
    const planted = PLANT_NAMES.flatMap((name) => plant(name, 1, money(100)).expected)
    expect(new Set(planted.map(({ kind }) => kind))).toEqual(new Set(DISCREPANCY_KINDS))
  })
})

test('on a random day exactly the planted discrepancies are found, and the sums equal those of the rows', () => {
  const amount = fc.integer({ min: 1_000, max: 100_000_000 }).map((one): Money => money(one))
  const a = fc.tuple(fc.constantFrom(...PLANT_NAMES), amount)
  fc.assert(
    fc.property(fc.array(a, { maxLength: 40 }), fc.integer(), (day, turn) => {
      const planted = day.map(([name, sum], index) => plant(name, index, sum))
      const invoices = turned(
        planted.flatMap((one) => one.invoices),
        turn,
      )
      const sales = turned(
        planted.flatMap((one) => one.sales),
        turn + 1,
      )
      const { discrepancies, sums, matched } = compareBooks(book(invoices), sales)
      const found = discrepancies.map(({ kind, senderInvoiceNo }) => text({ kind, number: senderInvoiceNo }))
      expect(found.sort()).toEqual(planted.flatMap(({ expected }) => expected.map(text)).sort())
      const paid = invoices
        .flatMap(({ payments }) => payments ?? [])
        .filter(({ status, currency }) => status === 'PAID' && currency === undefined)
      expect(sums.theirs).toEqual({ count: paid.length, amount: total(paid) })
      expect(sums.net + sums.fees).toBe(sums.theirs.amount)
      expect(sums.matched.amount).toBe(total(matched.filter(({ status }) => status === 'PAID')))
      expect(new Set(discrepancies.map(({ key }) => key)).size).toBe(discrepancies.length)
    }),
  )
})

const total = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

const turned = <Value>(all: readonly Value[], turn: number): readonly Value[] => {
  const at = all.length === 0 ? 0 : Math.abs(turn) % all.length
  return [...all.slice(at), ...all.slice(0, at)]
}

test('fees are summed by wallet and type, and payments without a fee are counted', () => {
  const one = agreed(1, money(100_000))
  const two = agreed(2, money(50_000))
  const withoutFee = bookedPayment('payment-2', money(50_000), { fee: null })
  const card = { ...two.sale, payments: [seenPayment('payment-2', money(50_000), { type: 'CARD' })] }
  const { fees, sums } = compareBooks(book([one.invoice, { ...two.invoice, payments: [withoutFee] }]), [
    one.sale,
    card,
  ])
  expect(fees).toEqual([
    { wallet: 'Хаан банк', type: 'P2P', payments: { count: 1, amount: 100_000 }, fee: 1_000, untold: 0 },
    { wallet: 'Хаан банк', type: 'CARD', payments: { count: 1, amount: 50_000 }, fee: 0, untold: 1 },
  ])
  expect(sums).toMatchObject({ fees: 1_000, net: 149_000 })
})

test('a payment in another currency is in no sum of tugriks, and is listed', () => {
  const { invoice, sale } = agreed(1, money(100_000))
  const payments = [bookedPayment('payment-1', money(2_800), { currency: 'USD' })]
  const seen = [seenPayment('payment-1', money(2_800), { currency: 'USD', counted: false })]
  const { discrepancies, sums, fees } = compareBooks(book([{ ...invoice, payments }]), [
    { ...sale, payments: seen, ereceipts: [] },
  ])
  const none = { count: 0, amount: 0 }
  expect([sums.theirs, sums.ours, sums.matched, fees]).toEqual([none, none, none, []])
  expect(discrepancies.map(({ kind, paymentId }) => [kind, paymentId])).toContainEqual([
    'other-currency',
    'payment-1',
  ])
})

test('another terminal of the merchant is told apart from an earlier journal of this one', () => {
  const own = { tag: 'X7F3', terminal: 'K01' }
  expect(isOurNumber('K01-261121-0147-X7F3', own)).toBe(true)
  expect(isOurNumber('K01-261121-0147-OLD1', own)).toBe(true)
  expect(isOurNumber('K02-261121-0147-X7F3', own)).toBe(true)
  expect(isOurNumber('K02-261121-0147-OLD1', own)).toBe(false)
  expect(isOurNumber('order 4711', own)).toBe(false)
})
