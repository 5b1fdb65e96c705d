import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { createPrintQueue } from '../../../../main/paper/print/queue.ts'
import type {
  DrawerOutcome,
  PrinterDriver,
  PrintOutcome,
  PrintRequest,
} from '../../../../main/paper/print/types.ts'
import { openJournal } from '../../../../main/storage/store/index.ts'
import { CommandRefused, failure } from '../../../../shared/failure.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import { eventually } from '../../../support/eventually.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { created, opened, paidBy, requested, rung } from '../../../support/sample-sale.ts'
import { fill, smallDisk } from '../../../support/small-disk.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const paper: Omit<PrintRequest, 'jobId'> = {
  name: 'receipt',
  raster: { width: 8, height: 1, bits: new Uint8Array(1) },
  bytes: new Uint8Array(1),
  pdf: () => new Uint8Array(1),
  html: () => '',
}
const PRINTED: PrintOutcome = { printed: true, files: [] }
const NO_PAPER: PrintOutcome = { printed: false, failure: failure('PRINTER_PAPER_OUT') }

type Habits = {
  /** The outcomes of the prints in order; later prints succeed. */
  readonly answers?: (PrintOutcome | Promise<PrintOutcome> | Error)[]
  readonly drawer?: DrawerOutcome
  readonly replaces?: boolean
  readonly unreachable?: boolean
}

/** A printer that gives the wanted answers and records what it was asked. */
function printerWith({ answers = [], drawer = null, replaces = false, unreachable = false }: Habits = {}) {
  const did: string[] = []
  const driver: PrinterDriver = {
    replaces,
    open: async () => {
      if (unreachable) return { ok: false, failure: failure('PRINTER_UNREACHABLE') }
      return {
        ok: true,
        printer: {
          print: async ({ jobId }) => {
            did.push(jobId)
            const answer = answers.shift() ?? PRINTED
            if (answer instanceof Error) throw answer
            return answer
          },
          status: async () => ({ ready: true, paperLow: false }),
          drawer: async () => {
            did.push('drawer')
            return drawer
          },
          close: async () => void did.push('closed'),
        },
      }
    },
  }
  return { driver, did, prints: () => did.filter((what) => what.startsWith('job')) }
}

/** A journal with a sale whose receipt is queued, and a queue for these printers. */
function queueWith(
  main: Habits = {},
  spare: Habits = {},
  ready: () => Promise<void> | null = () => null,
  folder = temporaryFolder(),
  compose: () => Promise<typeof paper> = async () => paper,
  /** What the sale's part of an outcome throws, in order; later ones are recorded. */
  refusals: Error[] = [],
) {
  const journal = openJournal(join(folder, 'journal.sqlite'), { now: () => 1 })
  onTestFinished(() => journal.close())
  const events: SaleEvent[] = [
    opened,
    rung,
    requested,
    created,
    {
      kind: 'paid',
      no: 1,
      payments: [paidBy(2500)],
      counted: [{ paymentId: 'pay-1', amount: tugriks(2500) }],
      receiptsDue: [],
    },
    { kind: 'receipt-queued', jobId: 'job-1' },
  ]
  journal.sales.commit({
    sale: applyAll(null, 'sale-1', 1, events),
    state: 'fulfilling',
    total: tugriks(2500),
    at: 1,
    events,
    due: true,
    waits: true,
    attention: 0,
    newJobs: [{ id: 'job-1', kind: 'sale' }],
  })
  const clock = handClock()
  const printers = { main: printerWith(main), spare: printerWith(spare) }
  const seen = { printed: [] as string[], delayed: [] as string[] }
  const queue = createPrintQueue({
    journal,
    clock,
    log: silentLog,
    driver: (printer) => printers[printer].driver,
    ready,
    compose,
    printed: (job) => {
      journal.printJobs.end(job.id, 'printed', 2)
      seen.printed.push(job.id)
    },
    delayed: (_job, why) => {
      const refusal = refusals.shift()
      if (refusal) throw refusal
      seen.delayed.push(why.name)
    },
  })
  onTestFinished(() => queue.stop())
  return { queue, journal, clock, printers, seen }
}

