/**
 * The contents of a journal of any version fit the schemas of today's replies. A reply that does not fit is refused,
 * and nobody could open that sale.
 */
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { CommandName } from '../../main/commands/index.ts'
import type { Log } from '../../main/environment.ts'
import { fillFast } from '../../scripts/seed-history/fill-journal.ts'
import { sampleProducts } from '../../scripts/seed-history/seed-history.ts'
import { yearOf } from '../../scripts/seed-history/shop-year.ts'
import type { SalePage } from '../../shared/history.ts'
import { shopMoment } from '../../shared/shop-day.ts'
import { EVERY_SALE } from '../support/every-sale.ts'
import { handClock } from '../support/hand-clock.ts'
import { oldJournal } from '../support/old-journal-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startTill } from '../support/terminal.ts'
import { makeOldJournal } from '../unit/journal/old-journal.ts'

const UNTIL = shopMoment('2026-11-21')

test.each(['v15/every-state', 'v15/history', 'v15/torture'])(
  'the page can show everything in the journal %s',
  async (name) => {
    expect(await shownOf(dirname(oldJournal(name)))).toBeGreaterThan(50)
  },
  120_000,
)

test('the page can show everything in a journal of version 1', async () => {
  const folder = temporaryFolder()
  makeOldJournal(join(folder, 'journal-practice.sqlite'), 70)
  expect(await shownOf(folder)).toBe(70)
})

test('the page can show everything in a seeded history', async () => {
  const folder = temporaryFolder()
  const stories = yearOf({ sales: 300, days: 20, seed: 11, until: UNTIL, products: await sampleProducts() })
  fillFast(join(folder, 'journal-practice.sqlite'), stories, () => {})
  expect(await shownOf(folder)).toBeGreaterThan(250)
}, 120_000)

/** Asks for everything that a page can show of the journal and expects every answer; returns the number of sales. */
async function shownOf(folder: string): Promise<number> {
  const unfit: string[] = []
  const log: Log = { info: () => {}, warn: () => {}, error: (line) => unfit.push(line) }
  // The clock stands still, so nothing is asked of the service and each sale is shown as it was left.
  const { reply, ask } = await startTill({ folder, practice: null, clock: handClock(UNTIL), log })
  const read = async (verb: CommandName, request?: unknown): Promise<void> => {
    const answer = await reply(verb, request)
    if (!answer.ok) unfit.push(`${verb} ${JSON.stringify(request)}: ${answer.error.name}`)
  }
  let before: number | null = null
  let sales = 0
  do {
    const page: SalePage = await ask('searchSales', { ...EVERY_SALE, before, limit: 200 })
    for (const { id } of page.rows) await read('getSale', { saleId: id })
    sales += page.rows.length
    before = page.next
  } while (before !== null)
  await read('getView')
  await read('listAttention')
  await read('listWaiting')
  await read('listParked')
  await read('listPrints')
  await read('listAudit', { before: null, limit: 200 })
  for (const { id } of (await ask('listShifts', { most: 60, also: null })).shifts)
    await read('getShift', { shiftId: id })
  for (const { span } of await ask('listReconciled')) {
    await read('getReconciliation', { span })
    await read('listMatched', { span, offset: 0, limit: 200 })
  }
  const range = { from: '2026-01-01', to: '2026-12-31', order: 'amount' } as const
  while (!(await ask('readReport', range)).done);
  expect(unfit).toEqual([])
  return sales
}
