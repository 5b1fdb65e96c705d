import { expect, test } from 'vitest'
import { typedSum } from '../../../renderer/cashier/parts/tenders/typed-sum.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { TENDER_KINDS } from '../../../shared/sale/sale.ts'

const DUE = tugriks(2600)

test('an empty field means exactly the amount due, for every tender', () => {
  for (const kind of TENDER_KINDS)
    expect(typedSum(kind, ' ', DUE)).toEqual({ received: DUE, missing: 0, change: 0, wrong: null })
})

test('less than is due leaves the rest to be paid', () => {
  for (const kind of TENDER_KINDS)
    expect(typedSum(kind, '1,000', DUE)).toMatchObject({ missing: tugriks(1600), change: 0, wrong: null })
})

test('more than is due is refused except for cash, which gets change', () => {
  expect(typedSum('cash', '5000', DUE)).toMatchObject({ change: tugriks(2400), wrong: null })
  expect(typedSum('card', '5000', DUE)).toMatchObject({ change: 0, wrong: { name: 'TENDER_TOO_MUCH' } })
  expect(typedSum('transfer', '2600.5', DUE)).toMatchObject({ wrong: { name: 'TENDER_TOO_MUCH' } })
})

test('an invalid amount is named: not a number, or too many digits', () => {
  expect(typedSum('card', 'арав', DUE)).toMatchObject({ received: null, wrong: { name: 'AMOUNT_INVALID' } })
  expect(typedSum('cash', '99999999999999', DUE)).toMatchObject({ wrong: { name: 'AMOUNT_TOO_LARGE' } })
})

test('one or two digits of cash are thousands, if they cover the due and the plain amount does not', () => {
  const received = (typed: string, due = DUE) => typedSum('cash', typed, due).received
  expect(received('20')).toBe(tugriks(20_000))
  expect(received('3')).toBe(tugriks(3_000))
  expect(received('2')).toBe(tugriks(2))
  expect(received('500')).toBe(tugriks(500))
  expect(received('20', tugriks(20))).toBe(tugriks(20))
  expect(typedSum('card', '20', DUE).received).toBe(tugriks(20))
})