test('a job is done when the printer confirms it, and the connection is closed', async () => {
  const { queue, journal, printers, seen } = queueWith()
  queue.wake()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(journal.printJobs.owed()).toEqual([])
  await queue.stop()
  expect(printers.main.did).toEqual(['job-1', 'closed'])
})

test('a failed print is tried again automatically, and its reason is shown', async () => {
  const { queue, journal, clock, printers, seen } = queueWith({ answers: [NO_PAPER, NO_PAPER] })
  queue.wake()
  await eventually(() => expect(seen.delayed).toEqual(['PRINTER_PAPER_OUT']))
  expect(journal.printJobs.owed()).toMatchObject([
    { state: 'queued', failure: { name: 'PRINTER_PAPER_OUT' } },
  ])
  await eventually(() => {
    clock.advance(30_000)
    expect(seen.printed).toEqual(['job-1'])
  })
  expect(printers.main.prints()).toHaveLength(3)
})

test('a job that was under way at a power cut is not printed twice automatically', async () => {
  const { queue, journal, printers, seen } = queueWith()
  journal.printJobs.begin('job-1')
  queue.recover()
  expect(seen.delayed).toEqual(['PRINT_UNCONFIRMED'])
  expect(journal.printJobs.owed()).toMatchObject([
    { state: 'unconfirmed', failure: { name: 'PRINT_UNCONFIRMED' } },
  ])
  queue.wake()
  await queue.stop()
  expect(printers.main.did).toEqual([])
})

test('a person can have an unconfirmed job printed again', async () => {
  const { queue, journal, seen } = queueWith()
  journal.printJobs.begin('job-1')
  queue.recover()
  journal.printJobs.requeue('job-1', null)
  queue.wake()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
})

test('an interrupted print to a folder is repeated automatically, because it makes no second paper', async () => {
  const { queue, journal, seen } = queueWith({ replaces: true })
  journal.printJobs.begin('job-1')
  queue.recover()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(seen.delayed).toEqual([])
})

test('a paper that stopped half-way is not printed again automatically', async () => {
  const { queue, journal, printers, seen } = queueWith({ answers: [{ ...NO_PAPER, begun: true }] })
  queue.wake()
  await eventually(() => expect(seen.delayed).toEqual(['PRINTER_PAPER_OUT']))
  expect(journal.printJobs.owed()).toMatchObject([
    { state: 'unconfirmed', failure: { name: 'PRINTER_PAPER_OUT' } },
  ])
  queue.wake()
  await queue.stop()
  expect(printers.main.prints()).toEqual(['job-1'])
})

test('a print that ends in an exception may have begun, and a person decides', async () => {
  const { queue, journal, seen } = queueWith({ answers: [new Error('a fault of the driver')] })
  queue.wake()
  await eventually(() => expect(seen.delayed).toEqual(['PRINTER_FAILED']))
  expect(journal.printJobs.owed()).toMatchObject([{ state: 'unconfirmed' }])
})

test('a print job stays “printing” until its whole outcome is stored, and nobody can decide about it earlier', async () => {
  const refusals = [new CommandRefused('DISK_FULL')]
  const { queue, journal, clock, printers, seen } = queueWith(
    { answers: [{ ...NO_PAPER, begun: true }] },
    {},
    () => null,
    temporaryFolder(),
    async () => paper,
    refusals,
  )
  queue.wake()
  await eventually(() => expect(refusals).toEqual([]))
  expect(journal.printJobs.byId('job-1')?.state).toBe('printing')
  await eventually(() => {
    clock.advance(2_000)
    expect(seen.delayed).toEqual(['PRINTER_PAPER_OUT'])
  })
  expect(journal.printJobs.byId('job-1')?.state).toBe('unconfirmed')
  expect(printers.main.prints()).toEqual(['job-1'])
})

