/**
 * A stopped server for tests with an upgraded database, of which each test server begins as a copy. Making one takes ten
 * times the time of a copy.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { connectAdmin, createDatabase, prepareServer, upgrade } from '../../main/many-tills/server/index.ts'
import { fingerprint } from '../run/setup/build.ts'
import { temporaryRoot } from '../run/setup/machine.ts'
import { makeOnce } from '../run/setup/made-folder.ts'
import { postgresPrograms } from './programs.ts'
import { ownServer, PARTS } from './server.ts'

/** A database without a shop. */
export const TEMPLATE = 'template_of_tests'

const SOURCES = ['{main,scripts}/shop-database/**/*.*', 'package-lock.json']
const SPACE = 400_000_000

let prepared: Promise<string> | undefined

/** Its folder, for `OwnServerOptions.from`. Makes it first if its sources have changed. */
export function preparedServer(): Promise<string> {
  prepared ??= prepare()
  return prepared
}

async function prepare(): Promise<string> {
  const state = [fingerprint(SOURCES), await postgresPrograms(), hostname()].join()
  return (await makeOnce('server', createHash('sha256').update(state).digest('hex'), makeIn)).folder
}

/** Makes it elsewhere, because the server's user may not reach the project. */
async function makeIn(draft: string): Promise<void> {
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-postgres-'))
  const server = await ownServer({ folder, fast: true })
  const { host, port, password, ca } = server
  const login = (database: string) => ({ host, port, database, user: 'postgres', password, ca })
  const root = await connectAdmin(login('postgres'))
  await createDatabase(root, TEMPLATE)
  await root.end()
  const admin = await connectAdmin(login(TEMPLATE))
  await prepareServer(admin)
  await upgrade(admin)
  await admin.end()
  await server.stop()
  for (const name of PARTS) cpSync(join(folder, name), join(draft, name), { recursive: true })
  rmSync(folder, { recursive: true })
}
