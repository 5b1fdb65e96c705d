import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { spoilTree } from '../../support/spoiled-tree.ts'
import { startTill, type Till } from '../../support/terminal.ts'

async function busyDay(till: Till): Promise<void> {
  await till.ask('openShift', { float: '10000' })
  const { saleId } = await rungUp(till)
  await till.takeCash(saleId)
  await till.ask('nextSale', { saleId })
  const charged = await chargedSale(till)
  await till.ask('nextSale', { saleId: charged.saleId })
  await rungUp(till)
  await till.untilView(({ printing }) => printing.waiting === 0)
}

test.each(['receipt_seal', 'command_at', 'sqlite_autoindex_sale_1', 'audit', 'shift', 'event'])(
  'a till with an unreadable page of %s starts and sells',
  async (tree) => {
    const { till, folder, address: practice } = await tillAtPractice()
    await busyDay(till)
    await till.stop()
    spoilTree(join(folder, 'journal-test.sqlite'), tree)
    const again = await startTill({ folder, practice })
    expect((await again.view()).mode).toBe('test')
    await again.reply('acknowledgeRecovered')
    const { saleId, total } = await rungUp(again)
    await again.ask('takeTender', { saleId, received: '' })
    const sold = await again.until(saleId, 'completed')
    expect(sold?.status).toMatchObject({ name: 'completed' })
    expect(sold?.sale.tenders).toMatchObject([{ kind: 'cash', amount: total }])
  },
)

test('a till whose journal is missing restores an unpaid QR sale from a backup, and the sale is completed when the QR is paid', async () => {
  const { till, folder, payer, address: practice } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  await till.ask('backUpNow')
  await till.stop()
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `journal-test.sqlite${end}`), { force: true })
  const again = await startTill({ folder, practice })
  expect((await again.view()).rescued).toMatchObject({ setAside: null, sales: { lost: null }, fromBackup: 1 })
  await payer.pay({ invoice_id: invoice.invoiceId })
  await again.until(saleId, 'completed')
})
