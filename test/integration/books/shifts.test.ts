/** A day of shifts on the real terminal with the service over real HTTP: without a connection, and across a restart. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tugriks } from '../../../shared/money/money.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { tillAtPractice, totalsNow, waiting } from '../../support/looks.ts'
import { cashSale, returned, saleOf, startReturn } from '../../support/returns.ts'
import { hire, putAtTill } from '../../support/staff.ts'
import { startTill } from '../../support/terminal.ts'
import { tillAtPrinter } from '../../support/till-at-printer.ts'

test('a shift with a float, cash, a QR and cash out is closed without a connection, and its Z is printed', async () => {
  const { till: first, payer, folder, address } = await tillAtPractice()
  await first.ask('openShift', { float: '50000' })
  const cash = await rungUp(first)
  await first.takeCash(cash.saleId)
  await first.ask('nextSale', { saleId: cash.saleId })
  const qr = await chargedSale(first)
  await payer.pay({ invoice_id: qr.invoice.invoiceId })
  await first.until(qr.saleId, 'completed')
  await first.ask('moveCash', { way: 'out', amount: '20000', reason: 'Банкинд' })
  await first.stop()

  const till = await startTill({ folder, practice: address })
  await payer.line({ up: false })
  const report = await till.ask('getShift', { shiftId: null })
  expect(report?.totals).toMatchObject({
    sales: { count: 2 },
    tenders: { cash: { amount: cash.total }, qr: { amount: qr.total } },
    drawer: { expected: tugriks(30_000) + cash.total },
    ereceipts: { issued: { count: 1, amount: qr.total } },
  })
  expect(report?.totals?.taxes.vat).toBeGreaterThan(0)
  const shiftId = report?.shift.id ?? ''
  await till.ask('printX', { shiftId })
  const lines = [{ value: 20_000, count: 1 }] as const
  const { compared } = await till.ask('countDraft', { shiftId, lines: [...lines], done: true })
  const expected = compared?.expected ?? 0
  const closing = { shiftId, lines: [...lines], expected, reason: 'Туршилт' }
  expect(await till.ask('closeShift', closing)).toEqual({ shiftId, zNumber: 1 })
  await till.ask('printZ', { shiftId })
  const papers = join(folder, 'test-receipts')
  await eventually(() =>
    expect(readdirSync(papers).filter((name) => name.startsWith(shiftId))).toEqual(
      ['x-report', 'z-copy', 'z-report'].flatMap((kind) => [
        `${shiftId}-${kind}.bin`,
        `${shiftId}-${kind}.png`,
      ]),
    ),
  )
  const { shifts } = await till.ask('listShifts', { most: 60, also: null })
  expect(shifts).toMatchObject([{ id: shiftId, zNumber: 1, state: 'closed', net: cash.total + qr.total }])
  expect((await till.view()).shift).toEqual({ open: null, missing: false })
})

/** A shop that sells only with an open shift. `closed` closes the shift with whatever is in the drawer. */
async function tillOfShifts() {
  const shifts = { ...FIRST_SETTINGS.shifts, selling: 'required' } as const
  const tenders = { ...FIRST_SETTINGS.tenders, card: 'on' } as const
  const { till, payer } = await tillAtPractice({ settings: { shifts, tenders } })
  await till.ask('openShift', { float: '' })
  const closed = async () => {
    const shiftId = (await till.view()).shift.open?.id ?? ''
    const { compared } = await till.ask('countDraft', { shiftId, lines: [], done: true })
    await till.ask('closeShift', { shiftId, lines: [], expected: compared?.expected ?? 0, reason: 'Туршилт' })
  }
  return { till, payer, closed }
}

