import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../main/storage/journal/index.ts'
import { rebuildProjections } from '../../../../main/storage/projections/index.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { failure } from '../../../../shared/failure.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import type { PrinterName } from '../../../../shared/shop/printing.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { invoice, opened } from '../../../support/sample-sale.ts'
import { first, journalAt, newFile, next, numbered, OPTIONS, rung } from './till-journal.ts'

const total = first().total
const requested: SaleEvent = { kind: 'invoice-requested', total, due: total, attempt: 1 }

test('what was committed is there after the file is opened again', () => {
  const file = newFile()
  const journal = journalAt(file)
  journal.sales.commit(first())
  const before = journal.sales.byId('sale-1')
  journal.close()
  const again = journalAt(file)
  expect(again.sales.byId('sale-1')).toEqual(before)
  expect(again.sales.events('sale-1').map(({ event }) => event)).toEqual([opened, rung])
})

test('the events of a sale add up to its snapshot', () => {
  const journal = journalAt()
  journal.sales.commit(first())
  const events = journal.sales.events('sale-1').map(({ event }) => event)
  expect(applyAll(null, 'sale-1', 5, events)).toEqual(journal.sales.byId('sale-1'))
})

test('a commit is stored in full or not at all', () => {
  const journal = journalAt()
  const job = { id: 'job-1', kind: 'sale' } as const
  expect(() => journal.sales.commit({ ...first(), newJobs: [job, job] })).toThrow(/UNIQUE/)
  expect(journal.sales.byId('sale-1')).toBeNull()
  expect(journal.sales.events('sale-1')).toEqual([])
  expect(journal.printJobs.owed()).toEqual([])
})

test('a sale that changed meanwhile is not overwritten', () => {
  const journal = journalAt()
  journal.sales.commit(first())
  const after = next(journal, 'sale-1', [rung])
  journal.sales.commit(after)
  expect(() => journal.sales.commit(after)).toThrow(/not at version 2/)
})

test('one invoice number belongs to one sale for ever', () => {
  const journal = journalAt()
  journal.sales.commit(first())
  expect(() => journal.sales.commit(first([opened, rung], 'sale-2'))).toThrow(/UNIQUE/)
})

test('numbers start at one for each terminal and day', () => {
  const journal = journalAt()
  expect(journal.saleNumbers.nextSequence('K01', '2026-11-20')).toBe(1)
  journal.sales.commit(first())
  expect(journal.saleNumbers.nextSequence('K01', '2026-11-20')).toBe(148)
  expect(journal.saleNumbers.nextSequence('K02', '2026-11-20')).toBe(1)
  expect(journal.saleNumbers.nextSequence('K01', '2026-11-21')).toBe(1)
})

test('two journals have different tags, and a journal keeps its tag', () => {
  const file = newFile()
  const journal = journalAt(file)
  expect(journal.tag).toMatch(/^[A-Z2-9]{4}$/)
  expect(journal.tag).not.toBe(journalAt().tag)
  journal.close()
  expect(journalAt(file).tag).toBe(journal.tag)
})

test('no event can be changed or deleted, not even by SQL', () => {
  const file = newFile()
  const journal = journalAt(file)
  journal.sales.commit(first())
  journal.close()
  const database = new DatabaseSync(file)
  expect(() => database.exec('DELETE FROM event')).toThrow(/never deleted/)
  expect(() => database.exec("UPDATE event SET body = '{}'")).toThrow(/never changed/)
  expect(() => database.exec('DELETE FROM sale')).toThrow(/never deleted/)
  expect(() => database.exec("UPDATE sale SET sender_invoice_no = 'x'")).toThrow(/kept for ever/)
  database.close()
})

test('the journal is opened with WAL, full synchronisation, foreign keys and secure deletion', () => {
  const database = openDatabase(newFile(), { rebuild: rebuildProjections })
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  expect(pragma('journal_mode')).toBe('wal')
  expect(Number(pragma('synchronous'))).toBe(2)
  expect(Number(pragma('foreign_keys'))).toBe(1)
  expect(Number(pragma('secure_delete'))).toBe(1)
  database.close()
})

