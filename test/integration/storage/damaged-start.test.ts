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