test('a copy of a Z names the seller of its day, although the settings name another one now', async () => {
  const { till, papers } = await tillAtPrinter()
  await till.ask('openShift', { float: '' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  await till.ask('countDraft', { shiftId, lines: [], done: true })
  await till.ask('closeShift', { shiftId, lines: [], expected: 0, reason: '' })
  const { terminalCode, invoicing, paperWidth, printer, shop, cityTaxPercent } = (await till.view()).settings
  const other = { ...shop, name: 'Шинэ эзэн', taxpayerNumber: '10987654321' }
  const kept = { terminalCode, invoicing, paperWidth, printer, cityTaxPercent }
  await till.ask('saveSettings', { ...kept, shop: other })
  await till.ask('printZ', { shiftId })
  await till.untilView(({ printing }) => printing.waiting === 0)
  const copy = papers().at(-1)
  expect(copy).toContain('ХУУЛБАР')
  expect(copy).toContain(shop.name)
  expect(copy).not.toContain('Шинэ эзэн')
})

test('a repayment in cash for goods needs an open shift, so that it is in a Z', async () => {
  const { till, closed } = await tillOfShifts()
  const { saleId, total } = await cashSale(till)
  await closed()
  await expect(startReturn(till, saleId, { way: 'cash' })).rejects.toThrow('SHIFT_NOT_OPEN')
  expect((await saleOf(till, saleId)).returns).toEqual([])
  await till.ask('openShift', { float: '50000' })
  await returned(till, saleId, { way: 'cash' })
  expect((await totalsNow(till)).drawer.refunded).toEqual({ count: 1, amount: total })
})

test('giving a card tender back needs an open shift as cash does', async () => {
  const { till, closed } = await tillOfShifts()
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, kind: 'card', received: '1000' })
  await closed()
  const [tender] = (await saleOf(till, saleId)).tenders
  const back = () => till.ask('returnTender', { saleId, tenderId: tender?.id ?? '' })
  await expect(back()).rejects.toThrow('SHIFT_NOT_OPEN')
  await till.ask('openShift', { float: '' })
  await back()
  expect((await totalsNow(till)).tenders.terminal.amount).toBe(-100_000)
})

test('repaying a surplus in cash and giving a part in cash back need an open shift', async () => {
  const { till, payer, closed } = await tillOfShifts()
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
  await till.check(saleId, 'completed')
  await till.ask('nextSale', { saleId })
  const part = await rungUp(till)
  await till.ask('takeTender', { saleId: part.saleId, received: '100' })
  const tenderId = (await saleOf(till, part.saleId)).tenders[0]?.id ?? ''
  const item = await waiting(till, 'surplus')
  await closed()
  await expect(decide(till, item, 'repaid-cash')).rejects.toThrow('SHIFT_NOT_OPEN')
  const back = () => till.ask('returnTender', { saleId: part.saleId, tenderId })
  await expect(back()).rejects.toThrow('SHIFT_NOT_OPEN')
  await till.ask('openShift', { float: '50000' })
  await decide(till, item, 'repaid-cash')
  await back()
  expect((await totalsNow(till)).drawer.refunded).toEqual({ count: 2, amount: tugriks(1100) })
})

test('the list of shifts says how many older ones there are, has them when asked, and each chosen one', async () => {
  const { till } = await tillAtPractice()
  const opened: string[] = []
  for (let one = 0; one < 4; one++) {
    await till.ask('openShift', { float: '0' })
    const shiftId = (await till.view()).shift.open?.id ?? ''
    opened.unshift(shiftId)
    await till.ask('closeShift', { shiftId, lines: [], expected: 0, reason: '' })
  }
  const listed = async (most: number, also: string | null) => {
    const { shifts, rest } = await till.ask('listShifts', { most, also })
    return { ids: shifts.map(({ id }) => id), rest }
  }
  const [newest, second, , oldest = ''] = opened
  expect(await listed(2, null)).toEqual({ ids: [newest, second], rest: 2 })
  expect(await listed(2, oldest)).toEqual({ ids: [newest, second, oldest], rest: 1 })
  expect(await listed(60, oldest)).toEqual({ ids: opened, rest: 0 })
})

test('sales without a shift are listed by day', async () => {
  const { till } = await tillAtPractice()
  const { saleId, total } = await rungUp(till)
  await till.takeCash(saleId)
  const { shifts, shiftless } = await till.ask('listShifts', { most: 60, also: null })
  expect(shifts).toEqual([])
  expect(shiftless).toMatchObject([{ sales: { count: 1, amount: total } }])
})

