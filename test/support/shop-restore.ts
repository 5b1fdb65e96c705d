/** A shop database that is lost and restored from an older dump, under its own name, while its tills run. */
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import {
  connectAdmin,
  createDatabase,
  dump,
  fingerprintOf,
  type KeptTills,
  pairTill,
  prepareServer,
  restore,
} from '../../main/many-tills/server/index.ts'
import { FEW_CODE_ITERATIONS } from './cheap-hashes.ts'
import { eventually } from './eventually.ts'
import { PEPPER, type TestDatabase, type TestServer } from './shop-database.ts'
import { temporaryFolder } from './temporary-folder.ts'
import type { Till } from './terminal.ts'

type Shop = Pick<TestDatabase, 'admin' | 'name'>

export async function dumpOf({ admin }: Shop): Promise<string> {
  const file = join(temporaryFolder(), 'shop.dump')
  await dump(admin, file)
  return file
}

/** Only the kept tills get in with their logins. Returns the administrator's connection to the restored database. */
export async function restoredFrom(
  file: string,
  { admin: former, name }: Shop,
  { server }: TestServer,
  kept: KeptTills = 'all',
  { stopped = false, first = '' } = {},
) {
  const { host, port, password, ca } = server()
  const login = { host, port, password, ca, user: 'postgres' }
  const root = await connectAdmin({ ...login, database: 'postgres' })
  former.on('error', () => {}) // its connection ends
  await root.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
  await root.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  await eventually(() => root.query(`ALTER DATABASE ${name} RENAME TO lost_${name}`))
  await createDatabase(root, name)
  await root.end()
  const admin = await connectAdmin({ ...login, database: name })
  onTestFinished(() => admin.end())
  await prepareServer(admin)
  if (first !== '') runFirst(admin, first)
  if (stopped) await stoppedRestore(admin, file, kept)
  else await restore(admin, file, kept)
  return admin
}

/** Runs this SQL together with the end of the restore, so that no till says anything before it. */
function runFirst(admin: Client, sql: string): void {
  const query = admin.query.bind(admin) as (...asked: unknown[]) => Promise<unknown>
  admin.query = (async (...asked: unknown[]) => {
    if (!String(asked[0]).startsWith('SELECT shop.begin_epoch')) return query(...asked)
    return query(`BEGIN; ${asked[0]}; ${sql}; COMMIT`)
  }) as never
}

/** As if the program or the disk had failed when all rows were there. */
async function stoppedRestore(admin: Client, file: string, kept: KeptTills): Promise<void> {
  const query = admin.query
  admin.query = ((...asked: Parameters<typeof query>) => {
    if (String(asked[0]).startsWith('SELECT shop.begin_epoch')) throw new Error('the restore was stopped')
    return query.apply(admin, asked)
  }) as typeof query
  await expect(restore(admin, file, kept)).rejects.toThrow('the restore was stopped')
  admin.query = query
}

/** Waits until each till has sent again what the restored server lacked. */
export const untilCaughtUp = (till: Pick<Till, 'ask'>): Promise<void> =>
  eventually(async () => {
    const tills = await till.ask('listTills')
    expect(tills.filter(({ status }) => status.behind)).toEqual([])
  })

/** Joins the shop “Сургалт” of a restored server under a terminal code. */
export async function joinedAs(
  code: string,
  till: Pick<Till, 'ask'>,
  { admin, name }: Shop,
  { server }: TestServer,
): Promise<void> {
  const { ca, port } = server()
  const authority = fingerprintOf(new X509Certificate(ca).raw)
  const { text } = await pairTill(admin, {
    ...{ shop: 'Сургалт', code, authority, pepper: PEPPER, iterations: FEW_CODE_ITERATIONS },
  })
  await till.ask('joinShopDatabase', { code: text, server: `localhost:${port}/${name}` })
}
