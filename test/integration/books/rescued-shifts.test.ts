/** The page with the rows of the shifts is unreadable; the page with their events is readable. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { rungUp } from '../../support/charged-sale.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { closeShift } from '../../support/open-shift.ts'
import { returned, saleOf } from '../../support/returns.ts'
import { cartOf } from '../../support/round-goods.ts'
import { spoilTree } from '../../support/spoiled-tree.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

/** 1,237 ₮ apiece. */
const ODD = {
  ...{ code: '37', name: 'Элсэн чихэр', price: '1237', taxKind: 'vat', cityTax: 'no', unit: 'ш' },
  ...{ category: 'Хүнс', taxProductCode: '305', classificationCode: '2349010' },
} as const

async function tillInFolder() {
  const folder = temporaryFolder()
  const { address: practice } = await openPractice()
  const start = () => startTill({ folder, practice })
  const damaged = async (till: Till): Promise<Till> => {
    await till.stop()
    spoilTree(join(folder, 'journal-test.sqlite'), 'shift')
    return start()
  }
  return { till: await start(), damaged }
}

async function soldForCash(till: Till): Promise<void> {
  const { saleId } = await rungUp(till)
  await till.takeCash(saleId)
}

async function closed(till: Till): Promise<number> {
  await till.ask('openShift', { float: '0' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  await till.ask('countDraft', { shiftId, lines: [], done: true })
  const { zNumber } = await till.ask('closeShift', { shiftId, lines: [], expected: 0, reason: '' })
  return zNumber
}

/** The X of the open shift, without the chain's head: a rescue begins a new chain. */
async function shiftOf(till: Pick<Till, 'ask'>) {
  const shift = await till.ask('getShift', { shiftId: null })
  return { ...shift, totals: { ...shift?.totals, chain: null } }
}

test('a shift whose row is unreadable is the open shift after the rescue, with its float, cash and sales', async () => {
  const { till, damaged } = await tillInFolder()
  await till.ask('openShift', { float: '10000' })
  await till.ask('moveCash', { way: 'in', amount: '5000', reason: 'change' })
  await soldForCash(till)
  const before = await shiftOf(till)
  const rescued = await damaged(till)
  expect((await rescued.view()).rescued?.shifts).toEqual({ partly: 0, lost: 0 })
  expect(await shiftOf(rescued)).toEqual(before)
})

test('a rescue and a restore on another till keep rounded cash, returns and two shifts', async () => {
  const file = join(temporaryFolder(), 'journal-test.sqlite')
  const first = await startTill({ folder: dirname(file), practice: null, settings: { cashRounding: '10' } })
  await first.ask('saveGoods', { was: null, goods: ODD })
  for (const pieces of [1, 2]) {
    await first.ask('openShift', { float: '10000' })
    const { saleId } = await cartOf(first, { [ODD.code]: pieces })
    await first.takeCash(saleId)
    await first.ask('nextSale', { saleId })
    if (pieces === 2) break
    await returned(first, saleId, { way: 'cash' })
    await closeShift(first)
  }
  const before = await figuresOf(first)
  expect(before.totals.map(({ bridge }) => bridge.rounding)).toEqual([400, 0])
  expect(before.sales).toHaveLength(2)
  const { name } = await first.ask('backUpNow')
  const folder = temporaryFolder()
  const other = await startTill({ folder, practice: null })
  mkdirSync(join(folder, 'backups'), { recursive: true })
  copyFileSync(join(dirname(file), 'backups', name), join(folder, 'backups', name))
  await other.ask('restoreBackup', { name })
  expect(await figuresOf(other)).toEqual(before)
  await first.stop()
  for (const tree of ['sale', 'shift']) spoilTree(file, tree)
  const rescued = await startTill({ folder: dirname(file), practice: null })
  expect((await rescued.view()).rescued?.shifts).toEqual({ partly: 0, lost: 0 })
  expect(await figuresOf(rescued)).toEqual(before)
})

/** Sales, and the totals of X and Z without the chain's head. */
async function figuresOf(till: Till) {
  const { rows } = await till.ask('searchSales', EVERY_SALE)
  const sales = await Promise.all(rows.map(({ id }) => saleOf(till, id)))
  const { shifts } = await till.ask('listShifts', { most: 60, also: null })
  const reports = await Promise.all(shifts.map(({ id }) => till.ask('getShift', { shiftId: id })))
  return { sales, totals: reports.flatMap((one) => (one?.totals ? [{ ...one.totals, chain: null }] : [])) }
}

test('a rescue does not reuse the number of a printed Z', async () => {
  const { till, damaged } = await tillInFolder()
  expect([await closed(till), await closed(till)]).toEqual([1, 2])
  await till.untilView(({ printing }) => printing.waiting === 0)
  const rescued = await damaged(till)
  expect(await closed(rescued)).toBe(3)
  const { shifts } = await rescued.ask('listShifts', { most: 60, also: null })
  expect(shifts.map(({ zNumber }) => zNumber)).toEqual([3, 2, 1])
})

test('cash that was put in after the last backup still counts in the drawer after a rescue', async () => {
  const { till, damaged } = await tillInFolder()
  await till.ask('openShift', { float: '10000' })
  await till.ask('backUpNow')
  await till.ask('moveCash', { way: 'in', amount: '5000', reason: 'change' })
  await soldForCash(till)
  const before = await shiftOf(till)
  const rescued = await damaged(till)
  expect(await shiftOf(rescued)).toEqual(before)
})
