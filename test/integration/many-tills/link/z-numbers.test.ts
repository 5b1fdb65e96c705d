/** A computer that takes the place of a till gives no Z number again, whether or not the till's records were fetched. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import { lineTo } from '../../../support/line.ts'
import { practiceShop, sell, untilPrintedAndSent, untilRecordsMissing } from '../../../support/linked-till.ts'
import { tillAtPractice } from '../../../support/looks.ts'
import { ALL_TENDERS, closeShift } from '../../../support/open-shift.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { startTill, type Till } from '../../../support/terminal.ts'

const server = shopServerForFile()
const open = () => tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault: sessionVault() })

async function shiftOf(till: Till): Promise<void> {
  await till.ask('openShift', { float: '50000' })
  await sell(till)
  await closeShift(till)
}

const numbers = async (till: Pick<Till, 'ask'>) =>
  (await till.ask('listShifts', { most: 60, also: null })).shifts
    .map(({ terminal, zNumber }) => [terminal, zNumber])
    .sort()

/** A till with two Zs, which the server has, that broke. */
async function brokenTill() {
  const shop = await practiceShop(server)
  const { till } = await open()
  await shop.pair(till, { code: 'T1' })
  await shiftOf(till)
  await shiftOf(till)
  await untilPrintedAndSent(till)
  await till.stop()
  return shop
}

test('a computer that takes a till’s place closes its day under the next number without the server, and has each number once after the records are fetched', async () => {
  const shop = await brokenTill()
  const line = await lineTo(server.server().port)
  const { till } = await open()
  await shop.pair(till, { code: 'T1', port: line.port })
  line.cut()
  await shiftOf(till)
  expect(await numbers(till)).toEqual([['T1', 3]])
  line.restore()
  await untilRecordsMissing(till)
  await shiftOf(till)
  await till.ask('fetchOwnEvents')
  await shiftOf(till)
  expect(await numbers(till)).toEqual([1, 2, 3, 4, 5].map((number) => ['T1', number]))
})

test('a second computer in place of a till goes on after the numbers of the first one', async () => {
  const shop = await brokenTill()
  const { till: first } = await open()
  await shop.pair(first, { code: 'T1' })
  await shiftOf(first)
  await untilPrintedAndSent(first)
  await first.stop()
  const { till: second } = await open()
  await shop.pair(second, { code: 'T1' })
  await shiftOf(second)
  expect(await numbers(second)).toEqual([['T1', 4]])
})

test('a computer that leaves the shop before the records are fetched gives no number of theirs', async () => {
  const shop = await brokenTill()
  const { till } = await open()
  await shop.pair(till, { code: 'T1' })
  await till.ask('leaveShopDatabase')
  await shiftOf(till)
  expect(await numbers(till)).toEqual([['T1', 3]])
})

test('a Z that is closed before the records are fetched says that its running total lacks them, and the one after that has them', async () => {
  const shop = await brokenTill()
  const { till } = await open()
  await shop.pair(till, { code: 'T1' })
  const shownOf = async () => {
    const [newest] = (await till.ask('listShifts', { most: 60, also: null })).shifts
    const shown = await till.ask('getShift', { shiftId: newest?.id ?? '' })
    return [shown?.totals?.recordsMissing ?? false, shown?.totals?.running]
  }
  await shiftOf(till)
  const [isPartly, ofOneSale] = await shownOf()
  expect(isPartly).toBe(true)
  await untilRecordsMissing(till)
  await till.ask('fetchOwnEvents')
  await shiftOf(till)
  expect(await shownOf()).toEqual([false, 4 * Number(ofOneSale)])
})

test('a till whose sales were set back to a backup goes on after the numbers that the shop database has', async () => {
  const shop = await practiceShop(server)
  const vault = sessionVault()
  const { till, folder, address } = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault })
  await shop.pair(till, { code: 'T1' })
  await shiftOf(till)
  await untilPrintedAndSent(till)
  await till.stop()
  const journal = join(folder, 'journal-test.sqlite')
  cpSync(journal, join(folder, 'older.sqlite'))
  const second = await startTill({ folder, practice: address, vault })
  await shiftOf(second)
  await untilPrintedAndSent(second)
  await second.stop()
  cpSync(join(folder, 'older.sqlite'), journal)
  const third = await startTill({ folder, practice: address, vault })
  await untilRecordsMissing(third)
  await shiftOf(third)
  expect(await numbers(third)).toEqual([
    ['T1', 1],
    ['T1', 3],
  ])
})

test('a computer whose sales come from its backups after a damage goes on after the numbers of the till, also without the server', async () => {
  const shop = await brokenTill()
  const vault = sessionVault()
  const { till, folder, address } = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault })
  const line = await lineTo(server.server().port)
  await shop.pair(till, { code: 'T1', port: line.port })
  await till.ask('backUpNow')
  await till.stop()
  line.cut()
  writeFileSync(join(folder, 'journal-test.sqlite'), 'not a database any more')
  const rescued = await startTill({ folder, practice: address, vault })
  await shiftOf(rescued)
  expect(await numbers(rescued)).toEqual([['T1', 3]])
})
