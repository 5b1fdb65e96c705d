import { X509Certificate } from 'node:crypto'
import {
  addShop,
  connectAdmin,
  createDatabase,
  fingerprintOf,
  prepareServer,
  upgrade,
} from '../../main/many-tills/server/index.ts'
import type { Mode } from '../../shared/shop/mode.ts'
import type { OwnServer } from './server.ts'

/** A database with one shop, on a server that was just made. */
export async function newShop(server: OwnServer, shop: string, mode: Mode) {
  const address = { host: server.host, port: server.port, database: 'shop' }
  const login = { ...address, user: 'postgres', password: server.password, ca: server.ca }
  const root = await connectAdmin({ ...login, database: 'postgres' })
  await createDatabase(root, address.database)
  await root.end()
  const admin = await connectAdmin(login)
  await prepareServer(admin)
  await upgrade(admin)
  await addShop(admin, shop, mode)
  return { address, login, admin, authority: fingerprintOf(new X509Certificate(server.ca).raw) }
}
