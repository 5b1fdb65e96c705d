import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../main/environment.ts'
import { openJournal } from '../../../main/journal/index.ts'
import type { PrintOutcome } from '../../../main/printing/index.ts'
import { createPrintQueue } from '../../../main/printing/index.ts'
import { evolveAll } from '../../../main/sales/index.ts'
import { failure } from '../../../shared/failure.ts'
import { tugriks } from '../../../shared/money.ts'
import type { SaleEvent } from '../../../shared/sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import { bread, invoice, lineOf, opened, paidBy } from '../../support/sample-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const paper = {
  name: 'receipt',
  raster: { width: 8, height: 1, bits: new Uint8Array(1) },
  bytes: new Uint8Array(1),
}
const PRINTED: PrintOutcome = { printed: true, files: [] }
const NO_PAPER: PrintOutcome = { printed: false, failure: failure('PRINTER_FAILED', 'paper out') }

/** A journal with one receipt queued, and a queue whose printer answers as told. */
function queueWith(answers: PrintOutcome[], { canRepeat = true, underWay = false } = {}) {
  const journal = openJournal(join(temporaryFolder(), 'journal.sqlite'))
  onTestFinished(() => journal.close())
  const events: SaleEvent[] = [
    opened,
    { kind: 'line-added', line: lineOf(bread) },
    { kind: 'invoice-requested', total: tugriks(2500), shape: 'simple', attempt: 1 },
    { kind: 'invoice-created', invoice, found: 'answer' },
    { kind: 'paid', payments: [paidBy(2500)], receiptsDue: [] },
    { kind: 'receipt-queued', jobId: 'job-1' },
  ]
  journal.commit({
    sale: evolveAll(null, 'sale-1', 1, events),
    total: tugriks(2500),
    at: 1,
    events,
    due: true,
    waits: true,
    newJob: 'job-1',
  })
  if (underWay) journal.beginPrint('job-1')
  const clock = handClock()
  const print = vi.fn(async () => answers.shift() ?? PRINTED)
  const seen = { printed: [] as string[], delayed: [] as string[], uncertain: [] as string[] }
  const queue = createPrintQueue({
    journal,
    clock,
    log: silentLog,
    driver: () => ({ print }),
    canRepeat: () => canRepeat,
    compose: () => paper,
    printed: (job) => {
      seen.printed.push(job.id)
      const sale = evolveAll(journal.sale('sale-1'), 'sale-1', 2, [
        { kind: 'receipt-printed', jobId: job.id },
      ])
      journal.commit({
        sale,
        total: tugriks(2500),
        at: 2,
        events: [{ kind: 'receipt-printed', jobId: job.id }],
        due: false,
        waits: false,
        printedJob: job.id,
      })
    },
    delayed: (_job, why) => void seen.delayed.push(why.detail ?? why.name),
    uncertain: (_job, why) => void seen.uncertain.push(why.detail ?? why.name),
  })
  return { queue, journal, clock, print, seen }
}

test('a job is done when the printer says so', async () => {
  const { queue, journal, seen } = queueWith([PRINTED])
  queue.wake()
  await vi.waitFor(() => expect(seen.printed).toEqual(['job-1']))
  expect(journal.owedJobs()).toEqual([])
})

test('what does not print is tried again by itself, with the reason visible', async () => {
  const { queue, clock, print, seen } = queueWith([NO_PAPER, NO_PAPER, PRINTED])
  queue.wake()
  await vi.waitFor(() => expect(seen.delayed).toEqual(['paper out']))
  await vi.waitFor(() => {
    clock.advance(30_000)
    expect(seen.printed).toEqual(['job-1'])
  })
  expect(print).toHaveBeenCalledTimes(3)
})

test('a job that was under way when the plug was pulled is not printed twice by itself', async () => {
  const { queue, print, seen } = queueWith([], { canRepeat: false, underWay: true })
  queue.recover()
  expect(seen.uncertain).toEqual(['perhaps printed'])
  await queue.stop()
  expect(print).not.toHaveBeenCalled()
})

test('a person can have it printed all the same', async () => {
  const { queue, seen } = queueWith([PRINTED], { canRepeat: false, underWay: true })
  queue.recover()
  await vi.waitFor(() => {
    queue.retry()
    expect(seen.printed).toEqual(['job-1'])
  })
})

test('a folder is written again without a question, for that makes no second paper', async () => {
  const { queue, seen } = queueWith([PRINTED], { underWay: true })
  queue.recover()
  await vi.waitFor(() => expect(seen.printed).toEqual(['job-1']))
  expect(seen.uncertain).toEqual([])
})

test('a printer that stopped half-way is not sent the same paper again by itself', async () => {
  const { queue, print, seen } = queueWith([{ ...NO_PAPER, begun: true }], { canRepeat: false })
  queue.wake()
  await vi.waitFor(() => expect(seen.uncertain).toEqual(['paper out']))
  queue.wake()
  await queue.stop()
  expect(print).toHaveBeenCalledTimes(1)
})

test('many wake-ups print one paper', async () => {
  const { queue, print, seen } = queueWith([])
  for (let times = 0; times < 20; times += 1) queue.wake()
  await vi.waitFor(() => expect(seen.printed).toEqual(['job-1']))
  await queue.stop()
  expect(print).toHaveBeenCalledTimes(1)
})
