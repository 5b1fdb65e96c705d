/**
 * The protocol between tills and the shop database: the functions of a schema `till_N`. A server offers the newest
 * protocol and the one before it, and a till speaks both, so that either can be updated first.
 */
import { ShopDatabaseError } from './failure.ts'

const PROTOCOL = 1
const SPOKEN: readonly number[] = [PROTOCOL, PROTOCOL - 1].filter((one) => one > 0)

type Queries = { readonly query: (text: string) => Promise<{ readonly rows: readonly { name?: unknown }[] }> }

/** The protocols of the server that this login may use. */
export async function offeredProtocols(connection: Queries): Promise<readonly number[]> {
  const { rows } = await connection.query(
    `SELECT nspname AS name FROM pg_catalog.pg_namespace
      WHERE nspname ~ '^till_[0-9]+$' AND pg_catalog.has_schema_privilege(oid, 'USAGE')`,
  )
  return rows.map(({ name }) => Number(String(name).slice('till_'.length)))
}

/** The schema of the newest common protocol. */
export function newestOf(offered: readonly number[], spoken: readonly number[] = SPOKEN): string {
  const common = Math.max(...spoken.filter((one) => offered.includes(one)))
  if (common > 0) return `till_${common}`
  // A login that may use none is not a till any more.
  if (offered.length === 0) throw new ShopDatabaseError('retired', 'this login may use no protocol')
  throw new ShopDatabaseError(
    'other-protocol',
    `the server speaks protocol ${offered.join(', ')}, and this till ${spoken.join(', ')}`,
  )
}
