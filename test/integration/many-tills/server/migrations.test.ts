/** Each migration of a shop database runs once, in one transaction. A database of another build is refused and not changed. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  addReader,
  addShop,
  connectAdmin,
  joinShop,
  migrationFiles,
  migrationOf,
  prepareServer,
  upgrade,
} from '../../../../main/many-tills/server/index.ts'
import { shopDatabase as administer } from '../../../../scripts/shop-database/commands.ts'
import { eventually } from '../../../support/eventually.ts'
import { codeOf, openTill, shopServerForFile, type TestDatabase } from '../../../support/shop-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const { server, shopDatabase, emptyDatabase, shopWith } = shopServerForFile()

/** What a later version of the program might have. It takes its locks in the order of a push. */
const NEXT = {
  number: migrationFiles().length + 1,
  name: 'example.sql',
  sql: 'LOCK TABLE shop.event, shop.current; ALTER TABLE shop.till ADD note text',
}
const FILES = [...migrationFiles(), NEXT]

/** The number of connections to this database that wait for a lock. */
const waitingFor = async (client: TestDatabase['admin']): Promise<number> => {
  const { rows } = await client.query(
    `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE NOT l.granted AND d.datname = current_database()`,
  )
  return rows[0]?.n
}

/** Starts the upgrade to the example while another connection has this lock. Resolves once the upgrade waits. */
async function upgradeBlockedBy(lock: string) {
  const shop = await shopDatabase()
  const other = await shop.connect()
  await other.query(`BEGIN; ${lock}`)
  const upgraded = upgrade(shop.admin, { files: FILES })
  await eventually(async () => {
    expect(await waitingFor(other)).toBe(1)
  })
  return { other, upgraded }
}

describe('migrations', () => {
  test('run once, each in a transaction with its number, also when two people run them at once', async () => {
    const shop = await emptyDatabase()
    await prepareServer(shop.admin)
    const second = await shop.connect()
    const ran = await Promise.all([upgrade(shop.admin), upgrade(second)])
    expect(ran.flat()).toEqual(migrationFiles().map(({ name }) => name))
    expect(await upgrade(shop.admin)).toEqual([])
  })

  test('that a database lacks run in it, and its shop goes on', async () => {
    const [shop, till] = await shopWith(1)
    expect(await upgrade(shop.admin, { files: FILES })).toEqual(['example.sql'])
    expect(await migrationOf(shop.admin)).toBe(NEXT.number)
    expect(await till.beat({})).toMatchObject({ active: 1 })
    expect(await shop.count('till', 'note IS NULL')).toBe(1)
  })

  test('wait until a push under way has ended, and then succeed', async () => {
    const { other: push, upgraded } = await upgradeBlockedBy('LOCK TABLE shop.event IN ROW EXCLUSIVE MODE')
    await push.query('LOCK TABLE shop.current IN ROW EXCLUSIVE MODE; COMMIT')
    expect(await upgraded).toEqual(['example.sql'])
  })

  test('run again after PostgreSQL aborts them because of a deadlock', async () => {
    const { other: report, upgraded } = await upgradeBlockedBy('LOCK TABLE shop.current IN ACCESS SHARE MODE')
    await report.query('LOCK TABLE shop.event IN ACCESS SHARE MODE').catch(() => {})
    await report.query('ROLLBACK')
    expect(await upgraded).toEqual(['example.sql'])
  })

  test('that fail leave the database as it was', async () => {
    const shop = await shopDatabase()
    const files = [...migrationFiles(), { ...NEXT, sql: 'CREATE TABLE shop.half (x int); SELECT 1/0' }]
    await expect(upgrade(shop.admin, { files })).rejects.toThrow('division by zero')
    expect(await migrationOf(shop.admin)).toBe(migrationFiles().length)
    const { rows } = await shop.admin.query(`SELECT to_regclass('shop.half') AS half`)
    expect(rows[0]?.half).toBeNull()
  })

  test('work in a database that an administrator created with another encoding than UTF-8', async () => {
    const { admin } = await emptyDatabase()
    await admin.query(`CREATE DATABASE of_bytes TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`)
    const { host, port, ca, password } = server()
    const bytes = await connectAdmin({ host, port, ca, password, user: 'postgres', database: 'of_bytes' })
    onTestFinished(() => bytes.end())
    await prepareServer(bytes)
    await upgrade(bytes)
    await addShop(bytes, 'Номин', 'live')
    await bytes.query(
      `INSERT INTO shop.till (shop, code, role, state) VALUES (1, 'K01', session_user, 'active');
       INSERT INTO shop.current VALUES (1, 'sum', 'K01:day Талх', 1, 1, '{"amount": 5}')`,
    )
    const { rows } = await bytes.query(`SELECT till_1.rows(0, 'sum', 'day') AS told`)
    expect(rows[0]?.told).toMatchObject([{ key: 'day Талх', body: { amount: 5 } }])
  })

  test('are refused to a database of a newer program', async () => {
    const shop = await shopDatabase()
    await upgrade(shop.admin, { files: FILES })
    await expect(upgrade(shop.admin)).rejects.toThrow('newer program')
  })

  test('have numbers without gaps', () => {
    expect(migrationFiles().map(({ number }) => number)).toEqual(
      migrationFiles().map((_, index) => index + 1),
    )
  })
})

