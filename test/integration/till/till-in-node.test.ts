import { expect, onTestFinished, test } from 'vitest'
import { openTill } from '../../../scripts/run/hosts/till-in-node.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a till without a window sells, keeps what it sold on its folder, and ends', async () => {
  const folder = temporaryFolder()
  const till = await openTill({ folder, settings: FIRST_SETTINGS })
  onTestFinished(till.stop)
  const { products } = await till.call('searchGoods', { query: 'талх', category: null, limit: 1 })
  const { saleId } = await till.call('addProduct', { code: products[0]?.code ?? '' })
  await till.call('takeTender', { saleId, received: '' })
  await expect(till.call('addProduct', { code: 'no such code' })).rejects.toThrow('PRODUCT_UNKNOWN')
  await till.stop()

  const again = await openTill({ folder, settings: { ...FIRST_SETTINGS, monitorHours: 1 } })
  onTestFinished(again.stop)
  const { view } = await again.call('getSale', { saleId })
  expect(view.sale.soldAt).not.toBeNull()
  expect(await again.view()).toMatchObject({
    locked: false,
    settings: { monitorHours: FIRST_SETTINGS.monitorHours },
  })
})
