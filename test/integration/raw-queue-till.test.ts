/** A till that prints raw through a real queue of the system. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { chargedSale } from '../support/charged-sale.ts'
import { cupsMissing, startCups } from '../support/cups.ts'
import { quickTillAtPractice } from '../support/looks.ts'
import { needs } from '../support/needs.ts'
import { sealsIn } from '../support/till-at-printer.ts'

test('a receipt that the queue took and did not print keeps its seal, and a person decides', async ({
  skip,
}) => {
  needs(skip, cupsMissing())
  const cups = await startCups()
  await cups.addQueue('till', 'hangs')
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('CUPS_SERVER', cups.environment.CUPS_SERVER)
  const { till, payer, folder } = await quickTillAtPractice({
    settings: { printer: { kind: 'raw-queue', queue: 'till', profile: 'escpos' } },
  })
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.ask('checkNow', { saleId })
  await till.untilView(({ printing }) => printing.unconfirmed === 1)
  expect(await till.ask('listAttention')).toMatchObject([{ saleId, cause: 'receipt-unprintable' }])
  await till.stop()
  expect(sealsIn(folder)).toHaveLength(1)
})
