import { expect, onTestFinished, test } from 'vitest'
import { tugriks } from '../../../../shared/money/money.ts'
import { FIRST_SETTINGS, type Settings } from '../../../../shared/shop/settings.ts'
import { drawerAt, paid } from './drawer.ts'

function drawer(over: Partial<Settings> = {}) {
  const till = drawerAt(undefined, over)
  onTestFinished(() => till.close())
  return till
}

const openId = (till: ReturnType<typeof drawer>): string => till.journal().shifts.open()?.id ?? ''

const TEN = [{ value: 10_000, count: 1 }] as const

test('a second shift is refused while one is open', () => {
  const till = drawer()
  till.shifts().open('50,000')
  expect(() => till.shifts().open('1000')).toThrow('NOT_NOW')
  expect(till.shifts().report(null)?.shift).toMatchObject({ float: tugriks(50_000), state: 'open' })
})

test('an X has the present head of the chain and last sale number, and a Z those from just before it', () => {
  const till = drawer()
  till.shifts().open('50000')
  const shiftId = openId(till)
  const x = () => till.shifts().report(null)?.totals
  expect(x()).toMatchObject({
    lastNumber: null,
    chain: { position: 1, head: till.journal().chain.head().head },
  })
  const sale = till.journal().sales.byId(till.ringUp(tugriks(2500)))
  const last = x()
  expect(last).toMatchObject({ lastNumber: sale?.senderInvoiceNo, chain: { position: 3 } })
  till.shifts().close({ shiftId, lines: [], expected: tugriks(50_000), reason: 'тоолоогүй' })
  expect(till.shifts().report(shiftId)?.totals).toMatchObject({
    lastNumber: sale?.senderInvoiceNo,
    chain: last?.chain,
  })
  expect(till.journal().chain.head()).toMatchObject({ id: last?.chain.id, position: 4 })
})

test('the last number is that of the sale begun last on this till, also after a restore of an older sale', async () => {
  const till = drawerAt()
  till.take(till.ringUp(tugriks(10)), '')
  const file = await till.backUp()
  till.loseDisk()
  till.take(till.ringUp(tugriks(10)), '')
  const last = till.journal().saleNumbers.last()
  await till.merge(file)
  expect(till.journal().saleNumbers.last()).toBe(last)
  till.close()
})

test('an invalid sum, a movement without a reason and more cash than the drawer has are refused, and nothing moves', () => {
  const till = drawer()
  expect(() => till.shifts().move('in', '1000', 'задгай')).toThrow('SHIFT_NOT_OPEN')
  for (const typed of ['их', '1000.50']) expect(() => till.shifts().open(typed)).toThrow('AMOUNT_INVALID')
  till.shifts().open('10000')
  expect(() => till.shifts().move('in', '0', 'задгай')).toThrow('AMOUNT_INVALID')
  expect(() => till.shifts().move('in', '500', '  ')).toThrow('REASON_MISSING')
  expect(() => till.shifts().move('out', '10001', 'банкинд')).toThrow('DRAWER_TOO_LITTLE')
  till.shifts().move('out', '4000', ' банкинд   тушаав ')
  const report = till.shifts().report(null)
  expect(report?.totals.drawer.expected).toBe(tugriks(6000))
  expect(report?.moves).toMatchObject([{ way: 'out', reason: 'банкинд тушаав', by: { name: 'Болормаа' } }])
})

test('a blind count shows the expected cash only after the count, and keeps the first count', () => {
  const till = drawer()
  till.shifts().open('20000')
  const shiftId = openId(till)
  expect(till.shifts().draft(shiftId, TEN, false)).toEqual({ lines: TEN, compared: null })
  expect(till.shifts().draft(shiftId, TEN, true).compared).toMatchObject({ difference: tugriks(-10_000) })
  const lines = [{ value: 20_000, count: 1 }] as const
  till.shifts().draft(shiftId, lines, true)
  till.shifts().close({ shiftId, lines, expected: tugriks(20_000), reason: '' })
  expect(till.shifts().report(shiftId)?.shift.count).toMatchObject({
    counted: tugriks(20_000),
    difference: 0,
    firstCounted: tugriks(10_000),
  })
})

test('the first blind count is kept although a shift that a restore left is counted in between', async () => {
  const till = drawerAt()
  till.shifts().open('1000')
  const left = till.journal().shifts.open()?.id ?? ''
  const file = await till.backUp()
  till.loseDisk()
  till.shifts().open('8000')
  const now = till.journal().shifts.open()?.id ?? ''
  await till.merge(file)
  till.shifts().draft(now, [{ value: 1000, count: 7 }], true)
  till.shifts().draft(left, [{ value: 1000, count: 1 }], true)
  till
    .shifts()
    .close({ shiftId: left, lines: [{ value: 1000, count: 1 }], expected: tugriks(1000), reason: '' })
  till.shifts().draft(now, [{ value: 1000, count: 8 }], true)
  till
    .shifts()
    .close({ shiftId: now, lines: [{ value: 1000, count: 8 }], expected: tugriks(8000), reason: '' })
  expect(till.shifts().report(now)?.shift.count).toMatchObject({
    counted: tugriks(8000),
    firstCounted: tugriks(7000),
  })
})

test('a draft of a count is there after a restart', () => {
  const till = drawer()
  till.shifts().open('20000')
  const shiftId = openId(till)
  till.shifts().draft(shiftId, TEN, true)
  till.restart()
  expect(till.shifts().draftOf(shiftId)).toMatchObject({ lines: TEN, compared: { counted: tugriks(10_000) } })
})

