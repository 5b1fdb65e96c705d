/**
 * A number that an invoice was requested under is never used again, whatever happened to the journal: one customer's
 * payment settles one sale only.
 */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { PracticeControl } from '../../../scripts/run/practice/index.ts'
import { chargedSale, rungUp, stateOf } from '../../support/charged-sale.ts'
import { attentionIn, kindsOf, look, tillAtPractice, waiting } from '../../support/looks.ts'
import { saleOf } from '../../support/returns.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const CREATE = { method: 'POST', path: '/v2/invoice' } as const

async function paidSale(till: Till, payer: PracticeControl): Promise<string> {
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
  await till.ask('nextSale', { saleId })
  return saleId
}

/**
 * Charges a sale whose create request is lost before the service does it, so that any invoice found later belongs to
 * somebody else.
 */
async function chargedInVain(till: Till, payer: PracticeControl): Promise<string> {
  await payer.faults([{ ...CREATE, effect: 'reset-before' }])
  const { saleId } = await chargedSale(till)
  await look(till, saleId)
  return saleId
}

/** Removes a sale as a rescue does when it cannot read the sale's pages. */
function loseSale(saleId: string, file: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec('DROP TRIGGER event_is_kept; DROP TRIGGER sale_is_kept')
  for (const [table, column] of [
    ['event', 'subject'],
    ['sale_invoice', 'sale_id'],
    ['sale', 'id'],
  ])
    database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(saleId)
  database.close()
  writeFileSync(`${file}.suspect`, '')
}

test('after a rescue that lost the newest sale, its payment does not settle the next sale', async () => {
  const { till, payer, folder, address } = await tillAtPractice()
  await paidSale(till, payer)
  const lost = await paidSale(till, payer)
  const known = await saleOf(till, lost)
  await till.stop()
  loseSale(lost, join(folder, 'journal-test.sqlite'))

  const again = await startTill({ folder, practice: address })
  await again.ask('acknowledgeRecovered')
  await again.ask('acknowledgeRescue')
  const saleId = await chargedInVain(again, payer)
  expect(await stateOf(again, saleId)).toMatchObject({ name: 'awaiting-payment' })
  const next = await saleOf(again, saleId)
  expect(next.sequence).toBe(known.sequence)
  expect(next.senderInvoiceNo).not.toBe(known.senderInvoiceNo)
  expect((await payer.state()).payments).toHaveLength(2)
})

test('on a disk that was set back to an earlier image, an earlier payment does not settle the next sale', async () => {
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  await (await startTill({ folder, practice: address })).stop()
  const image = temporaryFolder()
  cpSync(folder, image, { recursive: true })
  const till = await startTill({ folder, practice: address })
  await paidSale(till, payer)
  await till.stop()

  const again = await startTill({ folder: image, practice: address })
  const saleId = await chargedInVain(again, payer)
  expect(await stateOf(again, saleId)).toMatchObject({ name: 'awaiting-payment' })
  expect((await payer.state()).payments).toHaveLength(1)
})

test('with two tills from one disk image, a payment at one settles nothing at the other', async () => {
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  await (await startTill({ folder, practice: address })).stop()
  const image = temporaryFolder()
  cpSync(folder, image, { recursive: true })
  const one = await startTill({ folder, practice: address })
  const other = await startTill({ folder: image, practice: address })
  await payer.merchant({ used_number: 'refused' })

  const { saleId, invoice } = await chargedSale(one)
  const shown = (await chargedSale(other)).invoice
  expect(shown.invoiceId).not.toBe(invoice.invoiceId)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await one.until(saleId, 'completed')
})

test('an invoice that is found paid before its QR was shown settles nothing, and its money is put in the attention list', async () => {
  const { till, payer } = await tillAtPractice()
  const noList = { method: 'POST', path: '/v2/invoice/list', effect: '502', rate: 1 } as const
  await payer.faults([{ ...CREATE, effect: 'reset-after' }, noList])
  const { saleId, total } = await rungUp(till)
  await till.ask('charge', { saleId })
  await expect.poll(() => kindsOf(till, saleId)).toContain('invoice-unknown')
  const [made] = (await payer.state()).invoices
  await payer.pay({ invoice_id: made?.invoice_id ?? '' })
  await payer.faults(null)
  await till.ask('checkNow', { saleId })
  await waiting(till, 'late-money')
  expect(await attentionIn(till)).toEqual([['late-money', total]])
  expect(await stateOf(till, saleId)).toMatchObject({ name: 'late-payment' })
  expect((await saleOf(till, saleId)).ereceipts).toEqual([])
  // The customer at the counter pays for a sale of their own.
  await till.ask('nextSale', { saleId })
  await chargedSale(till)
})
