/**
 * Restored sales appear in one Z: that of their own shift, or the next one when their shift was closed here without
 * them.
 */
import { expect, test } from 'vitest'
import { auditVerify } from '../../../../scripts/trials/audit-verify.ts'
import type { ShiftEvent } from '../../../../shared/books/shift.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { closeShift, drawerAt, openedDrawer, sell, sum } from '../../books/shifts/drawer.ts'

type Till = ReturnType<typeof drawerAt>

type Closed = Extract<ShiftEvent, { kind: 'shift-closed' }>

const zsOf = (till: Till): readonly Closed[] =>
  till
    .journal()
    .shifts.latest(99, Number.MAX_SAFE_INTEGER)
    .flatMap(({ id }) => till.journal().shifts.events(id))
    .flatMap(({ event }) => (event.kind === 'shift-closed' ? [event] : []))

/** The totals of all Zs, and of all days. */
function told(till: Till) {
  const turnovers = zsOf(till).flatMap(({ totals }) => [totals, ...(totals.before ? [totals.before] : [])])
  const add = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
  const posted = (account: string, keys: readonly string[] | null) =>
    add(
      till
        .journal()
        .sums.ofDays('0000', '9999')
        .filter((row) => row.account === account && (keys === null || keys.includes(row.key)))
        .map(({ amount }) => amount),
    )
  return {
    zs: {
      sales: add(turnovers.map(({ sales }) => sales.amount)),
      cash: add(turnovers.map(({ tenders }) => tenders.cash.amount)),
    },
    days: { sales: posted('hour', null), cash: posted('cash', ['taken', 'back', 'elsewhere']) },
  }
}

/** The totals when goods of so many tugriks were sold for cash and nothing else happened. */
function cashSold(tugriks: number): ReturnType<typeof told> {
  const all = { sales: sum(tugriks), cash: sum(tugriks) }
  return { zs: all, days: all }
}

function wrongIn(till: Till): readonly string[] {
  till.close()
  const lines: string[] = []
  auditVerify([till.file()], (line) => lines.push(line))
  return lines.filter((line) => line.startsWith('wrong: '))
}

/** Closes the till; its Zs and days tell of goods of so many tugriks that were sold for cash, and nothing is wrong. */
function tellsOf(till: Till, tugriks: number): void {
  expect(told(till)).toEqual(cashSold(tugriks))
  expect(wrongIn(till)).toEqual([])
}

const WITHOUT_NEWS = { added: 0, updated: 0, conflicts: 0, days: [] }

/** A till that was set back to an image with an open shift; returns a later backup with one sale more in that shift. */
async function parted(till: Till): Promise<string> {
  till.shifts().open('50000')
  sell(till, 1000)
  const image = await till.backUp()
  sell(till, 2000)
  const backup = await till.backUp()
  till.setBack(image)
  return backup
}

test('a sale restored after its shift was closed is reported in the next Z as a sale without a shift', async () => {
  const till = drawerAt()
  const backup = await parted(till)
  closeShift(till)
  expect(await till.merge(backup)).toMatchObject({ added: 1, conflicts: 0 })
  till.shifts().open('0')
  const before = till.shifts().report(null)?.totals?.before
  expect(before?.sales).toEqual({ count: 1, amount: sum(2000) })
  closeShift(till)
  tellsOf(till, 3000)
})

test('a restored sale keeps its day', async () => {
  const till = drawerAt()
  const backup = await parted(till)
  const day = shopDay(till.clock.now())
  closeShift(till)
  till.clock.advance(3 * 86_400_000)
  await till.merge(backup)
  const sold = till
    .journal()
    .sums.ofDays(day, day)
    .filter(({ account }) => account === 'hour')
  expect(sold.map(({ amount }) => amount).reduce((one, other) => one + other, 0)).toBe(sum(3000))
})

test('a sale that is restored during an open shift is in the Z of the shift after it', async () => {
  const till = drawerAt()
  const backup = await parted(till)
  closeShift(till)
  till.shifts().open('0')
  await till.merge(backup)
  expect(till.shifts().report(null)?.totals).toMatchObject({ sales: { count: 0 }, before: null })
  closeShift(till)
  till.shifts().open('0')
  expect(till.shifts().report(null)?.totals?.before?.sales.amount).toBe(sum(2000))
})

test('a sale without a shift that is restored after the next shift was closed is in the next Z', async () => {
  const till = drawerAt()
  sell(till, 1000)
  const image = await till.backUp()
  const later = sell(till, 2000)
  const backup = await till.backUp()
  till.setBack(image)
  till.shifts().open('0')
  closeShift(till)
  await till.merge(backup)
  expect(till.journal().sales.byId(later)).not.toBeNull()
  till.shifts().open('0')
  closeShift(till)
  tellsOf(till, 3000)
})

test('a second restore of a backup adds nothing', async () => {
  const till = drawerAt()
  const backup = await parted(till)
  closeShift(till)
  await till.merge(backup)
  expect(await till.merge(backup)).toMatchObject(WITHOUT_NEWS)
  till.shifts().open('0')
  closeShift(till)
  expect(await till.merge(backup)).toMatchObject(WITHOUT_NEWS)
  expect(told(till)).toEqual(cashSold(3000))
})