test('an X that waited for the printer until the shift was closed is still an X, and there is one Z', async () => {
  const { till, papers, openCover, closeCover } = await tillAtPrinter()
  await till.ask('openShift', { float: '0' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  const { saleId } = await rungUp(till)
  await till.takeCash(saleId)
  await till.untilView(({ printing }) => printing.waiting === 0)
  openCover()
  await till.ask('printX', { shiftId })
  await till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_COVER_OPEN')
  const { compared } = await till.ask('countDraft', { shiftId, lines: [], done: true })
  await till.ask('closeShift', { shiftId, lines: [], expected: compared?.expected ?? 0, reason: 'Туршилт' })
  await closeCover()
  await till.untilView(({ printing }) => printing.waiting === 0)
  const [, x, z, ...more] = papers()
  expect(more).toEqual([])
  expect(x).toContain('X ТАЙЛАН')
  expect(x).not.toContain('№ 0001')
  expect(z).toContain('Z ТАЙЛАН № 0001')
})

test('a blind count that is not finished closes nothing, and tells nothing about the cash that is expected', async () => {
  const { till } = await tillAtPractice()
  const { cashier } = await hire(till)
  await till.ask('openShift', { float: '20000' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  await putAtTill(till, cashier)
  const lines = [{ value: 20_000 as const, count: 1 }]
  const close = (expected: number) => till.reply('closeShift', { shiftId, lines, expected, reason: '' })
  const refused = { error: { name: 'COUNT_MISSING' } }
  expect(await close(tugriks(19_000))).toMatchObject(refused)
  expect(await close(tugriks(20_000))).toMatchObject(refused)
  await till.ask('countDraft', { shiftId, lines, done: false })
  expect(await close(tugriks(20_000))).toMatchObject(refused)
  await till.ask('countDraft', { shiftId, lines, done: true })
  expect(await close(tugriks(20_000))).toMatchObject({ ok: true, value: { zNumber: 1 } })
  expect(await close(tugriks(20_000))).toMatchObject({ ok: true, value: { zNumber: 1 } })
})

test('a count of a manager shows a cashier no expected cash: their blind count begins anew, and is kept', async () => {
  const { till } = await tillAtPractice()
  const { cashier, manager } = await hire(till)
  await till.ask('openShift', { float: '20000' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  const lines = (count: number) => [{ value: 1000 as const, count }]
  await putAtTill(till, manager)
  const spotCheck = await till.ask('countDraft', { shiftId, lines: lines(20), done: true })
  expect(spotCheck.compared).toMatchObject({ difference: 0 })
  await putAtTill(till, cashier)
  expect((await till.ask('getShift', { shiftId }))?.draft?.compared).toBeNull()
  expect(await till.reply('printCount', { shiftId })).toMatchObject({ error: { name: 'COUNT_MISSING' } })
  const expected = tugriks(20_000)
  const close = () => till.reply('closeShift', { shiftId, lines: lines(20), expected, reason: '' })
  expect(await close()).toMatchObject({ error: { name: 'COUNT_MISSING' } })
  await till.ask('countDraft', { shiftId, lines: lines(18), done: true })
  expect((await till.ask('getShift', { shiftId }))?.draft?.compared).toMatchObject({ expected })
  await till.ask('printCount', { shiftId })
  expect(await close()).toMatchObject({ ok: true })
  const closed = await till.ask('getShift', { shiftId })
  expect(closed?.shift.count).toMatchObject({ counted: expected, firstCounted: tugriks(18_000) })
})

test('a cashier who must count blind gives a tender of an earlier shift back, and learns nothing about the cash that is expected', async () => {
  const { till } = await tillAtPractice()
  const { cashier, manager } = await hire(till)
  await till.ask('openShift', { float: '' })
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  const [tender] = (await saleOf(till, saleId)).tenders
  const before = (await till.view()).shift.open?.id ?? ''
  const { compared } = await till.ask('countDraft', { shiftId: before, lines: [], done: true })
  await till.ask('closeShift', {
    shiftId: before,
    lines: [],
    expected: compared?.expected ?? 0,
    reason: 'Банк',
  })
  await putAtTill(till, cashier)
  await till.ask('openShift', { float: '500' })
  const shiftId = (await till.view()).shift.open?.id ?? ''
  await till.ask('returnTender', { saleId, tenderId: tender?.id ?? '' })
  expect((await till.ask('getShift', { shiftId }))?.totals).toBeNull()
  await putAtTill(till, manager)
  expect((await totalsNow(till)).drawer.expected).toBe(tugriks(-500))
  await till.ask('moveCash', { way: 'in', amount: '500', reason: 'Солих' })
  await till.ask('countDraft', { shiftId, lines: [], done: true })
  expect(await till.ask('closeShift', { shiftId, lines: [], expected: 0, reason: '' })).toMatchObject({
    zNumber: 2,
  })
})
