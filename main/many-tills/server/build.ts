/**
 * A till and its shop database are of one build: the migrations of the database are those of the program that the till runs.
 * The till learns it with its first call, also when it joins.
 */
import { ShopDatabaseError } from './failure.ts'
import { isOfThisBuild } from './fingerprints.ts'

type Queries = { readonly query: (text: string) => Promise<{ readonly rows: readonly { told?: unknown }[] }> }

/** Throws `other-version`, and changes nothing. So does the call itself in a database that has no such function (failure.ts). */
export async function refuseOtherBuild(connection: Queries): Promise<void> {
  const { rows } = await connection.query('SELECT till_1.fingerprints() AS told')
  if (!isOfThisBuild(rows[0]?.told))
    throw new ShopDatabaseError('other-version', 'the shop database is of another build of the program')
}
