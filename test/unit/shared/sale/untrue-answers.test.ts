/** What an untrue or outdated answer does to a sale. */
import { expect, test } from 'vitest'
import { failure } from '../../../../shared/failure.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { cancellationFoundOut } from '../../../../shared/sale/invoice-answers.ts'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { stepsOf } from '../../../../shared/sale/steps.ts'
import { created, opened, requested, rung, TERMS } from '../../../support/sample-sale.ts'

const POLICY = { terms: TERMS, monitorUntil: 99 }
const CHARGED: readonly SaleEvent[] = [opened, rung, { ...requested, terms: TERMS }, created]

const sale = (...events: readonly SaleEvent[]): Sale => applyAll(null, 'sale-1', 1, [...CHARGED, ...events])

const cancelled = (why: 'TIMEOUT' | 'INVOICE_NOTFOUND'): readonly SaleEvent[] => [
  { kind: 'cancel-requested', no: 1 },
  { kind: 'cancel-unknown', no: 1, failure: failure(why) },
]

const kindsAfter = (of: Sale, standing: 'gone' | 'open'): readonly string[] =>
  cancellationFoundOut(of, 1, { seen: [], standing }, POLICY).events.map(({ kind }) => kind)

test('an invoice that is not found once does not count as cancelled: the cancellation is repeated', () => {
  expect(kindsAfter(sale(...cancelled('TIMEOUT')), 'gone')).toEqual(['cancel-requested'])
})

test('a cancellation that did not arrive is not repeated while a manager holds it', () => {
  const held = sale(...cancelled('TIMEOUT'), { kind: 'work-held' })
  const { events } = cancellationFoundOut(held, 1, { seen: [], standing: 'open' }, POLICY)
  const waiting = applyAll(held, 'sale-1', 1, events)
  expect(waiting.held).toBe(true)
  expect(stepsOf(waiting).map((step) => step.do)).toEqual(['check payments'])
  const released = applyAll(waiting, 'sale-1', 1, [{ kind: 'work-released' }])
  expect(stepsOf(released)[0]).toEqual({ do: 'ask for cancellation again', no: 1 })
})

test('an invoice that neither the list of invoices nor the cancellation finds counts as cancelled', () => {
  expect(kindsAfter(sale(...cancelled('INVOICE_NOTFOUND')), 'gone')).toEqual(['invoice-cancelled'])
})

test('an invoice that was left open stays so after a check that does not find it', () => {
  const leftOpen = sale(
    { kind: 'sale-ended', monitorUntil: 99 },
    { kind: 'cancel-requested', no: 1 },
    { kind: 'cancel-refused', no: 1, failure: failure('INVOICE_PAID') },
  )
  expect(kindsAfter(leftOpen, 'gone')).toEqual([])
})