test('pending sales are listed by their own column, oldest first', () => {
  const journal = journalAt()
  journal.sales.commit(numbered(1, { waits: true, due: true }))
  journal.sales.commit(numbered(2, { due: true }))
  journal.sales.commit(numbered(3, { waits: true, at: 9 }))
  expect(journal.unfinished.waiting().map(({ id }) => id)).toEqual(['sale-1', 'sale-3'])
  expect(journal.unfinished.waitingSummary()).toEqual({ count: 2, oldestAt: 5 })
  journal.sales.commit({ ...next(journal, 'sale-1', [rung]), waits: false })
  expect(journal.unfinished.waiting().map(({ id }) => id)).toEqual(['sale-3'])
  expect(journal.unfinished.waitingSummary()).toEqual({ count: 1, oldestAt: 9 })
})

test('parked sales are listed as set aside, oldest first, until they are resumed', () => {
  const journal = journalAt()
  for (const number of [1, 2]) journal.sales.commit(numbered(number))
  for (const id of ['sale-1', 'sale-2'])
    journal.sales.commit(next(journal, id, [{ kind: 'parked', label: 'blue coat' }]))
  expect(journal.unfinished.setAside().map(({ id }) => id)).toEqual(['sale-1', 'sale-2'])
  journal.sales.commit({ ...next(journal, 'sale-1', [{ kind: 'resumed' }]), takesCounter: true })
  expect(journal.unfinished.setAside().map(({ id }) => id)).toEqual(['sale-2'])
})

test('carts, parked sales and charges that are not at the counter are set aside; ended sales are not', () => {
  const journal = journalAt()
  for (const number of [1, 2, 3, 4]) journal.sales.commit(numbered(number))
  journal.sales.commit(next(journal, 'sale-1', [{ kind: 'parked', label: '' }]))
  journal.sales.commit(next(journal, 'sale-2', [requested]))
  journal.sales.commit(
    next(journal, 'sale-2', [{ kind: 'invoice-created', no: 1, invoice, found: 'answer' }]),
  )
  journal.sales.commit(next(journal, 'sale-4', [{ kind: 'discarded' }]))
  expect(journal.unfinished.setAside().map(({ id }) => id)).toEqual(['sale-1', 'sale-2', 'sale-3'])
  expect(journal.unfinished.setAsideCount()).toBe(3)
  journal.counter.take('sale-2')
  expect(journal.unfinished.setAsideCount()).toBe(2)
  journal.counter.free()
  expect(journal.unfinished.setAsideCount()).toBe(3)
})

test('a sale knows since when it is in its state', () => {
  const journal = journalAt()
  journal.sales.commit(first())
  journal.sales.commit(next(journal, 'sale-1', [rung], 8))
  expect(journal.unfinished.stateSince('sale-1')).toBe(5)
  journal.sales.commit(next(journal, 'sale-1', [requested], 9))
  expect(journal.unfinished.stateSince('sale-1')).toBe(9)
  expect(journal.unfinished.stateSince('none')).toBeNull()
})

test('a receipt that was given up does not wait any more, and its seal is erased', () => {
  const journal = journalAt()
  journal.sales.commit({
    ...first(),
    newJobs: [{ id: 'job-1', kind: 'sale' }],
    seal: { paymentId: 'pay-1', sealed: Buffer.from('LOTTERY') },
  })
  expect(journal.printJobs.owed()).toHaveLength(1)
  expect(journal.seals.of('sale-1').size).toBe(1)
  journal.sales.commit({ ...next(journal, 'sale-1', [rung]), endedJobs: ['job-1'], erasedSeals: ['pay-1'] })
  expect(journal.printJobs.owed()).toEqual([])
  expect(journal.seals.of('sale-1').size).toBe(0)
  journal.printJobs.begin('job-1')
  journal.printJobs.requeue('job-1', null)
  expect(journal.printJobs.owed()).toEqual([])
})

