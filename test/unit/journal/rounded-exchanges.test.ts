/**
 * The journal v41/rounded-exchanges (test/fixtures/journals/README.md): two shifts with cash rounded to 10 and then to 50,
 * packs, misc items and exchanges. The figures were added up by hand. Amounts are in tugriks.
 */
import { expect, test } from 'vitest'
import { term } from '../../../main/projections/index.ts'
import { addUp } from '../../../main/shifts/add-up.ts'
import { cashDue } from '../../../shared/return.ts'
import { everyRow } from '../../support/journal-counts.ts'
import { everySaleOf, withJournal } from '../../support/journal-figures.ts'
import { oldJournal } from '../../support/old-journal-file.ts'

const NAME = 'v41/rounded-exchanges'
const BOX = '18650000000014'

test('its shifts come to the sums of what was sold, brought back and rounded', () => {
  const shifts = withJournal(oldJournal(NAME), (journal) =>
    journal.shifts
      .latest(2, Number.MAX_SAFE_INTEGER)
      .map(({ id }) => addUp(journal, id))
      .sort((one, other) => other.net - one.net),
  )
  expect(
    shifts.map(({ sales, returns, tenders, drawer, bridge, net }) => [
      sales.amount / 100,
      returns.amount / 100,
      net / 100,
      tenders.cash.amount / 100,
      drawer.expected / 100,
      bridge.rounding / 100,
      bridge.repaid / 100,
      bridge.unexplained,
    ]),
  ).toEqual([
    // Cash by sale. Sale 1: 1,240. Sale 2: 50,210, and 10,000 paid back for five pieces of a box. Sale 3: 4,470. Sale 4, in
    // exchange for sale 1: 2,470 besides the 1,240 that sale 1 paid back.
    [60_635, 11_239, 49_396, 48_390, 98_390, 6, 0, 0],
    // Sale 6: 1,237. Sale 7: 4,500, all paid back. Sale 8: 1,000. Sale 9: 2,450. Paid back: 1,000 for sale 3, and 40,210 for
    // the rest of sale 2.
    [10_433, 46_922, -36_489, -36_523, 12_240, 34, -1_237, 0],
  ])
})

test('sales with a pack are found by its code, which this version keeps among the words of a search', () => {
  const found = withJournal(oldJournal(NAME), (journal) =>
    everyRow(journal, [[term.goods(BOX)]]).map(({ senderInvoiceNo }) => senderInvoiceNo.split('-')[2]),
  )
  expect(found.sort()).toEqual(['0002', '0010'])
})

test('the exchange that was not finished still has its cash to give', () => {
  const open = withJournal(oldJournal(NAME), (journal) =>
    everySaleOf(journal)
      .flatMap(({ returns }) => returns)
      .filter(({ state }) => state === 'open'),
  )
  expect(open.map((one) => cashDue(one))).toMatchObject([[{ amount: 123_700, rounding: 1_300 }]])
})
