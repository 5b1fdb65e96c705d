/** A till with a screen that joins a shop database, and another till of the shop without one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pairTill } from '../../main/many-tills/server/index.ts'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'
import { openTill } from '../../scripts/run/hosts/till-in-node.ts'
import { temporaryRoot } from '../../scripts/run/setup/machine.ts'
import { newShop } from '../../scripts/shop-database/new-shop.ts'
import { preparedServer } from '../../scripts/shop-database/prepared-server.ts'
import { ownServer } from '../../scripts/shop-database/server.ts'
import { field, press } from './by-words.ts'
import { inOwnProcess, test } from './hosts.ts'
import { openSettings } from './till-actions.ts'

const SHOP = 'Номин'
const SPACE = 400_000_000

export type PageShop = Awaited<ReturnType<typeof openShop>>
export type SecondTill = Awaited<ReturnType<typeof secondTill>>

/** A test with a PostgreSQL of its own. */
export const shopTest = test.extend<{ shop: PageShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
  shop: async ({}, use) => {
    const shop = await openShop()
    await use(shop)
    await shop.end()
  },
})

/** Details of each such test. The page alone has no use for it: most of its time is the server's. */
export const WITH_SERVER = inOwnProcess('the shop has a PostgreSQL of its own')

/** A server with a shop of test mode. */
async function openShop() {
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-postgres-'))
  const server = await ownServer({ folder, fast: true, from: await preparedServer() })
  const { admin, authority } = await newShop(server, SHOP, 'test')
  return {
    server,
    admin,
    address: `localhost:${server.port}`,
    newCode: async (code: string) =>
      (await pairTill(admin, { shop: SHOP, code, authority, pepper: Buffer.alloc(32) })).text,
    countGoods: async (): Promise<number> =>
      (await admin.query(`SELECT FROM shop.register WHERE kind = 'product'`)).rows.length,
    end: async () => {
      await admin.end().catch(() => {})
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** K08 of the shop, without a screen. Without an address it has a practice service of its own. */
export async function secondTill(
  shop: Pick<PageShop, 'newCode' | 'address'>,
  practice: PracticeAddress | null = null,
) {
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-second-'))
  const till = await openTill({ folder, practice })
  await till.call('joinShopDatabase', { code: await shop.newCode('K08'), server: shop.address })
  return {
    ask: till.call,
    end: async () => {
      await till.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A manager types the code and the address of the server. */
export async function connect(page: Page, code: string, server: string): Promise<void> {
  await openSettings(page)
  await press(page, 'database.open')
  await field(page, 'word.code').fill(code)
  await field(page, 'database.server').fill(server)
  await page.getByTestId('database-join').click()
}
