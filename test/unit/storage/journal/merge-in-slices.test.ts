/** A long journal is merged slice by slice while the till sells. A merge that was cut off is completed by the next one. */
import { expect, onTestFinished, test } from 'vitest'
import { auditVerify } from '../../../../scripts/trials/audit-verify.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { countsOf } from '../../../support/journal-counts.ts'
import { drawerAt, sum } from '../../books/shifts/drawer.ts'

type Till = ReturnType<typeof drawerAt>

/** More than two slices. */
const MANY = 120
const PRICE = 1000
const DAY = 24 * 3_600_000

function till(): Till {
  const made = drawerAt()
  onTestFinished(() => made.close())
  return made
}

/** Sells so that nothing is left to do. */
function sell(at: Till, times = 1): void {
  for (let sale = 0; sale < times; sale += 1) {
    at.clock.advance(60_000)
    const saleId = at.ringUp(sum(PRICE))
    at.take(saleId, '')
    at.record(saleId, { kind: 'receipt-queued', jobId: saleId }, { kind: 'receipt-printed', jobId: saleId })
  }
}

function closeShift(at: Till): void {
  const shiftId = at.journal().shifts.open()?.id ?? ''
  const expected = at.shifts().report(shiftId)?.totals?.drawer.expected ?? null
  at.shifts().close({ shiftId, lines: [], expected, reason: 'unsaid' })
}

/** How many sales the Zs report, and how many the days have. */
function soldIn(at: Till) {
  const { shifts, sums } = at.journal()
  const zs = shifts
    .latest(99, Number.MAX_SAFE_INTEGER)
    .flatMap(({ id }) => shifts.events(id))
    .flatMap(({ event }) => (event.kind === 'shift-closed' ? [event.totals] : []))
  const add = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)
  return {
    zs: add(zs.map(({ sales, before }) => sales.count + (before?.sales.count ?? 0))),
    days: add(
      sums
        .ofDays('0000', '9999')
        .filter(({ account }) => account === 'hour')
        .map(({ times }) => times),
    ),
  }
}

function wrongIn(at: Till): readonly string[] {
  at.close()
  const lines: string[] = []
  auditVerify([at.file()], (line) => lines.push(line))
  return lines.filter((line) => line.startsWith('wrong: '))
}

/** A backup of a till with a closed shift of many sales, an open shift with one, and a charge that waits for its payer. */
async function backupOfMany(): Promise<string> {
  const other = till()
  other.shifts().open('0')
  sell(other, MANY)
  closeShift(other)
  other.shifts().open('0')
  sell(other)
  const waiting = other.ringUp(sum(PRICE))
  other.charge(waiting, sum(PRICE), sum(PRICE))
  return other.backUp()
}

test('the till sells between the slices of a merge, and all sales are in the journal and in the Zs once', async () => {
  const backup = await backupOfMany()
  const here = till()
  here.shifts().open('0')
  let sold = 0
  await here.merge(backup, () => {
    sell(here)
    sold += 1
  })
  expect(sold).toBeGreaterThan(2)
  closeShift(here)
  expect(countsOf(here.journal()).sales).toBe(MANY + 2 + sold)
  expect(soldIn(here)).toEqual({ zs: MANY + sold, days: MANY + 1 + sold })
  expect(wrongIn(here)).toEqual([])
  expect(here.wrongSums()).toEqual([])
})

test('what a person or the runner goes on with is merged at once, after all that is over', async () => {
  const backup = await backupOfMany()
  const here = till()
  const seen: unknown[] = []
  await here.merge(backup, () => {
    const { unfinished, shifts } = here.journal()
    const [due, all] = [unfinished.due().length, shifts.latest(9, Number.MAX_SAFE_INTEGER).length]
    seen.push([due, all, countsOf(here.journal()).sales])
  })
  const { unfinished, shifts } = here.journal()
  expect(seen).toEqual([
    [0, 0, 0],
    [0, 1, 49],
    [0, 1, 99],
  ])
  expect(unfinished.due()).toHaveLength(1)
  expect(shifts.latest(9, Number.MAX_SAFE_INTEGER)).toHaveLength(2)
})

test('sales that come after their shift was closed between two slices are in the next Z', async () => {
  const here = till()
  here.shifts().open('0')
  sell(here)
  const image = await here.backUp()
  sell(here, MANY)
  closeShift(here)
  const backup = await here.backUp()
  here.setBack(image)
  sell(here)
  let slices = 0
  const report = await here.merge(backup, () => {
    slices += 1
    if (slices === 2) closeShift(here)
  })
  expect(report).toMatchObject({ added: MANY - 1, conflicts: 2 })
  here.shifts().open('0')
  closeShift(here)
  expect(soldIn(here)).toEqual({ zs: MANY + 1, days: MANY + 1 })
  expect(wrongIn(here)).toEqual([])
})

test('a merge that was cut off is completed by the same merge, which names all changed days', async () => {
  const backup = await backupOfMany()
  const whole = till()
  sell(whole)
  const day = shopDay(whole.clock.now())
  await whole.merge(backup)
  const here = till()
  sell(here)
  let slices = 0
  const cut = here.merge(backup, () => {
    slices += 1
    if (slices > 2) throw new Error('the power is cut')
  })
  await expect(cut).rejects.toThrow('the power is cut')
  here.restart()
  here.clock.advance(DAY)
  expect(await here.rehearse(backup)).toMatchObject({ added: MANY + 2 - 99, same: 99, days: [day] })
  expect(await here.merge(backup)).toMatchObject({ added: MANY + 2 - 99, same: 99, days: [day] })
  expect(await here.merge(backup)).toMatchObject({ added: 0, same: MANY + 2, days: [] })
  expect([countsOf(here.journal()), soldIn(here)]).toEqual([countsOf(whole.journal()), soldIn(whole)])
  expect(wrongIn(here)).toEqual([])
  expect(here.wrongSums()).toEqual([])
})

test('the dry run of a long merge reports the same and writes nothing', async () => {
  const backup = await backupOfMany()
  const here = till()
  sell(here)
  const report = await here.rehearse(backup)
  expect(report).toMatchObject({ added: MANY + 2, conflicts: 0, days: [shopDay(here.clock.now())] })
  expect(countsOf(here.journal()).sales).toBe(1)
  expect(await here.merge(backup)).toEqual(report)
})
