/** The page with the rows of the shifts is unreadable; the page with their events is readable. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rungUp } from '../support/charged-sale.ts'
import { spoilTree } from '../support/spoiled-tree.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../support/terminal.ts'

async function tillInFolder() {
  const folder = temporaryFolder()
  const { address: practice } = await openPractice()
  const start = () => startTill({ folder, practice })
  const damaged = async (till: Till): Promise<Till> => {
    await till.stop()
    spoilTree(join(folder, 'journal-practice.sqlite'), 'shift')
    return start()
  }
  return { till: await start(), damaged }
}

async function soldForCash(till: Till): Promise<void> {
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '' })
  await till.until(saleId, 'completed')
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

test('a rescue does not reuse the number of a printed Z', async () => {
  const { till, damaged } = await tillInFolder()
  expect([await closed(till), await closed(till)]).toEqual([1, 2])
  await till.untilView(({ printing }) => printing.waiting === 0)
  const rescued = await damaged(till)
  expect(await closed(rescued)).toBe(3)
  const { shifts } = await rescued.ask('listShifts')
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
