import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  joinShop,
  openShopDatabase,
  pairTill,
  prepareMembership,
  readPairingCode,
  type ShopDatabase,
} from '../../../main/many-tills/server/index.ts'
import { newShop } from '../../shop-database/new-shop.ts'
import { ownServer, stopWhenInterrupted } from '../../shop-database/server.ts'

export type LoadedShop = {
  readonly tills: readonly {
    readonly code: string
    readonly database: ShopDatabase
    readonly epoch: string
  }[]
  readonly connections: () => Promise<number>
  readonly bytes: () => Promise<number>
  /** CPU seconds that all server processes used so far. NaN except on Linux. */
  readonly cpu: () => number
  readonly stop: () => Promise<void>
}

const SHOP = 'Load'
const TICKS = 100

/** A PostgreSQL with a shop, and tills that have joined it. */
export async function openShop(folder: string, count: number): Promise<LoadedShop> {
  // Two connections of a till, one for hints, and those of the administrator.
  const server = await ownServer({ folder, connections: count * 3 + 20 })
  const release = stopWhenInterrupted(server)
  const { address, admin, authority } = await newShop(server, SHOP, 'live')
  const pepper = randomBytes(32)
  const tills: LoadedShop['tills'][number][] = []
  for (let index = 0; index < count; index += 1) {
    const { text } = await pairTill(admin, { shop: SHOP, code: null, authority, pepper })
    const code = readPairingCode(text)
    if (code === null) throw new Error(`no pairing code: ${text}`)
    const membership = await prepareMembership(address, code)
    const joined = await joinShop(membership, code, 'live')
    const database = openShopDatabase({ ...membership, mode: 'live' })
    const said = await database.hello()
    if (said.twice) throw new Error('two processes of a new till')
    tills.push({ code: joined.code, database, epoch: said.epoch })
  }
  const number = async (query: string): Promise<number> => Number((await admin.query(query)).rows[0]?.n)
  return {
    tills,
    connections: () =>
      number('SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()'),
    bytes: () => number('SELECT pg_database_size(current_database()) AS n'),
    cpu: () => cpuOf(Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])),
    stop: async () => {
      await Promise.all(tills.map(({ database }) => database.close()))
      await admin.end()
      release()
      await server.stop()
    },
  }
}

function cpuOf(postmaster: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  const ticks = [String(postmaster), ...children].flatMap((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return stat.slice(11, 15).map(Number) // its own time, and that of its processes that ended
  })
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS
}
