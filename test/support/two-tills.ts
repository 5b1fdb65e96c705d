import { sessionVault } from '../../main/shop/settings/index.ts'
import { lineTo } from './line.ts'
import { practiceShop, untilSent } from './linked-till.ts'
import { ALL_TENDERS } from './open-shift.ts'
import type { TestServer } from './shop-database.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openPractice, startTill, type Till, type TillParts } from './terminal.ts'

const CODES = ['K01', 'K02'] as const

/** Two tills of one shop at one payment service. Each reaches the server over a line that a test can cut. */
export async function twoTills(server: TestServer, parts: Partial<TillParts> = {}) {
  const shop = await practiceShop(server)
  const { address, payer } = await openPractice()
  const [lineOfFirst, line] = await Promise.all([lineTo(server.server().port), lineTo(server.server().port)])
  const folders = [temporaryFolder(), temporaryFolder()] as const
  const vaults = [sessionVault(), sessionVault()] as const
  /**
   * Opens a till again in its folder, after it was stopped. First does what its goodbye does (till_1.goodbye): that may be
   * missing, because on a busy machine the till's ten times faster clock leaves it too little time. The server would count
   * the stopped till as running for 30 seconds, and the till would wait for a person after 3.5.
   */
  const open = async (place: 0 | 1): Promise<Till> => {
    await shop.admin.query('UPDATE shop.till SET instance = NULL WHERE code = $1', [CODES[place]])
    return startTill({
      folder: folders[place],
      vault: vaults[place],
      practice: address,
      settings: { tenders: ALL_TENDERS },
      ...parts,
    })
  }
  const [first, second] = await Promise.all([open(0), open(1)])
  await shop.pair(first, { code: CODES[0], port: lineOfFirst.port })
  await shop.pair(second, { code: CODES[1], port: line.port })
  await Promise.all([untilSent(first), untilSent(second)])
  return { shop, open, line, lineOfFirst, address, payer, first, second, folders }
}
