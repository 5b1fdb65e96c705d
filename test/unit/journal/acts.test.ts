import { expect, test, vi } from 'vitest'
import { first, journalAt, newFile, next, numbered, OPTIONS, rung } from './till-journal.ts'

const DAY = 24 * 3_600_000

test('an act is done once, and answers the same again after a restart', () => {
  const file = newFile()
  const journal = journalAt(file)
  const work = vi.fn(() => {
    journal.commit(first())
    return { change: 500 }
  })
  expect(journal.once('cash:12345678', 5, work)).toEqual({ change: 500 })
  expect(journal.once('cash:12345678', 6, work)).toEqual({ change: 500 })
  journal.close()
  const again = journalAt(file)
  expect(again.once('cash:12345678', 7, work)).toEqual({ change: 500 })
  expect(work).toHaveBeenCalledTimes(1)
  expect(again.sale('sale-1')?.version).toBe(2)
})

test('an act that answers nothing answers nothing again', () => {
  const journal = journalAt()
  const work = vi.fn(() => undefined)
  expect(journal.once('park:12345678', 5, work)).toBeUndefined()
  expect(journal.once('park:12345678', 5, work)).toBeUndefined()
  expect(work).toHaveBeenCalledTimes(1)
})

test('an act that fails has done nothing and may be tried again', () => {
  const journal = journalAt()
  journal.commit(numbered(1))
  const failing = () => {
    journal.commit(numbered(2, { at: 99 }))
    journal.takeCounter('sale-2')
    throw new Error('no')
  }
  expect(() => journal.once('act-1234', 5, failing)).toThrow('no')
  expect(journal.sale('sale-2')).toBeNull()
  expect(journal.counter()).toBeNull()
  expect(journal.lastAt()).toBe(5)
  expect(journal.once('act-1234', 5, () => 'done')).toBe('done')
})

test('a part that failed undoes the whole act, even where its error was caught', () => {
  const journal = journalAt()
  const work = () => {
    journal.commit(numbered(1))
    try {
      journal.commit(numbered(1))
    } catch {}
    try {
      journal.freeCounter()
    } catch {}
    return 'done'
  }
  expect(() => journal.once('act-1234', 5, work)).toThrow(/UNIQUE/)
  expect(journal.sale('sale-1')).toBeNull()
})

test('all commits of an act are one', () => {
  const journal = journalAt()
  journal.once('act-1234', 5, () => {
    journal.commit(numbered(1))
    journal.commit(next(journal, 'sale-1', [rung]))
    journal.once('act-5678', 5, () => journal.commit(numbered(2)))
  })
  expect(journal.counts()).toMatchObject({ sales: 2, events: 5 })
})

test('an act cannot be left for later', () => {
  const journal = journalAt()
  expect(() => journal.once('act-1234', 5, async () => 'later')).toThrow(TypeError)
})

test('the names of acts are kept for seven days', () => {
  const file = newFile()
  const journal = journalAt(file)
  journal.once('old-12345', 0, () => 'old')
  journal.once('new-12345', 2 * DAY, () => 'new')
  journal.close()
  const again = journalAt(file, { ...OPTIONS, now: () => 8 * DAY })
  expect(again.once('old-12345', 8 * DAY, () => 'again')).toBe('again')
  expect(again.once('new-12345', 8 * DAY, () => 'again')).toBe('new')
})
