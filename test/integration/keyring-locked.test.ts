/** A till that starts while the computer's keyring is locked. */
import { expect, test } from 'vitest'
import { chargedSale } from '../support/charged-sale.ts'
import { lockableKeyring } from '../support/lockable-keyring.ts'
import { quickTillAtPractice } from '../support/looks.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('an owed receipt waits with the reason, is not requested again, and is printed once the keyring is unlocked', async () => {
  const folder = temporaryFolder()
  const { vault, lock } = lockableKeyring()
  const first = await quickTillAtPractice({
    folder,
    vault: vault(),
    settings: { printer: { kind: 'network', host: '127.0.0.1', port: 1, profile: 'escpos' } },
  })
  const { saleId, invoice } = await chargedSale(first.till)
  await first.payer.pay({ invoice_id: invoice.invoiceId })
  await first.till.ask('checkNow', { saleId })
  await first.till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_UNREACHABLE')
  await first.till.stop()
  lock(true)
  const { till } = await quickTillAtPractice({ folder, vault: vault(), practice: first.address })
  await till.ask('saveSettings', { printer: { kind: 'folder', folder: null } })
  await till.untilView(({ printing }) => printing.failure?.name === 'KEYRING_LOCKED')
  const requests = async () => (await first.payer.state()).requests['POST /v2/ebarimt_v3/create']
  const before = await requests()
  lock(false)
  await till.until(saleId, 'completed')
  expect(await requests()).toBe(before)
})
