import { expect, test, vi } from 'vitest'
import type { Cashier } from '../../../../shared/shop/staff.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { command, first, journalAt, newFile, next, numbered, OPTIONS, rung } from './till-journal.ts'

const DAY = 24 * 3_600_000

const SARNAI: Cashier = { id: 'sarnai', name: 'Сарнай' }
const TEMUULEN: Cashier = { id: 'temuulen', name: 'Тэмүүлэн' }

test('a command is carried out once, and gets the same answer again after a restart', () => {
  const file = newFile()
  const journal = journalAt(file)
  const work = vi.fn(() => {
    journal.sales.commit(first())
    return { change: 500 }
  })
  expect(journal.command(command('cash:12345678'), work)).toEqual({ change: 500 })
  expect(journal.command(command('cash:12345678', { at: 6 }), work)).toEqual({ change: 500 })
  journal.close()
  const again = journalAt(file)
  expect(again.command(command('cash:12345678', { at: 7 }), work)).toEqual({ change: 500 })
  expect(work).toHaveBeenCalledTimes(1)
  expect(again.sales.byId('sale-1')?.version).toBe(2)
})

test('a command without an answer gets none the second time, too', () => {
  const journal = journalAt()
  const work = vi.fn(() => undefined)
  expect(journal.command(command('park:12345678'), work)).toBeUndefined()
  expect(journal.command(command('park:12345678'), work)).toBeUndefined()
  expect(work).toHaveBeenCalledTimes(1)
})

test('a key that another person used is refused and nothing is done, also after a restart', () => {
  const file = newFile()
  const journal = journalAt(file)
  const work = vi.fn(() => 'done')
  journal.command(command('cash:12345678', { actor: SARNAI }), work)
  const asOther = command('cash:12345678', { actor: TEMUULEN })
  expect(() => journal.command(asOther, work)).toThrow(/COMMAND_REUSED/)
  expect(() => journal.command(command('cash:12345678'), work)).toThrow(/COMMAND_REUSED/)
  expect(journal.command(command('cash:12345678', { actor: SARNAI }), work)).toBe('done')
  journal.close()
  expect(() => journalAt(file).command(asOther, work)).toThrow(/COMMAND_REUSED/)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a key that was used for another request is refused and nothing is done', () => {
  const journal = journalAt()
  const work = vi.fn(() => 'done')
  journal.command(command('cash:12345678', { request: 'a thousand' }), work)
  const another = command('cash:12345678', { request: 'two thousand' })
  expect(() => journal.command(another, work)).toThrow(/COMMAND_REUSED/)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a command that fails changes nothing and may be tried again', () => {
  const journal = journalAt()
  journal.sales.commit(numbered(1))
  const failing = () => {
    journal.sales.commit(numbered(2, { at: 99 }))
    journal.counter.take('sale-2')
    throw new Error('no')
  }
  expect(() => journal.command(command('key-1234'), failing)).toThrow('no')
  expect(journal.sales.byId('sale-2')).toBeNull()
  expect(journal.counter.saleId()).toBeNull()
  expect(journal.lastAt()).toBe(5)
  expect(journal.command(command('key-1234'), () => 'done')).toBe('done')
})

test('a failed part undoes the whole command, even when its error is caught', () => {
  const journal = journalAt()
  const work = () => {
    journal.sales.commit(numbered(1))
    try {
      journal.sales.commit(numbered(1))
    } catch {}
    try {
      journal.counter.free()
    } catch {}
    return 'done'
  }
  expect(() => journal.command(command('key-1234'), work)).toThrow(/UNIQUE/)
  expect(journal.sales.byId('sale-1')).toBeNull()
})

test('all commits of a command are one transaction', () => {
  const journal = journalAt()
  journal.command(command('key-1234'), () => {
    journal.sales.commit(numbered(1))
    journal.sales.commit(next(journal, 'sale-1', [rung]))
    journal.command(command('key-5678'), () => journal.sales.commit(numbered(2)))
  })
  expect(countsOf(journal)).toMatchObject({ sales: 2, events: 5 })
})

test('a command must not be asynchronous', () => {
  const journal = journalAt()
  expect(() => journal.command(command('key-1234'), async () => 'later')).toThrow(TypeError)
})

test('command keys are kept for seven days, and the last ones longer', () => {
  const file = newFile()
  const journal = journalAt(file)
  journal.command(command('old-12345', { at: 0 }), () => 'old')
  journal.command(command('many-1234', { at: 2 * DAY }), () => {
    for (let tap = 0; tap < 2_000; tap += 1)
      journal.command(command(`new-${tap}`, { at: 2 * DAY }), () => 'new')
  })
  journal.close()
  const again = journalAt(file, { ...OPTIONS, now: () => 8 * DAY })
  expect(again.command(command('old-12345', { at: 8 * DAY }), () => 'again')).toBe('again')
  expect(again.command(command('new-0', { at: 8 * DAY }), () => 'again')).toBe('new')
})

test('a clock that was set a month ahead does not make the journal forget the last commands', () => {
  const file = newFile()
  const journal = journalAt(file)
  journal.command(command('tap-12345', { at: 0 }), () => 'done')
  journal.close()
  const ahead = journalAt(file, { ...OPTIONS, now: () => 31 * DAY })
  expect(ahead.command(command('tap-12345', { at: 31 * DAY }), () => 'again')).toBe('done')
})

test('a command that was carried out while the clock was years back is not repeated when the clock is right', () => {
  const file = newFile()
  const journal = journalAt(file, { ...OPTIONS, now: () => 1_000 * DAY })
  journal.command(command('many-1234', { at: 1_000 * DAY }), () => {
    for (let tap = 0; tap < 2_000; tap += 1)
      journal.command(command(`tap-${tap}-123`, { at: 1_000 * DAY }), () => null)
  })
  journal.command(command('cash-1234', { at: 0 }), () => 'taken')
  journal.close()
  const right = journalAt(file, { ...OPTIONS, now: () => 1_000 * DAY })
  expect(right.command(command('cash-1234', { at: 1_000 * DAY }), () => 'again')).toBe('taken')
})
