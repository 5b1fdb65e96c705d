import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { createSaleStore } from '../../../../main/sale/run/index.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { openPrinting } from '../../../../main/till/session/printing.ts'
import { CommandRefused } from '../../../../shared/failure.ts'
import { eventually } from '../../../support/eventually.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { printRequest } from '../../../support/print-request.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a test page that the settings cannot note stops no other paper', async () => {
  const journal = openJournal(join(temporaryFolder(), 'journal.sqlite'), { now: () => 1 })
  onTestFinished(() => journal.close())
  const clock = handClock()
  const tested = vi.fn(() => {
    throw new CommandRefused('JOURNAL_READ_ONLY')
  })
  const queue = openPrinting({
    journal,
    store: createSaleStore({ journal, clock }),
    papers: { ready: () => null, of: async () => printRequest(8) },
    driver: () => ({
      replaces: false,
      open: async () => ({
        ok: true,
        printer: {
          print: async () => ({ printed: true, files: [] }),
          status: async () => ({ ready: true, paperLow: false }),
          drawer: async () => null,
          close: async () => {},
        },
      }),
    }),
    clock,
    log: silentLog,
    tested,
  })
  onTestFinished(() => queue.stop())
  journal.printJobs.queue({ id: 'page', kind: 'test' }, null, 1)
  journal.printJobs.queue({ id: 'x', kind: 'x-report', shiftId: 'shift-1' }, null, 2)
  queue.wake()
  await eventually(() => expect(journal.printJobs.owed()).toEqual([]))
  expect(tested).toHaveBeenCalledOnce()
})
