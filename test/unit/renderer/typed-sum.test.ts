import { expect, test } from 'vitest'
import { typedSum } from '../../../renderer/cashier/tenders/typed-sum.ts'
import { tugriks } from '../../../shared/money.ts'
import { TENDER_KINDS } from '../../../shared/sale.ts'

const DUE = tugriks(2600)

test('an empty field is just what is due, whatever the tender', () => {
  for (const kind of TENDER_KINDS)
    expect(typedSum(kind, ' ', DUE)).toEqual({ received: DUE, missing: 0, change: 0, wrong: null })
})

test('less than is due leaves the rest to be paid', () => {
  for (const kind of TENDER_KINDS)
    expect(typedSum(kind, '1,000', DUE)).toMatchObject({ missing: tugriks(1600), change: 0, wrong: null })
})

test('only cash is changed: more by card or by transfer is refused', () => {
  expect(typedSum('cash', '5000', DUE)).toMatchObject({ change: tugriks(2400), wrong: null })
  expect(typedSum('card', '5000', DUE)).toMatchObject({ change: 0, wrong: { name: 'TENDER_TOO_MUCH' } })
  expect(typedSum('transfer', '2600.5', DUE)).toMatchObject({ wrong: { name: 'TENDER_TOO_MUCH' } })
})

test('what is no amount is named: no number, or more digits than any sale has', () => {
  expect(typedSum('card', 'арав', DUE)).toMatchObject({ received: null, wrong: { name: 'CASH_INVALID' } })
  expect(typedSum('cash', '99999999999999', DUE)).toMatchObject({ wrong: { name: 'AMOUNT_TOO_LARGE' } })
})
