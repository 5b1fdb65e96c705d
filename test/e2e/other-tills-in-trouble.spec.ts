/** What one till of a shop shows of the others that went wrong: a till that died with a QR up, and records that the server could not take. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ArgumentsOf, CommandName, ReplyOf } from '../../main/commands/index.ts'
import { machineClock, silentLog } from '../../main/environment.ts'
import type { PracticeAddress } from '../../main/practice/index.ts'
import { sessionVault } from '../../main/settings/index.ts'
import { pairTill } from '../../main/shop-database/index.ts'
import { startTerminal } from '../../main/terminal.ts'
import { temporaryRoot } from '../../scripts/setup/machine.ts'
import { inProject } from '../../scripts/setup/project.mjs'
import { newShop } from '../../scripts/shop-database/new-shop.ts'
import { ownServer } from '../../scripts/shop-database/server.ts'
import { wear } from '../../scripts/shots/wearing.ts'
import { barriers } from '../support/barriers.ts'
import { field, press, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { openSettings } from '../support/till-actions.ts'

const SHOP = 'Номин'
const SPACE = 400_000_000

const shopTest = test.extend<{ shop: Awaited<ReturnType<typeof openShop>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
  shop: async ({}, use) => {
    const shop = await openShop()
    await use(shop)
    await shop.end()
  },
})

async function openShop() {
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-postgres-'))
  const server = await ownServer({ folder, fast: true })
  const { admin, authority } = await newShop(server, SHOP, 'practice')
  return {
    ...{ folder, admin },
    address: `localhost:${server.port}`,
    newCode: async (code: string) =>
      (await pairTill(admin, { shop: SHOP, code, authority, pepper: Buffer.alloc(32) })).text,
    end: async () => {
      await admin.end().catch(() => {})
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

async function connect(page: Page, shop: Shop): Promise<void> {
  await openSettings(page)
  await press(page, 'database.open')
  await field(page, 'database.code').fill(await shop.newCode('K07'))
  await field(page, 'database.server').fill(shop.address)
  await page.getByTestId('database-join').click()
  await expect(page.getByTestId('database-state')).toContainText('K07')
}

shopTest('a cashier checks the QR of a till that died, and reads what to do', async ({ till, shop }) => {
  const { page, practice } = till
  await connect(page, shop)
  const invoiceId = await diedWithQr(join(shop.folder, 'second'), till.practiceAddress, {
    code: await shop.newCode('K08'),
    server: shop.address,
  })
  await railTo(page, 'history').click()
  await page.getByTestId('till-filter').selectOption('all')
  await page.getByTestId('sale-row').filter({ hasText: 'K08' }).getByRole('button').click()
  const check = page.getByTestId('check-payment')
  const found = page.getByTestId('payment-found')
  await check.click()
  await expect(found).toContainText(/Not paid|Төлөөгүй/)
  await picture(page, 'unpaid')
  await practice.faults([{ path: '/v2/payment/check', method: 'POST', effect: 'html', times: 9 }])
  await check.click()
  await expect(found).toContainText(/Not known|тодорхойгүй/)
  await picture(page, 'unknown')
  await practice.faults(null)
  await practice.pay({ invoice_id: invoiceId, bank_code: '050000' })
  await check.click()
  await expect(found).toContainText(/Paid|Төлөгдсөн/)
  await expect(found).toContainText('K08')
  await picture(page, 'paid')
  expect(await barriers(page, 'all')).toEqual([])
})

shopTest('a manager reads what the server could not take from a till, and why', async ({ till, shop }) => {
  const { page } = till
  await connect(page, shop)
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
  await picture(page, 'quarantine')
  expect(await barriers(page, 'all')).toEqual([])
  await page.getByTestId('quarantine-read').click()
  await expect(page.getByTestId('show-quarantine')).toHaveCount(0)
})

/** Another till of the shop shows a QR, sends it, and stops. Returns the id of its invoice. */
async function diedWithQr(
  folder: string,
  practice: PracticeAddress,
  pairing: ArgumentsOf<'joinShopDatabase'>[0],
): Promise<string> {
  const terminal = await startTerminal({
    ...{ folder, practice, clock: machineClock, log: silentLog },
    resources: inProject('resources'),
    vault: sessionVault(),
  })
  const ask = async <Name extends CommandName>(
    command: Name,
    ...[request]: ArgumentsOf<Name>
  ): Promise<ReplyOf<Name>> => {
    const reply = await terminal.answer(command, request)
    if (!reply.ok) throw new Error(`${command}: ${reply.error.name}`)
    return reply.value as ReplyOf<Name>
  }
  await ask('joinShopDatabase', pairing)
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
  await terminal.stop()
  return invoiceId
}

async function picture(page: Page, name: string): Promise<void> {
  for (const language of ['mn', 'en'] as const) {
    await wear(page, { language })
    await page.screenshot({ path: test.info().outputPath(`${name}-${language}.png`) })
  }
}