test('a new till that restores its backup has every sale in its shift', async () => {
  const till = openedDrawer()
  const sale = sell(till, 1000)
  const shiftId = closeShift(till)
  const backup = await till.backUp()
  till.loseDisk()
  await till.merge(backup)
  expect(till.journal().sales.eventsInShifts(sale).at(-1)?.shiftId).toBe(shiftId)
  expect(till.journal().shifts.untoldPeriods()).toEqual([])
})

test('a rescue and a later restore keep every sale in its shift', async () => {
  const till = openedDrawer()
  const [sale, lost] = [sell(till, 1000), sell(till, 2000)]
  const shiftId = closeShift(till)
  const backup = await till.backUp()
  till.lose(lost, 'tender-taken')
  till.rescue()
  await till.merge(backup)
  for (const id of [sale, lost]) expect(till.journal().sales.eventsInShifts(id).at(-1)?.shiftId).toBe(shiftId)
  expect(till.journal().shifts.untoldPeriods()).toEqual([])
})

test('cash that was put in, lost and restored is not added after the Z whose count included it', async () => {
  const till = openedDrawer()
  till.shifts().move('in', '5000', 'change')
  const backup = await till.backUp()
  const shiftId = till.journal().shifts.open()?.id ?? ''
  till.shifts().move('out', '1000', 'bank')
  till.lose(shiftId, 'cash-in')
  till.rescue()
  closeShift(till)
  expect(await till.merge(backup)).toMatchObject({ conflicts: 1, unlike: ['K01 Z –'] })
  expect(
    till
      .journal()
      .shifts.events(shiftId)
      .map(({ event }) => event.kind),
  ).not.toContain('cash-in')
  expect(wrongIn(till)).toEqual([`wrong: shift ${shiftId}: some of its events are missing`])
})

test('an open shift with sales of its own is not closed by a restored Z that lacks them', async () => {
  const till = openedDrawer()
  sell(till, 1000)
  const image = await till.backUp()
  const shiftId = closeShift(till)
  const backup = await till.backUp()
  till.setBack(image)
  sell(till, 2000)
  expect(await till.merge(backup)).toMatchObject({ conflicts: 1 })
  expect(till.journal().shifts.open()?.id).toBe(shiftId)
  closeShift(till)
  tellsOf(till, 3000)
})

test('the chain verifies after a Z is restored from a history that went on differently', async () => {
  const till = openedDrawer()
  sell(till, 1000)
  closeShift(till)
  const image = await till.backUp()
  till.shifts().open('0')
  sell(till, 2000)
  closeShift(till)
  const backup = await till.backUp()
  till.setBack(image)
  till.clock.advance(86_400_000)
  sell(till, 500)
  await till.merge(backup)
  till.shifts().open('0')
  closeShift(till)
  tellsOf(till, 3500)
})

test('a sale without a shift that both journal and backup have is in one Z only', async () => {
  const till = drawerAt()
  sell(till, 1000)
  const image = await till.backUp()
  till.shifts().open('0')
  const backup = await till.backUp()
  till.setBack(image)
  till.shifts().open('0')
  closeShift(till)
  await till.merge(backup)
  const left = till
    .journal()
    .shifts.latest(9, Number.MAX_SAFE_INTEGER)
    .find(({ state }) => state === 'left')
  closeShift(till, left?.id)
  tellsOf(till, 1000)
})

test('a sale without a shift that a restored closed shift counted is not counted in the open one', async () => {
  const till = drawerAt()
  sell(till, 1000)
  const image = await till.backUp()
  till.shifts().open('0')
  closeShift(till)
  const backup = await till.backUp()
  till.setBack(image)
  till.shifts().open('0')
  await till.merge(backup)
  closeShift(till)
  tellsOf(till, 1000)
})

test('sales that another till’s restored Z lacks are in the next Z, and those that it has are not counted again', async () => {
  const till = drawerAt()
  sell(till, 1000)
  const image = await till.backUp()
  sell(till, 2000)
  const own = await till.backUp()
  till.setBack(image)
  till.shifts().open('0')
  closeShift(till)
  const other = await till.backUp()
  till.setBack(own)
  await till.merge(other)
  till.shifts().open('0')
  closeShift(till)
  expect(told(till)).toEqual(cashSold(3000))
})

test('a restore names the existing days that it changes', async () => {
  const till = drawerAt()
  const backup = await parted(till)
  const day = shopDay(till.clock.now())
  expect((await till.merge(backup)).days).toEqual([day])
  expect((await till.merge(backup)).days).toEqual([])
})

test('a restore does not name a day that had no sales before', async () => {
  const till = openedDrawer()
  sell(till, 1000)
  const backup = await till.backUp()
  till.loseDisk()
  expect(await till.merge(backup)).toMatchObject({ added: 1, days: [] })
})
