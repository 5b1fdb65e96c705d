import { expect, vi } from 'vitest'
import { sessionVault } from '../../main/settings/index.ts'
import { lineTo } from './line.ts'
import { LINK_WAIT, practiceShop } from './linked-till.ts'
import { ALL_TENDERS } from './open-shift.ts'
import type { TestServer } from './shop-database.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openPractice, startTill, type Till, type TillParts } from './terminal.ts'

export const untilSent = (till: Pick<Till, 'ask'>): Promise<void> =>
  vi.waitFor(async () => {
    const { link, unsent } = await till.ask('getShopDatabase')
    expect([link.state, unsent.count]).toEqual(['connected', 0])
  }, LINK_WAIT)

/** Two tills of one shop at one payment service. Each reaches the server over a line that a test can cut. */
export async function twoTills(server: TestServer, parts: Partial<TillParts> = {}) {
  const shop = await practiceShop(server)
  const { address, payer } = await openPractice()
  const [lineOfFirst, line] = await Promise.all([lineTo(server.server().port), lineTo(server.server().port)])
  const folders = [temporaryFolder(), temporaryFolder()] as const
  const vaults = [sessionVault(), sessionVault()] as const
  /** Opens the till again in its folder. */
  const open = (place: 0 | 1) =>
    startTill({
      folder: folders[place],
      vault: vaults[place],
      practice: address,
      settings: { tenders: ALL_TENDERS },
      ...parts,
    })
  const [first, second] = await Promise.all([open(0), open(1)])
  await shop.pair(first, { code: 'K01', port: lineOfFirst.port })
  await shop.pair(second, { code: 'K02', port: line.port })
  await Promise.all([untilSent(first), untilSent(second)])
  return { shop, open, line, lineOfFirst, address, payer, first, second, folders }
}
