/**
 * A till without a window, in this process: the whole product but Electron. Tests, torture, bench and demo start it so, and
 * whoever scripts a till:
 *
 *     const till = await openTill({ folder, settings: FIRST_SETTINGS })
 *     const { products } = await till.call('searchGoods', { query: 'талх', category: null, limit: 1 })
 *     const { saleId } = await till.call('addProduct', { code: products[0].code })
 *     await till.call('takeTender', { saleId, received: '' })
 *     await till.stop()
 *
 * The commands are in main/till/commands/. Prices are integers in hundredths of a tugrik, quantities in thousandths of a unit.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { machineClock, silentLog } from '../../../main/base/clock-and-log.ts'
import { sessionVault } from '../../../main/shop/settings/index.ts'
import { REGISTER_NAME } from '../../../main/storage/register/index.ts'
import type { ArgumentsOf, CommandName, ReplyOf } from '../../../main/till/commands/index.ts'
import { startTerminal, type Terminal, type TerminalParts } from '../../../main/till/index.ts'
import type { PageView } from '../../../shared/page/index.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { storeSettings } from './host.ts'

export type TillInNode = Partial<TerminalParts> & {
  /** The data folder. It is made, and kept. */
  readonly folder: string
  /** Stored before the start where the folder has none yet. Left out, the till begins with its first-run guide. */
  readonly settings?: Settings
}

export type OpenTill = {
  readonly terminal: Terminal
  /** Resolves to the value of the reply. Throws an error whose message is the failure's name. */
  readonly call: <Name extends CommandName>(
    name: Name,
    ...request: ArgumentsOf<Name>
  ) => Promise<ReplyOf<Name>>
  readonly view: () => Promise<PageView>
  /** Ends the till. A second call does nothing. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a till on a folder, in test mode with a practice service of its own where `practice` is left out. No other till may
 * run on that folder. Default: the clock of the machine, no log, and secrets that end with this process.
 */
export async function openTill({ settings, ...parts }: TillInNode): Promise<OpenTill> {
  if (settings !== undefined && !existsSync(join(parts.folder, REGISTER_NAME)))
    await storeSettings(parts.folder, settings)
  const terminal = await startTerminal({
    ...{ practice: null, clock: machineClock, log: silentLog, vault: sessionVault() },
    ...parts,
  })
  const call: OpenTill['call'] = async (name, ...[request, key]) => {
    const reply = await terminal.answer(name, request, key)
    if (!reply.ok) throw new Error(reply.error.name, { cause: reply.error })
    return reply.value as never
  }
  return { terminal, call, view: () => call('getView'), stop: terminal.stop }
}
