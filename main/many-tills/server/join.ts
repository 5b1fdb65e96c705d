import { pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Mode } from '../../../shared/shop/mode.ts'
import { fetchAuthority } from './authority.ts'
import { refuseOtherBuild } from './build.ts'
import { connectOnce, endSoon, type Login } from './connect.ts'
import { asFailure, ShopDatabaseError } from './failure.ts'
import { CODE_ITERATIONS, type PairingCode, type ServerAddress } from './pairing-code.ts'
import { ITERATIONS, scramVerifier } from './scram.ts'
import { openSecret, sealSecret } from './seal-secret.ts'

/** What a till keeps of its pairing. The password belongs into the vault. */
export type Membership = Login & ServerAddress & { readonly ca: string }

const joined = z.strictObject({ code: z.string(), shop: z.string(), pepper: z.string() })

export type Joined = {
  /** The terminal code that the shop gave this till. */
  readonly code: string
  readonly shop: string
  /** The key of PIN hashes (seal-secret.ts). It belongs into the vault. */
  readonly pepper: Buffer
}

/**
 * Longer than for other queries, because a code works only once. If the till gave up while a busy server still carried out
 * the query, the code would be used up and the till would not have joined.
 */
const JOIN_QUERY_MS = 60_000

/** Makes a new password, and fetches the authority that the code names. Sends nothing else. */
export async function prepareMembership(address: ServerAddress, code: PairingCode): Promise<Membership> {
  const ca = await fetchAuthority(address, code.authority)
  return { ...address, ca, user: code.role, password: randomBytes(32).toString('base64url') }
}

/**
 * `iterations` is the number of PBKDF2 rounds with which `pairTill` made the code. Throws `code-expired`; `login-refused` if
 * the code is wrong or was used; `other-mode` if the shop is in the other mode; `other-version`. After these two the code can
 * still be used.
 */
export async function joinShop(
  membership: Membership,
  code: PairingCode,
  mode: Mode,
  iterations = CODE_ITERATIONS,
): Promise<Joined> {
  const verifier = scramVerifier(membership.password, ITERATIONS)
  try {
    const client = await connectOnce({ ...membership, password: code.secret, queryMs: JOIN_QUERY_MS })
    try {
      await refuseOtherBuild(client)
      await client.query('BEGIN')
      const { rows } = await client.query('SELECT till_1.join_shop($1) AS answer', [verifier])
      // Throws in the other mode. The rollback undoes the session that this call begins; the till begins its own later.
      await client.query('SAVEPOINT joined')
      await client.query('SELECT till_1.hello($1, $2, false)', [randomUUID(), mode])
      await client.query('ROLLBACK TO joined')
      // A role may change its own password. PostgreSQL takes a verifier as it is.
      await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${client.escapeLiteral(verifier)}`)
      await client.query('COMMIT')
      const { pepper, ...told } = joined.parse(rows[0]?.answer)
      return { ...told, pepper: openPepper(code, pepper, iterations) }
    } finally {
      endSoon(client)
    }
  } catch (error) {
    throw asFailure(error)
  }
}

const codeKey = ({ secret, role }: PairingCode, iterations: number): Buffer =>
  pbkdf2Sync(secret, `pepper for ${role}`, iterations, 32, 'sha256')

/** The pepper as it waits in the database for the till with this code. */
export const sealPepper = (code: PairingCode, pepper: Uint8Array, iterations: number): string =>
  sealSecret(codeKey(code, iterations), code.role, Buffer.from(pepper).toString('base64'))

function openPepper(code: PairingCode, sealed: string, iterations: number): Buffer {
  const pepper = openSecret(codeKey(code, iterations), code.role, sealed)
  if (pepper === null) throw new ShopDatabaseError('unreadable', 'the pepper was not sealed with this code')
  return Buffer.from(pepper, 'base64')
}
