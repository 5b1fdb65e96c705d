/** What one till of a shop shows of the others that went wrong: a till that died with a QR up, and records that the server could not take. */
import type { Page } from '@playwright/test'
import { barriers } from '../support/barriers.ts'
import { railTo } from '../support/by-words.ts'
import { expect } from '../support/hosts.ts'
import {
  connect,
  type PageShop,
  type SecondTill,
  secondTill,
  shopTest,
  WITH_SERVER,
} from '../support/page-in-shop.ts'

async function connected(page: Page, shop: PageShop): Promise<void> {
  await connect(page, await shop.newCode('K07'), shop.address)
  await expect(page.getByTestId('database-state')).toContainText('K07')
}

shopTest(
  'a cashier checks the QR of a till that died, and reads what to do',
  WITH_SERVER,
  async ({ till, shop }) => {
    const { page, practice } = till
    await connected(page, shop)
    const invoiceId = await diedWithQr(await secondTill(shop, till.practiceAddress))
    await railTo(page, 'history').click()
    await page.getByTestId('till-filter').selectOption('all')
    await page.getByTestId('sale-row').filter({ hasText: 'K08' }).getByRole('button').click()
    const check = page.getByTestId('check-payment')
    const found = page.getByTestId('payment-found')
    await check.click()
    await expect(found).toContainText(/Not paid|Төлөөгүй/)
    await practice.faults([{ path: '/v2/payment/check', method: 'POST', effect: 'html', times: 9 }])
    await check.click()
    await expect(found).toContainText(/Not known|тодорхойгүй/)
    await practice.faults(null)
    await practice.pay({ invoice_id: invoiceId, bank_code: '050000' })
    await check.click()
    await expect(found).toContainText(/Paid|Төлөгдсөн/)
    await expect(found).toContainText('K08')
    expect(await barriers(page, 'all')).toEqual([])
  },
)

shopTest(
  'a manager reads what the server could not take from a till, and why',
  WITH_SERVER,
  async ({ page, shop }) => {
    await connected(page, shop)
    await shop.admin.query(
      `INSERT INTO shop.quarantine (shop, till, source, reason, content)
      SELECT shop, id, source, reason, content FROM shop.till, (VALUES
        ('event abc 12', 'differs', '{"kind":"payments-seen","subject":"s"}'),
        ('event abc 13', 'seal', NULL),
        ('audit abc 4', 'body_kind', '{"kind":"signIn"}')) AS v (source, reason, content)`,
    )
    await page.getByTestId('settings-part-tills').click()
    await page.getByTestId('show-quarantine').click()
    const records = page.getByTestId('quarantined')
    await expect(records).toHaveCount(3)
    await expect(records.first()).toContainText('payments-seen')
    expect(await barriers(page, 'all')).toEqual([])
    await page.getByTestId('quarantine-read').click()
    await expect(page.getByTestId('show-quarantine')).toHaveCount(0)
  },
)

/** Charges a sale by QR, waits until the shop database has the invoice, and stops the till. Returns the invoice's id. */
async function diedWithQr({ ask, end }: SecondTill): Promise<string> {
  const { products } = await ask('searchGoods', { query: '', category: null, limit: 1 })
  const { saleId } = await ask('addProduct', { code: products[0]?.code ?? '' })
  await ask('charge', { saleId })
  const shown = async () => {
    const { sale } = (await ask('getSale', { saleId })).view
    return sale.invoices[0]?.invoice?.invoiceId ?? null
  }
  await expect.poll(shown).not.toBeNull()
  await expect
    .poll(async () => {
      const { unsent, link } = await ask('getShopDatabase')
      return link.state === 'connected' && unsent.count === 0
    })
    .toBe(true)
  const invoiceId = (await shown()) ?? ''
  await end()
  return invoiceId
}
