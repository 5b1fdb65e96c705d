/** A shop that pays no VAT: the till computes none, so no paper of its own names it. */
import { expect, test } from 'vitest'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { ALL_TENDERS, closeShift } from '../../support/open-shift.ts'
import { tillAtPrinter } from '../../support/till-at-printer.ts'

const settings = { tax: { ...FIRST_SETTINGS.tax, vatPayer: false }, tenders: ALL_TENDERS } as const

test('names no VAT on the receipt of a cash sale, on X and on Z, and shows none at the counter', async () => {
  const { till, papers } = await tillAtPrinter({ settings })
  await till.ask('openShift', { float: '50000' })
  const { saleId } = await rungUp(till)
  expect((await till.view()).counter?.totals.vat).toBe(0)
  await till.takeCash(saleId)
  await till.until(saleId, 'completed')
  const shift = await till.ask('getShift', { shiftId: null })
  await till.ask('printX', { shiftId: shift?.shift.id ?? '' })
  await closeShift(till)
  await expect.poll(() => papers().length).toBeGreaterThanOrEqual(3)
  expect(papers().join('\n')).not.toMatch(/НӨАТ(?! төлөгч)/)
})

test('prints the VAT of an e-receipt as the service told it', async () => {
  const { till, payer, papers } = await tillAtPrinter({ settings })
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.check(saleId, 'completed')
  const [told] = (await payer.state()).ereceipts
  await expect.poll(() => papers().length).toBe(1)
  expect(told).toBeDefined()
  expect(papers()[0]).toContain('НӨАТ')
})
