import { expect, test } from 'vitest'
import { isStopped, jobState, queueTrouble } from '../../../../main/paper/print/spooler-answers.ts'

/** A queue that is ready (PRINTER_ATTRIBUTE_LOCAL), with our job in this state. */
const look = (job: number | null, more: object = {}) =>
  jobState({ job, queue: 0, attributes: 0x40, otherPrints: false, ...more })

const waiting = (began: boolean, trouble: string | null = null) => ({ is: 'waiting', began, trouble })

test.each([
  ['spooling', 0x8, waiting(true)],
  ['waiting without a status', 0, waiting(true)],
  ['printing', 0x10, waiting(true)],
  ['printing, and kept for its end', 0x2010, waiting(true)],
  ['sent to the printer, which may not have printed yet', 0x1000, waiting(true)],
  ['printed', 0x80, { is: 'printed' }],
  ['printed, sent, and kept for its end', 0x3080, { is: 'printed' }],
  ['printed, and being removed', 0x84, { is: 'printed' }],
  ['being deleted while it prints', 0x14, { is: 'deleted' }],
  ['deleted', 0x104, { is: 'deleted' }],
  ['paused', 0x1, waiting(false)],
  ['paused in the middle', 0x11, waiting(true)],
  ['in error', 0x12, waiting(true, 'PRINTER_FAULT')],
  ['blocked by its driver', 0x200, waiting(true, 'PRINTER_FAULT')],
  ['waiting for a person', 0x410, waiting(true, 'PRINTER_FAULT')],
  ['out of paper', 0x52, waiting(true, 'PRINTER_PAPER_OUT')],
  ['at a printer that is switched off', 0x20, waiting(true, 'PRINTER_OFFLINE')],
  ['retained, which alone proves nothing', 0x2000, waiting(true)],
])('a job that is %s', (_, job, state) => {
  expect(look(job)).toEqual(state)
})

test('a job that is gone may have been deleted, so it is not a print', () => {
  expect(look(null)).toEqual({ is: 'gone' })
})

test('a job behind another one, or in a queue that is paused or offline, has not begun', () => {
  expect(look(0x8, { otherPrints: true })).toEqual(waiting(false))
  expect(look(0, { queue: 0x1 })).toEqual(waiting(false, 'PRINTER_OFFLINE'))
  expect(look(0, { attributes: 0x440 })).toEqual(waiting(false, 'PRINTER_OFFLINE'))
})

test('a job that was paused with its queue in the middle of the print has begun', () => {
  expect(look(0x10, { queue: 0x1 })).toEqual(waiting(true, 'PRINTER_OFFLINE'))
})

test('“printed” is not believed while the printer reports missing paper or an open cover', () => {
  expect(look(0x80, { queue: 0x10 })).toEqual(waiting(true, 'PRINTER_PAPER_OUT'))
  expect(look(0x80, { queue: 0x400000 })).toEqual(waiting(true, 'PRINTER_COVER_OPEN'))
})

test.each([
  [0x10, 'PRINTER_PAPER_OUT'],
  [0x12, 'PRINTER_PAPER_OUT'],
  [0x400000, 'PRINTER_COVER_OPEN'],
  [0x80, 'PRINTER_OFFLINE'],
  [0x1000, 'PRINTER_OFFLINE'],
  [0x2000000, 'PRINTER_OFFLINE'],
  [0x1, 'PRINTER_OFFLINE'],
  [0x8, 'PRINTER_FAULT'],
  [0x2, 'PRINTER_FAULT'],
  [0x100000, 'PRINTER_FAULT'],
  // Busy, printing, warming up, nearly out of toner.
  [0x200 | 0x400 | 0x10000 | 0x20000, null],
])('the queue’s status %i means %s', (queue, trouble) => {
  expect(queueTrouble({ queue, attributes: 0x40 })).toBe(trouble)
})

test('a queue that a person set to work offline is stopped, and one that waits for paper is not', () => {
  expect(isStopped({ queue: 0, attributes: 0x440 })).toBe(true)
  expect(isStopped({ queue: 0x10, attributes: 0x40 })).toBe(false)
})
