/** A day at the drawer on the real terminal, the service over real HTTP: with no line, and over a restart. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tugriks } from '../../shared/money.ts'
import { chargedSale, rungUp } from '../support/charged-sale.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice, startTill } from '../support/terminal.ts'

test('a day with a float, cash, a QR and cash out is closed with the line down, and its Z comes out', async () => {
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  const first = await startTill({ folder, practice: address })
  await first.ask('openShift', { float: '50000' })
  const cash = await rungUp(first)
  await first.ask('takeCash', { saleId: cash.saleId, received: '' })
  await first.until(cash.saleId, 'completed')
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
  const papers = join(folder, 'practice-receipts')
  await vi.waitFor(
    () =>
      expect(readdirSync(papers).filter((name) => name.startsWith(shiftId))).toEqual(
        ['x-report', 'z-copy', 'z-report'].flatMap((kind) => [
          `${shiftId}-${kind}.bin`,
          `${shiftId}-${kind}.png`,
        ]),
      ),
    { timeout: 30_000 },
  )
  const { shifts } = await till.ask('listShifts')
  expect(shifts).toMatchObject([{ id: shiftId, zNumber: 1, state: 'closed', net: cash.total + qr.total }])
  expect((await till.view()).shift).toEqual({ open: null, missing: false })
})

test('what is sold without a shift is told by the day', async () => {
  const { address } = await openPractice()
  const till = await startTill({ folder: temporaryFolder(), practice: address })
  const { saleId, total } = await rungUp(till)
  await till.ask('takeCash', { saleId, received: '' })
  await till.until(saleId, 'completed')
  const { shifts, shiftless } = await till.ask('listShifts')
  expect(shifts).toEqual([])
  expect(shiftless).toMatchObject([{ sales: { count: 1, amount: total } }])
})
