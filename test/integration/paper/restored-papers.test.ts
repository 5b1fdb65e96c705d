/** A data folder that was set back to an older image, and into which the newer backup is restored. */
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { storeSettings } from '../../../scripts/run/hosts/host.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill } from '../../support/terminal.ts'

const NO_PRINTER = { printer: { kind: 'network', host: '127.0.0.1', port: 9, profile: 'escpos' } } as const

function sealsIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'journal-test.sqlite'), { readOnly: true })
  const { many } = database.prepare('SELECT count(*) AS many FROM receipt_seal').get() as { many: number }
  database.close()
  return many
}

test('an e-receipt that was printed according to the newer backup is neither printed again nor kept sealed', async () => {
  const { till, payer, folder, address } = await tillAtPractice({ settings: NO_PRINTER })
  const { saleId, invoice } = await chargedSale(till, 2)
  await payer.pay({ invoice_id: invoice.invoiceId, type: 'CARD' })
  await till.ask('checkNow', { saleId })
  await expect.poll(async () => (await till.ask('listPrints'))[0]?.failure ?? null).not.toBeNull()
  await till.stop()
  expect(sealsIn(folder)).toBe(1)
  const later = temporaryFolder()
  cpSync(folder, later, { recursive: true })
  await storeSettings(later, FIRST_SETTINGS) // this one has a printer
  const printing = await startTill({ folder: later, practice: address })
  await printing.reply('acknowledgeRecovered')
  await printing.until(saleId, 'completed')
  const { name } = await printing.ask('backUpNow')
  await printing.stop()

  const restored = await startTill({ folder, practice: address, settings: NO_PRINTER })
  mkdirSync(join(folder, 'backups'), { recursive: true })
  copyFileSync(join(later, 'backups', name), join(folder, 'backups', name))
  await restored.ask('restoreBackup', { name })
  expect(await restored.ask('listPrints')).toEqual([])
  await restored.stop()
  expect(sealsIn(folder)).toBe(0)
})
