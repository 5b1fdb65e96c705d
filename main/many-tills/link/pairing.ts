/** How a till joins a shop with a pairing code (docs/decisions/pairing.md). */
import { CommandRefused, type FailureName } from '../../../shared/failure.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import {
  CODE_ITERATIONS,
  joinShop,
  openShopDatabase,
  type PairingCode,
  prepareMembership,
  readPairingCode,
  readPairingLink,
  type ServerAddress,
  ShopDatabaseError,
} from '../server/index.ts'
import { shownFailure } from './failures.ts'
import type { Member, MemberSecrets } from './membership.ts'

export { CODE_ITERATIONS }

export type Pairing = { readonly address: ServerAddress; readonly code: PairingCode }

/**
 * What a person typed: the code and the server, or a pairing link in place of the code. Throws PAIRING_CODE_INVALID or
 * SERVER_ADDRESS_INVALID.
 */
export function readPairing(typedCode: string, typedServer: string): Pairing {
  const linked = readPairingLink(typedCode)
  if (linked !== null) return linked
  const code = readPairingCode(typedCode)
  if (code === null) throw new CommandRefused('PAIRING_CODE_INVALID')
  const address = readServer(typedServer)
  if (address === null) throw new CommandRefused('SERVER_ADDRESS_INVALID')
  return { address, code }
}

const SERVER = /^(?:\w+:\/\/(?:[^@/]*@)?)?(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?(?:\/([\w-]{1,63}))?$/i
const USUAL = { port: '5432', database: 'shop' }

/** `pg.shop.mn`, `10.0.0.5:5432/shop`, or the address that the administrator uses. Null for anything else. */
function readServer(typed: string): ServerAddress | null {
  const found = SERVER.exec(typed.trim())
  if (found === null) return null
  const [, host = '', port = USUAL.port, database = USUAL.database] = found
  const address = { host: host.replace(/^\[|\]$/g, ''), port: Number(port), database }
  return address.port > 0 && address.port < 65_536 ? address : null
}

export const serverName = ({ host, port, database }: ServerAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`

/**
 * Joins, tries the new login, and learns the greatest Z number under its code. Throws a named failure. If the connection
 * breaks as the till joins, the code may be used up: then the person gets another one for the same till.
 */
export async function joinWithCode(
  { address, code }: Pairing,
  mode: Mode,
  iterations: number,
): Promise<{ readonly member: Member; readonly secrets: MemberSecrets; readonly lastZ: number }> {
  try {
    const membership = await prepareMembership(address, code)
    const joined = await joinShop(membership, code, mode, iterations)
    const database = openShopDatabase({ ...membership, mode })
    const lastZ = await database.hello().then(database.lastZ).finally(database.close)
    const { password, ...place } = membership
    return {
      member: { ...place, code: joined.code, shop: joined.shop },
      secrets: { password, pepper: joined.pepper.toString('base64') },
      lastZ,
    }
  } catch (error) {
    if (!(error instanceof ShopDatabaseError)) throw error
    throw new CommandRefused(NOT_JOINED[error.failure] ?? shownFailure(error).name)
  }
}

/** What a failure means to a till that has not joined: it has no login yet, and sends nothing later. */
const NOT_JOINED: Readonly<Partial<Record<ShopDatabaseError['failure'], FailureName>>> = {
  'login-refused': 'PAIRING_CODE_EXPIRED',
  unreachable: 'PAIRING_UNREACHABLE',
}
