/**
 * A real PostgreSQL for a test file, with a database for each test. Nothing in it is simulated: logins, TLS, rights and
 * functions are those of a shop.
 */
import { createHash, randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import {
  addShop,
  connectAdmin,
  fingerprintOf,
  ITERATIONS,
  type Membership,
  openShopDatabase,
  type PushedEvent,
  pairTill,
  prepareMembership,
  prepareServer,
  readPairingCode,
  restoreLogins,
  type ShopDatabase,
  scramVerifier,
} from '../../main/many-tills/server/index.ts'
import { temporaryRoot } from '../../scripts/run/setup/machine.ts'
import { preparedServer, TEMPLATE } from '../../scripts/shop-database/prepared-server.ts'
import { type OwnServer, ownServer } from '../../scripts/shop-database/server.ts'

/** As a test has (vitest.config.ts). */
const BUSY_MS = 300_000
const SPACE = 400_000_000
const SHOP = 'Номин'

export type TestServer = {
  readonly server: () => OwnServer
  /** An empty database. */
  readonly emptyDatabase: () => Promise<TestDatabase>
  /** A database with the shop “Номин”. */
  readonly shopDatabase: () => Promise<TestDatabase>
  /** The same with so many tills, as K01 and so on. */
  readonly shopWith: <Count extends keyof Tills>(count: Count) => Promise<[TestDatabase, ...Tills[Count]]>
}
type Tills = { 1: [TestTill]; 2: [TestTill, TestTill]; 3: [TestTill, TestTill, TestTill] }

export type TestDatabase = {
  readonly name: string
  /** As its superuser. */
  readonly admin: Client
  /** A till that has joined, and has said hello. */
  readonly till: (code?: string, shop?: string) => Promise<TestTill>
  readonly pair: (options?: PairingOptions) => Promise<string>
  /** What a till with this code stores, before it joins. */
  readonly membership: (code: string) => Promise<Membership>
  readonly count: (table: string, where?: string) => Promise<number>
  /** Another connection of the superuser. */
  readonly connect: () => Promise<Client>
}

type PairingOptions = { shop?: string; code?: string; minutes?: number; iterations?: number }

export type TestTill = ShopDatabase & { readonly code: string; readonly membership: Membership }

/** Starts before the tests of the file, and ends with its folder after them. */
export function shopServerForFile(): TestServer {
  let server: OwnServer
  let root: Client
  const folder = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-postgres-'))
  const login = (database: string) => ({
    host: server.host,
    port: server.port,
    database,
    user: 'postgres',
    password: server.password,
    ca: server.ca,
  })
  const connectRoot = async (): Promise<Client> => {
    // A test may have killed the server since.
    const lives =
      root !== undefined &&
      (await root.query('SELECT 1').then(
        () => true,
        () => false,
      ))
    if (!lives) root = await connectAdmin(login('postgres'))
    return root
  }

  beforeAll(async () => {
    server = await ownServer({ folder, fast: true, from: await preparedServer() })
    const admin = await connectAdmin(login(TEMPLATE))
    await addShop(admin, SHOP, 'live')
    await admin.end()
  }, BUSY_MS)
  afterAll(async () => {
    await root?.end()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, BUSY_MS)

  const database = async (template: string): Promise<TestDatabase> => {
    const name = `test_${randomBytes(6).toString('hex')}`
    await (await connectRoot()).query(
      `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' LOCALE 'C' STRATEGY FILE_COPY`,
    )
    const connect = async (): Promise<Client> => {
      const client = await connectAdmin(login(name))
      onTestFinished(() => client.end())
      return client
    }
    const admin = await connect()
    if (template === TEMPLATE) await prepareServer(admin)
    const authority = fingerprintOf(new X509Certificate(server.ca).raw)
    const pair: TestDatabase['pair'] = async ({ shop = SHOP, code = null, ...options } = {}) =>
      (await pairTill(admin, { shop, code, ...options, authority, pepper: PEPPER })).text
    const membership: TestDatabase['membership'] = (code) =>
      prepareMembership({ host: server.host, port: server.port, database: name }, codeOf(code))
    return {
      name,
      admin,
      connect,
      pair,
      membership,
      till: async (code, shop = SHOP) => {
        const password = randomBytes(16).toString('hex')
        const values = [
          shop,
          `tugrik_till_${randomBytes(6).toString('hex')}`,
          scramVerifier(password, ITERATIONS),
          code ?? null,
        ]
        // As after a restore. How a till joins has tests of its own.
        const { rows } = await admin.query(
          `INSERT INTO shop.till (shop, code, role, state, verifier)
            SELECT s.id, coalesce($4, 'K0' || 1 + (SELECT count(*) FROM shop.till t WHERE t.shop = s.id)), $2, 'active', $3
              FROM shop.shop s WHERE s.name = $1 RETURNING code, role`,
          values,
        )
        await restoreLogins(admin)
        const { host, port, ca } = server
        const member = { host, port, ca, database: name, user: String(rows[0]?.role), password }
        const till = openTill(member)
        await till.hello()
        return { ...till, code: String(rows[0]?.code), membership: member }
      },
      count: async (table, where = 'true') => {
        const { rows } = await admin.query(`SELECT count(*)::int AS n FROM shop.${table} WHERE ${where}`)
        return rows[0]?.n
      },
    }
  }
  const shopDatabase = () => database(TEMPLATE)
  const shopWith: TestServer['shopWith'] = async (count) => {
    const shop = await shopDatabase()
    const tills: TestTill[] = []
    while (tills.length < count) tills.push(await shop.till())
    return [shop, ...(tills as Tills[typeof count])]
  }
  return { server: () => server, emptyDatabase: () => database('template0'), shopDatabase, shopWith }
}

export const PEPPER = randomBytes(32)

export function codeOf(text: string) {
  const code = readPairingCode(text)
  if (code === null) throw new Error(`no pairing code: ${text}`)
  return code
}

/** A till's process; another one of the same membership is a second process. */
export function openTill(membership: Membership, options: { queryMs?: number } = {}) {
  const till = openShopDatabase({ ...membership, mode: 'live', ...options })
  onTestFinished(() => till.close())
  return till
}

/** The id of a journal's chain. */
export const newChain = (): string => randomBytes(32).toString('hex')

/** Events of one sale, as a journal has them. */
export function saleEvents(count: number, saleId: string = randomUUID()): PushedEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const body = JSON.stringify({ kind: 'line-added', line: { id: index, amount: 150_000, name: 'Талх' } })
    return {
      id: randomBytes(12).toString('base64url'),
      subject: saleId,
      seq: index + 1,
      at: 1_790_000_000_000 + index,
      kind: 'line-added',
      version: 2,
      body,
      command: null,
      actor: '{"id":"1","name":"Болд","role":"cashier"}',
      shiftId: 'shift-1',
      hash: createHash('sha256').update(`${saleId}${index}${body}`).digest('hex'),
    }
  })
}

export const saleRow = (id: string, version: number, more: object = {}) => ({
  kind: 'sale' as const,
  key: id,
  version,
  body: {
    number: `K01-261124-1-${id.slice(0, 4)}`,
    openedAt: 1_790_000_000_000,
    day: '2026-11-24',
    state: 'open',
    total: 150_000,
    ...more,
  },
})