test('a difference above the limit needs a reason, and below it none', () => {
  const till = drawer()
  till.shifts().open('12000')
  const shiftId = openId(till)
  const closing = { shiftId, lines: TEN, expected: tugriks(12_000), reason: '' }
  expect(() => till.shifts().close(closing)).toThrow('REASON_MISSING')
  expect(till.shifts().close({ ...closing, reason: 'хариулт илүү өгсөн' })).toMatchObject({ zNumber: 1 })
  till.shifts().open('10500')
  const next = { shiftId: openId(till), lines: TEN, expected: tugriks(10_500), reason: '' }
  expect(till.shifts().close(next)).toMatchObject({ zNumber: 2 })
})

test('closing a shift twice makes one Z, which is queued for the printer', () => {
  const till = drawer()
  till.shifts().open('10000')
  const closing = { shiftId: openId(till), lines: TEN, expected: tugriks(10_000), reason: '' }
  expect(till.shifts().close(closing)).toEqual(till.shifts().close(closing))
  const jobs = till.journal().printJobs.owed()
  expect(jobs.filter(({ kind }) => kind === 'z-report')).toHaveLength(1)
})

test('cash that moves after the difference was shown refuses the close until it was shown again', () => {
  const till = drawer()
  till.shifts().open('10000')
  const shiftId = openId(till)
  till.shifts().draft(shiftId, TEN, true)
  till.take(till.ringUp(tugriks(2500)), '5000')
  expect(() => till.shifts().close({ shiftId, lines: TEN, expected: tugriks(10_000), reason: '' })).toThrow(
    'SHIFT_MOVED',
  )
  const lines = [...TEN, { value: 500, count: 5 }]
  till.shifts().close({ shiftId, lines, expected: tugriks(12_500), reason: '' })
})

test('when shifts are required, no money is taken without one, but goods can be rung up', () => {
  const till = drawer({ shifts: { ...FIRST_SETTINGS.shifts, selling: 'required' } })
  const saleId = till.ringUp(tugriks(2500))
  expect(till.shifts().status()).toEqual({ open: null, missing: true })
  expect(() => till.take(saleId, '')).toThrow('SHIFT_NOT_OPEN')
  till.shifts().open('')
  till.take(saleId, '')
  expect(till.shifts().report(null)?.totals.drawer.expected).toBe(tugriks(2500))
})

test('money after a close belongs to the next open shift', () => {
  const till = drawer()
  till.shifts().open('10000')
  const total = tugriks(4000)
  const saleId = till.ringUp(total)
  till.charge(saleId, total, total)
  const first = openId(till)
  till.shifts().close({ shiftId: first, lines: TEN, expected: tugriks(10_000), reason: '' })
  till.shifts().open('10000')
  till.check(saleId, paid(saleId, total))
  expect(till.shifts().report(first)?.totals.sales.count).toBe(0)
  expect(till.shifts().report(null)?.totals).toMatchObject({ sales: { count: 1, amount: total } })
})

test('restored sales keep their own shift and are not in the open one', async () => {
  const till = drawer()
  till.shifts().open('10000')
  const old = openId(till)
  till.take(till.ringUp(tugriks(2500)), '')
  const backup = await till.backUp()
  till.loseDisk()
  till.shifts().open('5000')
  const today = openId(till)
  await till.merge(backup)
  expect(openId(till)).toBe(today)
  expect(till.shifts().report(today)?.totals.sales.count).toBe(0)
  expect(till.shifts().report(old)).toMatchObject({
    shift: { state: 'left' },
    totals: { sales: { count: 1 }, drawer: { expected: tugriks(12_500) } },
  })
  const closing = { shiftId: old, lines: null, expected: null, reason: '' }
  expect(till.shifts().close(closing)).toMatchObject({ zNumber: 1 })
  expect(() => till.shifts().close({ ...closing, shiftId: today })).toThrow('COUNT_MISSING')
})

test('the count is printed when it is done, and again after the close', () => {
  const till = drawer()
  till.shifts().open('10000')
  const shiftId = openId(till)
  till.shifts().draft(shiftId, TEN, false)
  expect(() => till.shifts().printCount(shiftId)).toThrow('COUNT_MISSING')
  till.shifts().draft(shiftId, TEN, true)
  till.shifts().printCount(shiftId)
  expect(till.journal().printJobs.owed().at(-1)).toMatchObject({ kind: 'drawer-count', shiftId })
  const sums = { counted: tugriks(10_000), expected: tugriks(10_000), difference: 0 }
  expect(till.shifts().counted(shiftId)).toMatchObject({ lines: TEN, by: 'Болормаа', ...sums })
  till.shifts().close({ shiftId, lines: TEN, expected: tugriks(10_000), reason: '' })
  expect(till.shifts().counted(shiftId)).toMatchObject({ lines: TEN, ...sums })
  till.shifts().printCount(shiftId)
  expect(till.journal().printJobs.owed().at(-1)).toMatchObject({ kind: 'drawer-count', shiftId })
})

test('a printed Z does not change, whatever a restore brings for it later', async () => {
  const till = drawer()
  till.shifts().open('10000')
  const shiftId = openId(till)
  const saleId = till.ringUp(tugriks(2500))
  till.shifts().close({ shiftId, lines: TEN, expected: tugriks(10_000), reason: '' })
  const before = till.shifts().report(shiftId)
  till.shifts().open('0')
  till.take(saleId, '')
  till.restart()
  expect(till.shifts().report(shiftId)).toEqual(before)
  till.shifts().printZ(shiftId)
  expect(till.journal().printJobs.owed().at(-1)).toMatchObject({ kind: 'z-copy', shiftId })
})