test('many wake-ups print one paper', async () => {
  const { queue, printers, seen } = queueWith()
  for (let times = 0; times < 20; times += 1) queue.wake()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  await queue.stop()
  expect(printers.main.prints()).toEqual(['job-1'])
})

test('an unreachable printer does not delay the other one', async () => {
  const { queue, journal, printers, seen } = queueWith({ unreachable: true })
  journal.printJobs.queue({ id: 'job-2', kind: 'copy', printer: 'spare' }, 'sale-1', 2)
  queue.wake()
  await eventually(() => expect(seen.printed).toEqual(['job-2']))
  expect(seen.delayed).toEqual(['PRINTER_UNREACHABLE'])
  expect(printers.spare.prints()).toEqual(['job-2'])
})

test('jobs of a dead printer are printed on the other one when a person says so', async () => {
  const { queue, journal, printers, seen } = queueWith({ unreachable: true })
  queue.wake()
  await eventually(() => expect(seen.delayed).toEqual(['PRINTER_UNREACHABLE']))
  journal.printJobs.redirect('job-1', 'spare')
  queue.wake()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(printers.spare.prints()).toEqual(['job-1'])
})

test('a drawer opens before any paper, and its job is done', async () => {
  const { queue, journal, printers, seen } = queueWith()
  journal.printJobs.queue({ id: 'pulse', kind: 'drawer' }, 'sale-1', 2)
  queue.wake()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(printers.main.did.filter((what) => what !== 'closed')).toEqual(['drawer', 'job-1'])
  expect(queue.drawer()).toBeNull()
  expect(journal.printJobs.byId('pulse')).toMatchObject({ state: 'printed' })
})

/** A fake of `ready`: papers can be rendered once the test calls `draw`. */
function lettersToDraw() {
  let draw = (): void => {}
  let waits: Promise<void> | null = new Promise<void>((resolve) => {
    draw = resolve
  }).then(() => {
    waits = null
  })
  return { draw: () => draw(), ready: () => waits }
}

test('a receipt is printed once its letters are drawn, but a drawer pulse that is queued before that is sent at once', async () => {
  const letters = lettersToDraw()
  const { queue, journal, printers, seen } = queueWith({}, {}, letters.ready)
  queue.wake()
  journal.printJobs.queue({ id: 'pulse', kind: 'drawer' }, 'sale-1', 2)
  queue.wake()
  await eventually(() => expect(printers.main.did).toEqual(['drawer', 'closed']))
  journal.printJobs.queue({ id: 'pulse-2', kind: 'drawer' }, 'sale-1', 2)
  queue.wake()
  await eventually(() => expect(printers.main.did).toEqual(['drawer', 'closed', 'drawer', 'closed']))
  expect(journal.printJobs.byId('job-1')?.state).toBe('queued')
  letters.draw()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(printers.main.prints()).toEqual(['job-1'])
})

test('if the letters are not drawn within half a minute, waiting papers show why, and are printed once the letters are drawn', async () => {
  const letters = lettersToDraw()
  const { queue, journal, clock, printers, seen } = queueWith({}, {}, letters.ready)
  queue.wake()
  await eventually(() => {
    clock.advance(30_000)
    expect(seen.delayed).toEqual(['PAPERS_NOT_DRAWN'])
  })
  journal.printJobs.queue({ id: 'job-2', kind: 'test' }, null, 2)
  queue.wake()
  await eventually(() =>
    expect(journal.printJobs.owed()).toMatchObject([
      { id: 'job-1', state: 'queued', failure: { name: 'PAPERS_NOT_DRAWN' } },
      { id: 'job-2', state: 'queued', failure: { name: 'PAPERS_NOT_DRAWN' } },
    ]),
  )
  expect(seen.delayed).toHaveLength(2) // once for each job
  letters.draw()
  await eventually(() => expect(seen.printed).toEqual(['job-1', 'job-2']))
  expect(printers.main.prints()).toEqual(['job-1', 'job-2'])
})

