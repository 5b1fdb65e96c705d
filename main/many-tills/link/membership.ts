/**
 * What a till keeps of its pairing: a note of the register with the server's address and certificate authority, and a
 * secret in the vault with its password and the pepper of PIN hashes. Each mode has a membership of its own, as it has a
 * journal of its own.
 */
import { z } from 'zod'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Vault } from '../../shop/settings/index.ts'
import type { Register, RegisterChange } from '../../storage/register/index.ts'

const member = z.strictObject({
  host: z.string(),
  port: z.int(),
  database: z.string(),
  /** PEM of the authority that may vouch for the server. */
  ca: z.string(),
  /** The login. */
  user: z.string(),
  /** The terminal code that the shop gave this till. */
  code: z.string(),
  shop: z.string(),
})
export type Member = z.infer<typeof member>

const secrets = z.strictObject({ password: z.string(), pepper: z.base64() })
export type MemberSecrets = z.infer<typeof secrets>

export type MembershipStore = {
  /** Null where the till belongs to no shop database. */
  readonly read: () => Member | null
  /** Null where the vault does not give them: no keyring kept them, or it is locked. */
  readonly secrets: () => MemberSecrets | null
  /** Stores the secrets, and the membership by `store`, or throws and stores none. */
  readonly keep: (joined: Member, of: MemberSecrets, store: (note: RegisterChange) => void) => void
  readonly forget: () => void
}

export function membershipStore(
  register: Pick<Register, 'rows' | 'write'>,
  vault: Vault,
  mode: Mode,
): MembershipStore {
  const key = `shop-database-${mode}` as const
  return {
    read: () => {
      const row = register.rows('note').find((note) => note.key === key)
      return row === undefined ? null : (member.safeParse(JSON.parse(row.body)).data ?? null)
    },
    secrets: () => {
      const text = vault.read(key)
      return text === null ? null : (secrets.safeParse(JSON.parse(text)).data ?? null)
    },
    keep: (joined, of, store) => {
      const putBack = vault.remember(key)
      try {
        vault.write(key, JSON.stringify(of))
        store({ key, body: JSON.stringify(joined) })
      } catch (error) {
        putBack()
        throw error
      }
    },
    forget: () => {
      register.write('note', [{ key, body: null }])
      vault.forget(key)
    },
  }
}