/** Ways in which a shop database may come from another build. */
const OTHERS = [
  ['whose tables come of another file', `UPDATE shop.migration SET fingerprint = 'another'`],
  [
    'from before fingerprints',
    'ALTER TABLE shop.migration DROP COLUMN fingerprint; DROP FUNCTION till_1.fingerprints',
  ],
] as const

describe.each(OTHERS)('a shop database %s', (_, sql) => {
  test('is left as it is by each command of whoever runs the server, who is told what to do', async () => {
    const shop = await shopDatabase()
    await shop.till()
    const reader = await addReader(shop.admin, shop.name, ['Номин'])
    await shop.admin.query(`${sql}; GRANT CONNECT ON DATABASE ${shop.name} TO PUBLIC`)
    const state = async () => {
      const { rows } = await shop.admin.query(
        `SELECT datacl, (SELECT json_agg(t ORDER BY t.id) FROM shop.till t) AS tills,
            (SELECT json_agg(s) FROM shop.shop s) AS shops, (SELECT json_agg(r) FROM shop.reader r) AS readers,
            (SELECT json_agg(rolname ORDER BY rolname) FROM pg_roles) AS roles
          FROM pg_database WHERE datname = current_database()`,
      )
      return rows
    }
    const before = await state()
    vi.stubEnv('TUGRIK_MERCHANT_PASSWORD', 'x')
    onTestFinished(() => void vi.unstubAllEnvs())
    const folder = temporaryFolder()
    const [ca, dumped, keys] = [join(folder, 'ca.crt'), join(folder, 'shop.dump'), join(folder, 'keys.json')]
    writeFileSync(ca, server().ca)
    const to = (user: string, password: string) =>
      `postgres://${user}:${password}@localhost:${server().port}/${shop.name}`
    const asked = async (url: string, args: readonly string[]) => {
      const lines: string[] = []
      const done = await administer([...args, '--url', url, '--ca', ca, '--keys', keys], (line) =>
        lines.push(line),
      )
      return [args, done, lines.join('\n')]
    }
    const refused = (args: readonly string[]) => [args, 1, expect.stringMatching(/another build.*“init”/)]
    for (const args of [
      ['init', '--shop', 'Салбар'],
      ['upgrade'],
      ['upgrade', '--restored', '--tills', 'all'],
      ['pair', '--shop', 'Номин'],
      ['pair', '--report', 'owner', '--shop', 'Номин'],
      ['status'],
      ['budget', '--shop', 'Номин', '60'],
      ['dump', dumped],
    ])
      expect(await asked(to('postgres', server().password), args)).toEqual(refused(args))
    for (const args of [
      ['report', '--from', '2026-11-01'],
      ['reconcile', '--day', '2026-11-01', '--service', 'http://localhost:1', '--username', 'x'],
    ])
      expect(await asked(to(reader.role, reader.password), args)).toEqual(refused(args))
    expect(await state()).toEqual(before)
    expect([existsSync(dumped), existsSync(keys)]).toEqual([false, false])
  })

  test('is left as it is by a till, also by one that joins, whose code it does not use up', async () => {
    const [shop, { membership }] = await shopWith(1)
    const code = await shop.pair()
    const joining = await shop.membership(code)
    const tills = () => shop.admin.query('SELECT * FROM shop.till ORDER BY id').then(({ rows }) => rows)
    const before = await tills()
    await shop.admin.query(sql)
    const till = openTill(membership)
    await expect(till.hello({ takeOver: true })).rejects.toMatchObject({ failure: 'other-version' })
    await expect(till.beat({})).rejects.toMatchObject({ failure: 'other-version' })
    await expect(joinShop(joining, codeOf(code), 'live')).rejects.toMatchObject({
      failure: 'other-version',
    })
    expect(await tills()).toEqual(before)
  })
})

test('a till leaves a shop database of a newer program as it is', async () => {
  const [shop, till] = await shopWith(1)
  await upgrade(shop.admin, { files: FILES })
  await expect(till.hello()).rejects.toMatchObject({ failure: 'other-version' })
})