test('if the printer fails once the letters are drawn, no waiting paper still says that it cannot be drawn', async () => {
  const letters = lettersToDraw()
  const { queue, journal, clock, seen } = queueWith({ unreachable: true }, {}, letters.ready)
  journal.printJobs.queue({ id: 'job-2', kind: 'test' }, null, 2)
  queue.wake()
  await eventually(() => {
    clock.advance(30_000)
    expect(seen.delayed).toEqual(['PAPERS_NOT_DRAWN', 'PAPERS_NOT_DRAWN'])
  })
  letters.draw()
  await eventually(() =>
    expect(journal.printJobs.owed()).toMatchObject([
      { id: 'job-1', failure: { name: 'PRINTER_UNREACHABLE' } },
      { id: 'job-2', failure: { name: 'PRINTER_UNREACHABLE' } },
    ]),
  )
})

test('a print job that a person gives up while the letters are being drawn is not printed', async () => {
  const letters = lettersToDraw()
  const { queue, journal, printers } = queueWith({}, {}, letters.ready)
  queue.wake()
  journal.printJobs.end('job-1', 'given-up', 3)
  letters.draw()
  await letters.ready()
  await queue.between(async () => {})
  expect(printers.main.did).toEqual([])
})

/** A paper that takes long to make: `asked` tells that it has begun, and `made` or `failed` ends it. */
function longPaper() {
  let asked = false
  let made = (): void => {}
  let failed = (): void => {}
  const promise = new Promise<typeof paper>((resolve, reject) => {
    made = () => resolve(paper)
    failed = () => reject(new Error('no canvas'))
  })
  const compose = (): Promise<typeof paper> => {
    asked = true
    return promise
  }
  return { compose, asked: () => asked, made, failed }
}

/** A queue whose only paper is being drawn. */
async function drawing() {
  const long = longPaper()
  const under = queueWith({}, {}, () => null, temporaryFolder(), long.compose)
  under.queue.wake()
  await eventually(() => expect(long.asked()).toBe(true))
  return { ...under, long }
}

test('a print job that is given up while its paper is being drawn is not printed', async () => {
  const { queue, journal, printers, long } = await drawing()
  journal.printJobs.end('job-1', 'given-up', 3)
  long.made()
  await queue.between(async () => {})
  expect([printers.main.did, journal.printJobs.byId('job-1')?.state]).toEqual([[], 'given-up'])
})

test('a print job that a person gives up at the moment when its paper is finished is not printed', async () => {
  const { queue, journal, printers, long } = await drawing()
  long.made()
  await null
  journal.printJobs.end('job-1', 'given-up', 3)
  await queue.between(async () => {})
  expect([printers.main.did, journal.printJobs.byId('job-1')?.state]).toEqual([[], 'given-up'])
})

test('a print job that a person gave up stays given up, even if drawing its paper then fails', async () => {
  const { queue, journal, seen, long } = await drawing()
  journal.printJobs.end('job-1', 'given-up', 3)
  long.failed()
  await queue.between(async () => {})
  expect([seen.delayed, journal.printJobs.byId('job-1')?.state]).toEqual([[], 'given-up'])
})

test('a paper that cannot be drawn waits with the reason, and is printed once it can be', async () => {
  const failures = [new CommandRefused('PAPERS_NOT_DRAWN')]
  const compose = async (): Promise<typeof paper> => {
    const failed = failures.shift()
    if (failed) throw failed
    return paper
  }
  const { queue, journal, clock, seen } = queueWith({}, {}, undefined, undefined, compose)
  queue.wake()
  await eventually(() => expect(seen.delayed).toEqual(['PAPERS_NOT_DRAWN']))
  expect(journal.printJobs.owed()).toMatchObject([{ state: 'queued', failure: { name: 'PAPERS_NOT_DRAWN' } }])
  await eventually(() => {
    clock.advance(30_000)
    expect(seen.printed).toEqual(['job-1'])
  })
})

