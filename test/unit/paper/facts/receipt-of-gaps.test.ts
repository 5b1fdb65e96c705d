/** The receipt of a sold sale of which the disk lost an event. */
import { expect, test } from 'vitest'
import { asSold, receiptFacts } from '../../../../main/paper/facts/receipt-facts.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { bread, lineOf, opened } from '../../../support/sample-sale.ts'

const tender = {
  id: 't1',
  kind: 'cash',
  amount: tugriks(2500),
  received: tugriks(5000),
  change: tugriks(2500),
  reference: '',
} as const

const EVENTS: readonly SaleEvent[] = [
  opened,
  { kind: 'line-added', line: lineOf(bread) },
  { kind: 'tender-taken', tender },
  { kind: 'paid', payments: [], counted: [], receiptsDue: [] },
]

test.each([1, 2, 3])(
  'when event %i of a sold sale is missing, its receipt still shows how it was paid',
  (missing) => {
    const sale = applyAll(null, 'sale-1', 5, EVENTS)
    const recorded = EVENTS.map((event, index) => ({ seq: index + 1, at: 5, command: null, event }))
    const left = recorded.filter(({ seq }) => seq !== missing)
    const maker = { settings: FIRST_SETTINGS, logo: null, testMode: true }
    const receipt = receiptFacts(sale, asSold(sale, left), { maker, unseal: () => null })
    expect(receipt).toMatchObject({ payments: [{ amount: tugriks(5000) }], change: tugriks(2500) })
  },
)