test('the counts and the next job of the print queue match the full list of its unfinished jobs', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const why = failure('PRINTER_PAPER_OUT')
  const step = fc.record({
    id: fc.constantFrom(...ids),
    act: fc.constantFrom('queue', 'begin', 'requeue', 'retry', 'doubt', 'end', 'redirect'),
    kind: fc.constantFrom('sale', 'copy', 'drawer'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { printJobs } = journalAt()
      for (const [at, { id, act, kind }] of steps.entries()) {
        const had = printJobs.byId(id)
        if (act === 'queue' && had === null) printJobs.queue({ id, kind }, null, 10 - (at % 3))
        if (act === 'begin') printJobs.begin(id)
        if (act === 'requeue') printJobs.requeue(id, why)
        if (act === 'retry') printJobs.retry(id)
        if (act === 'doubt') printJobs.leaveUnconfirmed(id, why)
        if (act === 'end') printJobs.end(id, 'printed', at)
        if (act === 'redirect') printJobs.redirect(id, 'spare')
      }
      const owed = printJobs.owed()
      const papers = owed.filter(({ kind }) => kind !== 'drawer')
      expect(printJobs.papersOwed()).toBe(papers.length)
      expect(printJobs.troubled()).toEqual(
        papers.filter((job) => job.state === 'unconfirmed' || job.failure !== null),
      )
      for (const halted of [new Set<PrinterName>(), new Set<PrinterName>(['main'])])
        for (const tried of [new Set<string>(), new Set(['a', 'c'])])
          expect(printJobs.next({ halted, tried })).toEqual(
            owed.find(
              ({ id, state, printer }) => state === 'queued' && !halted.has(printer) && !tried.has(id),
            ) ?? null,
          )
    }),
    { numRuns: 40 },
  )
})

test('asking for the jobs queued since the last question returns each job once', () => {
  const { printJobs } = journalAt()
  printJobs.queue({ id: 'before', kind: 'copy' }, null, 1)
  const place = printJobs.lastPlace()
  expect(printJobs.queuedAfter(place).ids).toEqual([])
  printJobs.queue({ id: 'one', kind: 'copy' }, null, 1)
  printJobs.queue({ id: 'two', kind: 'drawer' }, null, 1)
  const then = printJobs.queuedAfter(place)
  expect(then.ids).toEqual(['one', 'two'])
  expect(printJobs.queuedAfter(then.place)).toEqual({ ids: [], place: then.place })
})

test('sales with attention items are found and counted, oldest first', () => {
  const journal = journalAt()
  journal.sales.commit(numbered(1, { attention: 2 }))
  journal.sales.commit(numbered(2))
  journal.sales.commit(numbered(3, { attention: 1 }))
  expect(journal.unfinished.attention().map(({ id }) => id)).toEqual(['sale-1', 'sale-3'])
  expect(journal.unfinished.attentionCount()).toBe(3)
  journal.sales.commit(next(journal, 'sale-1', [rung]))
  expect(journal.unfinished.attention().map(({ id }) => id)).toEqual(['sale-3'])
  expect(journal.unfinished.attentionCount()).toBe(1)
})

test('the latest recorded time is known, also after a restart', () => {
  const file = newFile()
  const journal = journalAt(file)
  expect(journal.lastAt()).toBeNull()
  for (let number = 1; number <= 60; number += 1)
    journal.sales.commit(numbered(number, { due: number === 1 }))
  journal.sales.commit({ ...next(journal, 'sale-1', [rung], 90), due: true })
  journal.sales.commit(next(journal, 'sale-60', [rung], 80))
  expect(journal.lastAt()).toBe(90)
  journal.close()
  expect(journalAt(file).lastAt()).toBe(90)
})

test('sales, events and their total are counted', () => {
  const journal = journalAt()
  journal.sales.commit(numbered(1))
  journal.sales.commit(numbered(2))
  expect(countsOf(journal)).toEqual({ sales: 2, events: 4, total: total * 2 })
})

test('a test journal cannot be opened in live mode, nor a live one in test mode', () => {
  const file = newFile()
  const journal = journalAt(file, { ...OPTIONS, mode: 'test' })
  journal.sales.commit(first())
  journal.close()
  expect(() => openJournal(file, { ...OPTIONS, mode: 'live' })).toThrow(/OTHER_MODE/)
  expect(journalAt(file, { ...OPTIONS, mode: 'test' }).sales.byId('sale-1')).not.toBeNull()
})