test('a print job that a person moves to the other printer while its paper is drawn is printed only there', async () => {
  const { queue, journal, printers, seen, long } = await drawing()
  journal.printJobs.redirect('job-1', 'spare')
  queue.wake()
  long.made()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  await queue.stop()
  expect([printers.main.prints(), printers.spare.prints()]).toEqual([[], ['job-1']])
})

test('if the queue stops while a paper is drawn, nothing is printed, and the job waits for the next start', async () => {
  const { queue, journal, printers, long } = await drawing()
  const stopped = queue.stop()
  long.made()
  await stopped
  expect([printers.main.did, journal.printJobs.byId('job-1')?.state]).toEqual([[], 'queued'])
})

test('stopping the queue while the letters are drawn prints nothing and does not wait for the letters', async () => {
  const letters = lettersToDraw()
  const { queue, journal, printers } = queueWith({}, {}, letters.ready)
  queue.wake()
  await queue.stop()
  letters.draw()
  await letters.ready()
  await queue.between(async () => {})
  expect([printers.main.did, journal.printJobs.byId('job-1')?.state]).toEqual([[], 'queued'])
})

test('the outcome of a print that ends while the queue is stopping is recorded', async () => {
  let answer = (_: PrintOutcome): void => {}
  const printing = new Promise<PrintOutcome>((resolve) => {
    answer = resolve
  })
  const { queue, journal, printers } = queueWith({ answers: [printing] })
  queue.wake()
  await eventually(() => expect(printers.main.prints()).toEqual(['job-1']))
  const stopped = queue.stop()
  answer(PRINTED)
  await stopped
  expect(journal.printJobs.byId('job-1')?.state).toBe('printed')
})

test('a drawer that did not open is reported, and does not open later', async () => {
  const { queue, journal, printers } = queueWith({ unreachable: true })
  journal.printJobs.queue({ id: 'pulse', kind: 'drawer' }, null, 2)
  queue.wake()
  await eventually(() => expect(queue.drawer()).toMatchObject({ name: 'DRAWER_FAILED' }))
  expect(journal.printJobs.byId('pulse')).toMatchObject({ state: 'given-up' })
  queue.wake()
  await queue.stop()
  expect(printers.main.did).toEqual([])
})

test('a drawer that should open at a power cut stays closed after the restart', async () => {
  const { queue, journal, printers, seen } = queueWith()
  journal.printJobs.queue({ id: 'pulse', kind: 'drawer' }, null, 2)
  queue.recover()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(printers.main.did).not.toContain('drawer')
  expect(journal.printJobs.byId('pulse')).toMatchObject({ state: 'given-up' })
})

test('a drawer that a full disk kept closed is reported, and does not open once there is room', async (context) => {
  const folder = smallDisk(context, 4096)
  const { queue, journal, clock, printers, seen } = queueWith({}, {}, () => null, folder)
  journal.printJobs.queue({ id: 'pulse', kind: 'drawer' }, null, 2)
  const empty = fill(folder, 0)
  queue.wake()
  await eventually(() => expect(queue.drawer()).toMatchObject({ name: 'DRAWER_FAILED', detail: 'DISK_FULL' }))
  empty()
  clock.advance(60_000)
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(printers.main.did).not.toContain('drawer')
  expect(journal.printJobs.byId('pulse')).toMatchObject({ state: 'given-up' })
})

test('a printer without a drawer is not a failure', async () => {
  const { queue, journal, seen } = queueWith({ drawer: failure('DRAWER_MISSING') })
  journal.printJobs.queue({ id: 'pulse', kind: 'drawer' }, null, 2)
  queue.wake()
  await eventually(() => expect(seen.printed).toEqual(['job-1']))
  expect(queue.drawer()).toBeNull()
})
