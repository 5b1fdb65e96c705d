import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { tugriks } from '../../../../shared/money/money.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import { invoice, opened } from '../../../support/sample-sale.ts'
import { command, journalAt, newFile, next, numbered } from './till-journal.ts'

const DAY = '2026-11-20'
const kept = (keys: readonly string[], matched: readonly string[] = []) => ({
  span: DAY,
  doneAt: 7,
  keys,
  result: JSON.stringify({ keys }),
  matched,
})
const BY = { id: 'p1', name: 'Тэмүүлэн' }

test('a new result of a day replaces the one before, and its matched rows are read in pages', () => {
  const journal = journalAt()
  expect(journal.reconciliations.of(DAY)).toBeNull()
  journal.reconciliations.keep(kept(['a']))
  journal.reconciliations.keep(kept(['a', 'b'], ['{"n":1}', '{"n":2}', '{"n":3}']))
  expect(journal.reconciliations.of(DAY)).toBe('{"keys":["a","b"]}')
  expect(journal.reconciliations.matched(DAY, 1, 1)).toEqual({ rows: ['{"n":2}'], all: 3 })
  expect(journal.reconciliations.matched('2026-11-19', 0, 10)).toEqual({ rows: [], all: 0 })
})

test('an explained discrepancy is not counted until the explanation is taken back', () => {
  const journal = journalAt()
  journal.reconciliations.keep(kept(['a', 'b']))
  journal.reconciliations.explain(DAY, 'a', { why: 'x', by: BY, at: 8 })
  expect(journal.reconciliations.explanations(DAY)).toEqual(new Map([['a', { why: 'x', by: BY, at: 8 }]]))
  expect(journal.reconciliations.latest(9)).toEqual([{ span: DAY, doneAt: 7, discrepancies: 1 }])
  journal.reconciliations.unexplain('a')
  expect(journal.reconciliations.latest(9)).toMatchObject([{ discrepancies: 2 }])
})

test('a merged journal brings its results and explanations and removes none', async () => {
  const file = newFile()
  const lost = journalAt(file)
  lost.reconciliations.keep(kept(['a', 'b']))
  lost.reconciliations.explain(DAY, 'a', { why: 'of the backup', by: null, at: 8 })
  lost.reconciliations.explain(DAY, 'b', { why: 'of the backup', by: null, at: 8 })
  lost.close()
  const journal = journalAt()
  journal.reconciliations.explain(DAY, 'b', { why: 'of this one', by: BY, at: 9 })
  const source = new DatabaseSync(file)
  onTestFinished(() => source.close())
  await journal.file.merge(source)
  expect(journal.reconciliations.of(DAY)).toBe('{"keys":["a","b"]}')
  expect([...journal.reconciliations.explanations(DAY).values()].map(({ why }) => why)).toEqual([
    'of the backup',
    'of this one',
  ])
})

test('sales are found by the time of their invoice and by number, also a cart that was parked for days', () => {
  const journal = journalAt()
  const requested: SaleEvent = {
    kind: 'invoice-requested',
    total: tugriks(2500),
    due: tugriks(2000),
    attempt: 1,
  }
  const created: SaleEvent = { kind: 'invoice-created', no: 1, invoice, found: 'answer' }
  journal.sales.commit(numbered(1))
  journal.sales.commit(numbered(2))
  journal.sales.commit(next(journal, 'sale-2', [requested, created], 500))
  const day = opened.kind === 'opened' ? opened.day : ''
  expect([...journal.invoices.madeOn(day, 400, 600)].flat()).toMatchObject([
    { saleId: 'sale-2', invoiceId: invoice.invoiceId, number: 'K01-2' },
  ])
  expect([...journal.invoices.madeOn(day, 501, 600)].flat()).toEqual([])
  expect(journal.invoices.lastMadeAt('sale-2')).toBe(500)
  expect(journal.sales.byId('sale-2')?.invoices.map(({ amount }) => amount)).toEqual([tugriks(2000)])
  expect(journal.invoices.lastMadeAt('sale-1')).toBeNull()
  expect(journal.sales.byInvoice(invoice.invoiceId)?.id).toBe('sale-2')
  expect(journal.sales.byNumber('K01-1')?.id).toBe('sale-1')
  expect(journal.sales.byNumber('K01-9')).toBeNull()
})

test('the invoices of a long shift are read in portions, so that the till sells meanwhile', () => {
  const journal = journalAt()
  const shift = { id: 'shift-1', terminal: 'K01', tag: journal.tag, state: 'open', openedAt: 4 } as const
  journal.shifts.commit({
    shift: { ...shift, closedAt: null, zNumber: null, version: 1 },
    at: 4,
    events: [
      {
        kind: 'shift-opened',
        terminal: 'K01',
        float: tugriks(0),
        by: null,
        periods: [],
        cashBefore: tugriks(0),
      },
    ],
  })
  const requested: SaleEvent = {
    kind: 'invoice-requested',
    total: tugriks(2500),
    due: tugriks(2500),
    attempt: 1,
  }
  journal.command(command('all-sales'), () => {
    for (let number = 1; number <= 201; number += 1) {
      const made = { ...invoice, invoiceId: `invoice-${number}` }
      journal.sales.commit(numbered(number))
      journal.sales.commit(
        next(journal, `sale-${number}`, [
          requested,
          { kind: 'invoice-created', no: 1, invoice: made, found: 'answer' },
        ]),
      )
    }
  })
  const portions = [...journal.invoices.ofShift('shift-1')]
  expect(portions.map(({ length }) => length)).toEqual([200, 1])
  expect(new Set(portions.flat().map(({ invoiceId }) => invoiceId)).size).toBe(201)
})
