/** The server is killed, cut off, lost or restored: no event is lost or doubled, and no call hangs. */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  dump,
  joinShop,
  keepTills,
  newEpoch,
  prepareServer,
  restore,
  type ShopDatabase,
} from '../../../../main/many-tills/server/index.ts'
import { shopDatabase as administer } from '../../../../scripts/shop-database/commands.ts'
import { lineTo } from '../../../support/line.ts'
import {
  codeOf,
  newChain,
  openTill,
  saleEvents,
  saleRow,
  shopServerForFile,
  type TestDatabase,
} from '../../../support/shop-database.ts'
import { fill, smallDisk } from '../../../support/small-disk.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const { server, shopDatabase, emptyDatabase, shopWith } = shopServerForFile()

type Events = ReturnType<typeof saleEvents>

/** As a till's outbox does: goes on until the server has everything, whatever fails meanwhile. */
async function pushAll(
  till: Pick<ShopDatabase, 'push'>,
  chain: string,
  events: Events,
  failed: () => Promise<void>,
) {
  let next = 1
  while (next <= events.length) {
    const batch = events.slice(next - 1, next + 6)
    try {
      next = (await till.push('event', chain, next, batch, [saleRow('sale', next)])).next
    } catch {
      await failed()
    }
  }
}

async function expectAll({ admin }: Pick<TestDatabase, 'admin'>, chain: string, events: Events) {
  const { rows } = await admin.query(
    `SELECT e.position::int AS position, e.id FROM shop.event e JOIN shop.stream s ON s.id = e.stream
      WHERE s.chain = $1 ORDER BY e.position`,
    [chain],
  )
  expect(rows).toEqual(events.map(({ id }, index) => ({ position: index + 1, id })))
}

describe('a till goes on pushing', () => {
  test('while its connections are ended by the server again and again', async () => {
    const [shop, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(120)]
    let [pushes, ending] = [0, Promise.resolve()]
    const end = async (): Promise<void> =>
      void (await shop.admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${till.membership.user}'`,
      ))
    const push: ShopDatabase['push'] = (...request) => {
      const answer = till.push(...request)
      pushes += 1
      if (pushes % 2 === 0) ending = ending.then(end)
      return answer
    }
    await pushAll({ push }, chain, events, () => ending)
    await ending
    await expectAll(shop, chain, events)
  })

  test('over a line that is cut at every length of an answer', async () => {
    const [shop, { membership }] = await shopWith(1)
    const line = await lineTo(server().port)
    const till = openTill({ ...membership, port: line.port })
    await till.hello({ takeOver: true })
    const [chain, events] = [newChain(), saleEvents(70)]
    let pushes = 0
    const cutting: Pick<ShopDatabase, 'push'> = {
      push: (...request) => {
        const answer = till.push(...request)
        pushes += 1
        if (pushes % 2 === 1) setImmediate(line.drop)
        return answer
      },
    }
    await pushAll(cutting, chain, events, async () => {})
    await expectAll(shop, chain, events)
  })

  test('after a line that swallowed everything: the call ends in its time, and its connection is not used again', async () => {
    const [, { membership }] = await shopWith(1)
    const line = await lineTo(server().port)
    const till = openTill({ ...membership, port: line.port }, { queryMs: 1000 })
    await till.hello({ takeOver: true })
    line.hold()
    await expect(till.beat({})).rejects.toMatchObject({ failure: 'unreachable' })
    line.restore()
    expect(await till.beat({})).toMatchObject({ active: 1 })
  })

  test('after a line that damaged an answer: the server is the right one, and the answer is asked for again', async () => {
    const [, { membership }] = await shopWith(1)
    const line = await lineTo(server().port)
    const till = openTill({ ...membership, port: line.port })
    await till.hello({ takeOver: true })
    line.damageAnswers()
    await expect(till.beat({})).rejects.toMatchObject({ failure: 'unreachable' })
    line.restore()
    expect(await till.beat({})).toMatchObject({ active: 1 })
  })

  test('when the server and all its processes are killed in the middle of it', async () => {
    const shop = await shopDatabase()
    const tills = [await shop.till(), await shop.till()]
    const work = tills.map((till) => ({ till, chain: newChain(), events: saleEvents(150) }))
    let [pushes, restarted] = [0, Promise.resolve()]
    const restart = async (): Promise<void> => {
      await server().kill()
      await server().start()
    }
    const pushing = work.map(({ till, chain, events }) => {
      const push: ShopDatabase['push'] = (...request) => {
        const answer = till.push(...request)
        pushes += 1
        if ([3, 17, 30].includes(pushes)) restarted = restarted.then(restart)
        return answer
      }
      return pushAll({ push }, chain, events, () => restarted)
    })
    await Promise.all(pushing)
    await restarted
    const admin = await shop.connect()
    for (const { chain, events } of work) await expectAll({ admin }, chain, events)
  })
})

test('a retired or unknown database, and a server that is off, have their names', async () => {
  const [, { membership }] = await shopWith(1)
  await expect(openTill({ ...membership, port: 1 }).hello()).rejects.toMatchObject({ failure: 'unreachable' })
  await expect(openTill({ ...membership, password: 'wrong' }).hello()).rejects.toMatchObject({
    failure: 'login-refused',
  })
  await expect(openTill({ ...membership, host: 'no.such.host.invalid' }).hello()).rejects.toMatchObject({
    failure: 'unreachable',
  })
})

describe('a server that was lost', () => {
  test('is restored from an older dump: the tills log in as before, and push what it lacks', async () => {
    const [shop, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(30)]
    const sale = String(events[0]?.subject)
    await till.push('event', chain, 1, events.slice(0, 10), [saleRow(sale, 10)])
    await till.push('event', chain, 11, [{ ...events[10], body: 'poison' } as Events[0]])
    const set = { price: 250_000 }
    await till.edit([
      { id: 'e1', kind: 'product', key: '865', base: 0, patch: { set, unset: [], remove: false } },
    ])
    const file = join(temporaryFolder(), 'shop.dump')
    await dump(shop.admin, file)
    await till.push('event', chain, 12, events.slice(11), [saleRow(sale, 30)])
    const before = await till.beat({})

    const other = await emptyDatabase()
    await other.admin.query(`ALTER ROLE ${till.membership.user} PASSWORD NULL`)
    await shop.admin.query(`DROP OWNED BY ${till.membership.user}; DROP ROLE ${till.membership.user}`)
    await prepareServer(other.admin)
    await restore(other.admin, file, 'all')
    const again = openTill({ ...till.membership, database: other.name })
    const said = await again.hello({ takeOver: true })
    if (said.twice) throw new Error('nobody else speaks for the till')
    expect(said.epoch).not.toBe(before.epoch)
    expect(said.streams).toMatchObject([{ chain, next: 12 }])
    expect(await again.push('event', chain, 31, [])).toEqual({ gap: true, next: 12 })
    await again.push('event', chain, 12, events.slice(11), [saleRow(sale, 30)])
    expect((await again.ownEvents('event', chain, 1)).map(({ id }) => id)).toEqual(
      events.filter((_, index) => index !== 10).map(({ id }) => id),
    )
    expect(await again.sale(sale)).toMatchObject({ version: 30 })
    expect(await again.quarantined()).toHaveLength(1)
    expect((await again.pull(said.epoch, 0)).rows).toMatchObject([{ key: '865', body: set }])
    // New rows get new ids.
    await again.push('event', newChain(), 1, saleEvents(2))
    expect(await other.pair()).toMatch(/^.{4}-/)
  })

  test('is restored with more tills than one batch of a dump, of which each may name any other', async () => {
    const [shop, other] = [await shopDatabase(), await emptyDatabase()]
    const MANY = 1500
    await shop.admin.query(
      `INSERT INTO shop.till (shop, code, role, state)
        SELECT 1, 'T' || n, 'tugrik_till_' || n, 'retired' FROM generate_series(1, $1) n`,
      [MANY],
    )
    await shop.admin.query('UPDATE shop.till SET continued_by = $1 + 1 - id', [MANY])
    await shop.admin.query('CLUSTER shop.till USING till_pkey')
    const file = join(temporaryFolder(), 'shop.dump')
    await dump(shop.admin, file)
    await prepareServer(other.admin)
    await restore(other.admin, file, 'all')
    expect(await other.count('till', `continued_by = ${MANY} + 1 - id`)).toBe(MANY)
  })

  test('is restored in small pieces, however large its rows are', async () => {
    const [shop, till] = await shopWith(1)
    await till.push('event', newChain(), 1, saleEvents(1))
    await shop.admin.query(
      `INSERT INTO shop.event (shop, subject, seq, at, kind, version, body, hash, id, stream, position)
        SELECT e.shop, 'large', n, e.at, 'line-added', 2, '{"kind":"line-added","x":"' || repeat('x', 900000) || '"}', e.hash, n, e.stream, 1 + n
          FROM shop.event e, generate_series(1, 8) n`,
    )
    const file = join(temporaryFolder(), 'shop.dump')
    await dump(shop.admin, file)
    const other = await emptyDatabase()
    await prepareServer(other.admin)
    const asked = vi.spyOn(other.admin, 'query')
    await restore(other.admin, file, 'all')
    const sizes = asked.mock.calls.map((call) => String((call as unknown[])[1] ?? '').length)
    expect(Math.max(...sizes)).toBeLessThan(6_000_000)
    expect(await other.count('event')).toBe(9)
  })

  test('lets in only the tills that a person names, as one may be stolen since the dump', async () => {
    const [shop, till, stolen] = await shopWith(2)
    const [file, ca] = [join(temporaryFolder(), 'shop.dump'), join(temporaryFolder(), 'ca.crt')]
    writeFileSync(ca, server().ca)
    await dump(shop.admin, file)
    await till.retire(stolen.code)
    // Another server has no logins of tills.
    for (const { user } of [till.membership, stolen.membership])
      await shop.admin.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
    const database = `restored_${shop.name}`
    const url = `postgres://postgres:${server().password}@localhost:${server().port}/${database}`
    const init = async (...tills: string[]) => {
      const lines: string[] = []
      const done = await administer(['init', '--url', url, '--ca', ca, '--from', file, ...tills], (line) =>
        lines.push(line),
      )
      return [done, lines.join('\n')]
    }
    expect(await init()).toEqual([2, expect.stringMatching(/--tills.*Номин\/K01 .*Номин\/K02 /s)])
    expect(await init('--tills', 'K01,K09')).toEqual([2, expect.stringContaining('K09')])
    expect(await init('--tills', 'K01')).toEqual([0, expect.anything()])
    const again = openTill({ ...till.membership, database })
    expect(await again.hello({ takeOver: true })).toMatchObject({ code: 'K01' })
    await expect(openTill({ ...stolen.membership, database }).hello()).rejects.toMatchObject({
      failure: 'login-refused',
    })
    expect(await again.fleet()).toMatchObject([{ state: 'active' }, { code: 'K02', state: 'pairing' }])
    expect(await again.retire('K02')).toBe(true)
  })

  test('lets no till in with its login from the dump after --tills none, as when the only till was stolen', async () => {
    const [shop, stolen] = await shopWith(1)
    const [file, ca] = [join(temporaryFolder(), 'shop.dump'), join(temporaryFolder(), 'ca.crt')]
    writeFileSync(ca, server().ca)
    await dump(shop.admin, file)
    const database = `restored_${shop.name}`
    const url = `postgres://postgres:${server().password}@localhost:${server().port}/${database}`
    const init = ['init', '--url', url, '--ca', ca, '--from', file, '--tills', 'none']
    expect(await administer(init, () => {})).toBe(0)
    await expect(openTill({ ...stolen.membership, database }).hello()).rejects.toMatchObject({
      failure: 'retired',
    })
  })

  test('creates the missing login of a kept till, as after a restore that stopped at its last step', async () => {
    const [shop, till, other] = await shopWith(2)
    const ca = join(temporaryFolder(), 'ca.crt')
    writeFileSync(ca, server().ca)
    for (const { user } of [till.membership, other.membership])
      await shop.admin.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
    const url = `postgres://postgres:${server().password}@localhost:${server().port}/${shop.name}`
    const upgrade = ['upgrade', '--restored', '--url', url, '--ca', ca, '--tills', 'K01']
    expect(await administer(upgrade, () => {})).toBe(0)
    expect(await openTill(till.membership).hello()).toMatchObject({ code: 'K01' })
    await expect(openTill(other.membership).hello()).rejects.toMatchObject({ failure: 'login-refused' })
  })

  test('and set back by its own tools lets in only the tills that a person names, and the others with a new code', async () => {
    const [shop, till, other] = await shopWith(2)
    await keepTills(shop.admin, ['Номин/K01'])
    expect(await till.beat({})).toMatchObject({ active: 1 })
    await expect(other.beat({})).rejects.toMatchObject({ failure: 'retired' })
    await shop.admin.query(`DROP OWNED BY ${other.membership.user}; DROP ROLE ${other.membership.user}`)
    const code = await shop.pair({ code: 'K02' })
    const membership = await shop.membership(code)
    expect(await joinShop(membership, codeOf(code), 'live')).toMatchObject({ code: 'K02' })
  })

  test('after a restore gives a new till no terminal code that was given out after the dump', async () => {
    const [shop, other] = [await shopDatabase(), await emptyDatabase()]
    const file = join(temporaryFolder(), 'shop.dump')
    await shop.till()
    await shop.pair() // its code may be used before the server is lost
    await dump(shop.admin, file)
    await shop.pair()
    await prepareServer(other.admin)
    await restore(other.admin, file, 'all')
    await other.admin.query(
      `UPDATE shop.till SET expires = now() - interval '1 minute' WHERE expires IS NOT NULL`,
    )
    await other.pair()
    const { rows } = await other.admin.query('SELECT code FROM shop.till ORDER BY id')
    expect(rows).toEqual([{ code: 'K01' }, { code: 'K02' }, { code: expect.stringMatching(/^K[1-9]\d?01$/) }])
  })

  test('is set up anew and refilled by its tills: events, rows and the register', async () => {
    const shop = await shopDatabase()
    const [till, events, chain] = [await shop.till(), saleEvents(12), newChain()]
    // The till's journal and register are from before; this server has nothing.
    expect(await till.push('event', chain, 9, events.slice(8))).toEqual({ gap: true, next: 1 })
    await pushAll(till, chain, events, async () => {})
    await expectAll(shop, chain, events)
    const lost = 'an epoch of the lost server'
    const { epoch, restored } = await till.pull(lost, 77)
    expect(restored).toBe(true)
    const rows = Array.from({ length: 50 }, (_, index) => ({
      kind: 'product',
      key: `${index}`,
      version: 3,
      body: { price: index },
    }))
    expect(await till.refill(lost, epoch, rows)).toMatchObject({ taken: 50 })
    expect((await till.pull(epoch, 0)).rows).toHaveLength(50)
  })

  test('keeps its database when a dump is broken, of another program or of another build', async () => {
    const folder = temporaryFolder()
    const file = (name: string): string => join(folder, name)
    const [shop, till] = await shopWith(1)
    await till.push('event', newChain(), 1, saleEvents(3))
    await dump(shop.admin, file('whole'))
    await expect(restore(shop.admin, file('whole'), 'all')).rejects.toThrow('empty database')
    expect(await shop.count('event')).toBe(3)

    await pipeline(createReadStream(file('whole')), createGunzip(), createWriteStream(file('text')))
    const lines = readFileSync(file('text'), 'utf8').trimEnd().split('\n')
    const packed = async (name: string, text: string): Promise<string> => {
      writeFileSync(file(`${name}.text`), text)
      await pipeline(createReadStream(file(`${name}.text`)), createGzip(), createWriteStream(file(name)))
      return file(name)
    }
    const cut = await packed('cut', lines.slice(0, -1).join('\n'))
    const foreign = await packed('foreign', '{"format":"something else"}\n')
    const other = await packed(
      'other',
      [`{"format":"tugrik-shop-database-1","fingerprints":["of another build"]}`, ...lines.slice(1)].join(
        '\n',
      ),
    )
    for (const [name, why] of [
      [cut, 'cut off'],
      [foreign, 'no dump'],
      [other, 'another build'],
    ] as const) {
      const empty = await emptyDatabase()
      await prepareServer(empty.admin)
      await expect(restore(empty.admin, name, 'all')).rejects.toThrow(why)
      expect(await empty.admin.query('ROLLBACK').then(() => empty.count('event').catch(() => 0))).toBe(0)
    }
  })

  test('and restored by its own tools is told apart by a new epoch', async () => {
    const [shop, till] = await shopWith(1)
    const { epoch } = await till.beat({})
    await newEpoch(shop.admin)
    expect(await till.pull(epoch, 0)).toMatchObject({ restored: true })
  })
})

describe('a till whose journal was restored from a backup', () => {
  test('learns that the server has more, and fetches its own missing events', async () => {
    const [, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(20)]
    await till.push('event', chain, 1, events)
    const said = await till.hello()
    if (said.twice) throw new Error('nobody else speaks for the till')
    expect(said.streams).toEqual([{ kind: 'event', chain, next: 21, hash: events[19]?.hash, rows: 21 }])
    const missing = await till.ownEvents('event', chain, 13)
    expect(missing.map(({ id }) => id)).toEqual(events.slice(12).map(({ id }) => id))
  })

  test('that sold on before it learned is stopped by nothing, and what differs is put apart', async () => {
    const [, till] = await shopWith(1)
    const [chain, events] = [newChain(), saleEvents(6)]
    await till.push('event', chain, 1, events)
    const diverged = [...events.slice(0, 4), ...saleEvents(2)]
    expect(await till.push('event', chain, 1, diverged)).toMatchObject({ next: 7, taken: 0, apart: 2 })
    expect((await till.quarantined()).map(({ reason }) => reason)).toEqual([
      'position-taken',
      'position-taken',
    ])
  })
})

test('a till in live mode cannot connect to a shop of test mode', async () => {
  const [shop, { membership }] = await shopWith(1)
  await shop.admin.query(`UPDATE shop.shop SET mode = 'test'`)
  await expect(openTill(membership).hello()).rejects.toMatchObject({ failure: 'other-mode' })
})

describe('the commands of whoever runs the server', () => {
  const asked = async (...args: readonly string[]) => {
    const lines: string[] = []
    const done = await administer(args, (line) => lines.push(line))
    return [done, lines.join('\n')]
  }
  const login = (name: string, password: string) =>
    `postgres://postgres${password}@localhost:${server().port}/${name}`
  const caFile = () => {
    const file = join(temporaryFolder(), 'ca.crt')
    writeFileSync(file, server().ca)
    return file
  }

  test.each([
    [['report'], '--from is missing'],
    [['report', '--from', '2026-02-30'], '--from is a day'],
    [['report', '--from', '2026-11-01', '--to', '2026-11-31'], '--to is a day'],
    [['budget', '--shop', 'Номин'], 'requests in a minute'],
    [['budget', '60'], '--shop is missing'],
    [['pair'], '--shop is missing'],
    [['pair', '--shop', 'Номин', '--till', 'Т02'], 'six letters and digits'],
    [['dump'], 'name the file'],
    [['init'], '--shop is missing'],
    [['status', '--url', 'postgres://postgres:100%@127.0.0.1:1/shop'], '--url is postgres://'],
    [['status', '--url', 'http://127.0.0.1:1/shop'], '--url is postgres://'],
    [['init', '--shop', 'Номин', '--mode', 'training'], '--mode is'],
  ])('%j is refused before the server is asked', async (args, why) => {
    // Nothing answers at this port.
    expect(await asked('--url', 'postgres://postgres:x@127.0.0.1:1/shop', ...args)).toEqual([
      2,
      expect.stringContaining(why),
    ])
  })

  test('tell how to restore a dump beside a database that is in use', async () => {
    const shop = await shopDatabase()
    const file = join(temporaryFolder(), 'shop.dump')
    const url = login(shop.name, `:${server().password}`)
    const to = ['--url', url, '--ca', caFile()]
    expect(await asked('dump', ...to, file)).toEqual([0, expect.anything()])
    expect(await asked('init', ...to, '--from', file, '--tills', 'all')).toEqual([
      2,
      expect.stringMatching(/is in use.*--url/),
    ])
  })

  test('say that the file of a dump is missing, or that a file is no dump', async () => {
    const [ca, other] = [caFile(), join(temporaryFolder(), 'photo.jpg')]
    writeFileSync(other, 'no dump')
    const init = ['init', '--url', login('shop_of_nobody', ''), '--ca', ca, '--tills', 'all', '--from']
    expect(await asked(...init, join(temporaryFolder(), 'missing.dump'))).toEqual([
      1,
      expect.stringMatching(/ENOENT.*missing\.dump/),
    ])
    expect(await asked(...init, other)).toEqual([1, expect.stringContaining('no dump of a shop database')])
  })

  test('give a dump its file name only once it is complete, and refuse a dump that was cut off', async () => {
    const shop = await shopDatabase()
    const folder = temporaryFolder()
    const [whole, cut] = [join(folder, 'shop.dump'), join(folder, 'cut.dump')]
    const to = ['--url', login(shop.name, `:${server().password}`), '--ca', caFile()]
    await shop.admin.query('ALTER TABLE shop.reader RENAME TO kept; CREATE VIEW shop.reader AS SELECT 1 / 0')
    expect(await asked('dump', ...to, whole)).toEqual([1, expect.stringContaining('division by zero')])
    expect(readdirSync(folder)).toEqual([])
    await shop.admin.query('DROP VIEW shop.reader; ALTER TABLE shop.kept RENAME TO reader')
    expect(await asked('dump', ...to, whole)).toEqual([0, expect.anything()])
    writeFileSync(cut, readFileSync(whole).subarray(0, 100))
    const init = ['init', '--url', login('shop_of_nobody', ''), '--tills', 'all', '--from', cut]
    expect(await asked(...init)).toEqual([1, 'the dump is cut off'])
  })

  test('do not change the database of another program', async () => {
    const other = await emptyDatabase()
    await other.admin.query('CREATE TABLE stock (id int)')
    const to = ['--url', login(other.name, `:${server().password}`), '--ca', caFile()]
    expect(await asked('init', ...to, '--shop', 'Номин')).toEqual([
      2,
      expect.stringContaining('tables of another program'),
    ])
    const file = join(temporaryFolder(), 'shop.dump')
    for (const args of [['upgrade'], ['status'], ['dump', file], ['report', '--from', '2026-11-01']])
      expect(await asked(...args, ...to)).toEqual([2, expect.stringContaining('no shop database')])
    expect(existsSync(file)).toBe(false)
    const { rows } = await other.admin.query(
      `SELECT has_database_privilege('public', current_database(), 'CONNECT') AS open, to_regnamespace('shop') AS shop`,
    )
    expect(rows).toEqual([{ open: true, shop: null }])
  })

  test('refuse a database that was restored on a server without the roles: no till would get in', async () => {
    const shop = await shopDatabase()
    await shop.admin.query('ALTER SCHEMA shop OWNER TO postgres')
    const to = ['--url', login(shop.name, `:${server().password}`), '--ca', caFile()]
    expect(await asked('upgrade', '--restored', '--tills', 'all', ...to)).toEqual([
      2,
      expect.stringContaining('restore it again'),
    ])
  })

  test('ask which tills get in before they change a restored database, and change all of it or nothing', async () => {
    const { admin, name, till, count } = await shopDatabase()
    const [kept, other] = [await till(), await till()]
    const active = () => count('till', `state = 'active'`)
    const restored = [
      'upgrade',
      '--restored',
      '--url',
      login(name, `:${server().password}`),
      '--ca',
      caFile(),
    ]
    expect(await asked(...restored)).toEqual([2, expect.stringContaining('Номин/K02')])
    const { rows } = await admin.query('SELECT epoch FROM shop.shop')
    await admin.query(`ALTER TABLE shop.shop ADD CONSTRAINT same CHECK (epoch = '${rows[0]?.epoch}')`)
    expect(await asked(...restored, '--tills', 'K01')).toEqual([1, expect.stringContaining('same')])
    expect(await active()).toBe(2)
    await admin.query('ALTER TABLE shop.shop DROP CONSTRAINT same')
    expect(await asked(...restored, '--tills', 'K01')).toEqual([0, 'nothing was missing'])
    expect(await openTill(kept.membership).hello()).toMatchObject({ code: 'K01' })
    await expect(openTill(other.membership).hello()).rejects.toMatchObject({ failure: 'retired' })
  })

  test('say that a shop is there in the other mode, and do not change it', async () => {
    const shop = await shopDatabase()
    const keys = ['--keys', join(temporaryFolder(), 'keys.json')]
    const init = ['init', '--url', login(shop.name, `:${server().password}`), '--ca', caFile(), ...keys]
    expect(await asked(...init, '--shop', 'Номин')).toEqual([0, expect.anything()])
    expect(await asked(...init, '--shop', 'Номин', '--mode', 'test')).toEqual([
      2,
      expect.stringContaining('--mode live'),
    ])
    expect(await shop.count('shop', `mode = 'live'`)).toBe(1)
  })

  test('keep the keys of the other shops where the disk is full', async (context) => {
    const [shop, disk] = [await shopDatabase(), smallDisk(context, 64)]
    const keys = join(disk, 'keys.json')
    // One page of the disk is almost full, so that one more key needs another.
    const had = JSON.stringify({ Номин: 'A'.repeat(4060) })
    writeFileSync(keys, had)
    const init = [
      'init',
      '--url',
      login(shop.name, `:${server().password}`),
      '--ca',
      caFile(),
      '--keys',
      keys,
    ]
    const free = fill(disk, 0)
    expect(await asked(...init, '--shop', 'Салбар')).toEqual([1, expect.stringContaining('ENOSPC')])
    expect(readFileSync(keys, 'utf8')).toBe(had)
    free()
    expect(await asked(...init, '--shop', 'Салбар')).toEqual([0, expect.anything()])
    expect(Object.keys(JSON.parse(readFileSync(keys, 'utf8')))).toEqual(['Номин', 'Салбар'])
  })

  test('keep the keys of PINs where a link leads to', async () => {
    const shop = await shopDatabase()
    const [stick, link] = [join(temporaryFolder(), 'keys.json'), join(temporaryFolder(), 'keys.json')]
    writeFileSync(stick, '{}')
    symlinkSync(stick, link)
    const to = ['--url', login(shop.name, `:${server().password}`), '--ca', caFile(), '--keys', link]
    expect(await asked('init', ...to, '--shop', 'Салбар')).toEqual([0, expect.anything()])
    expect(Object.keys(JSON.parse(readFileSync(stick, 'utf8')))).toEqual(['Салбар'])
    rmSync(stick)
    expect(await asked('init', ...to, '--shop', 'Номин')).toEqual([1, expect.stringContaining('ENOENT')])
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  test('exit with code 1 if the login may not read a shop of the report', async () => {
    const shop = await shopDatabase()
    const to = ['--url', login(shop.name, `:${server().password}`), '--ca', caFile()]
    expect(await asked('report', ...to, '--from', '2026-11-01', '--shop', 'Бусад')).toEqual([
      1,
      'Бусад: this login does not read this shop',
    ])
  })

  test('ask for the password and for the certificate of the authority where they are missing', async () => {
    vi.stubEnv('PGPASSWORD', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const ca = caFile()
    expect(await asked('status', '--url', login('postgres', ''), '--ca', ca)).toEqual([
      2,
      expect.stringContaining('PGPASSWORD'),
    ])
    expect(await asked('status', '--url', login('postgres', `:${server().password}`))).toEqual([
      2,
      expect.stringContaining('--ca'),
    ])
  })

  const pairIn = (shop: TestDatabase, ...more: readonly string[]) =>
    asked(
      ...['pair', '--shop', 'Номин', '--url', login(shop.name, `:${server().password}`), '--ca', caFile()],
      ...more,
    )

  test('refuse a terminal code that no till can have', async () => {
    const shop = await shopDatabase()
    for (const code of ['K 02', 'Т02', 'K020202'])
      expect(await pairIn(shop, '--till', code)).toEqual([
        2,
        expect.stringContaining('six letters and digits'),
      ])
  })

  test('do not end the login of a till that is connected, unless a person says so', async () => {
    const shop = await shopDatabase()
    const keys = ['--keys', join(temporaryFolder(), 'keys.json'), '--new-key']
    const till = await shop.till('K02')
    expect(await pairIn(shop, ...keys, '--till', 'K02')).toEqual([2, expect.stringContaining('--take-over')])
    expect(await till.beat({})).toMatchObject({ active: 1 })
    expect(await pairIn(shop, ...keys, '--till', 'K02', '--take-over')).toEqual([
      0,
      expect.stringContaining('K02'),
    ])
    await expect(till.beat({})).rejects.toMatchObject({ failure: 'retired' })
  })

  test('make no second key of PINs for a shop that has tills, unless a person says that it is lost', async () => {
    const shop = await shopDatabase()
    const [keys, other] = [join(temporaryFolder(), 'keys.json'), join(temporaryFolder(), 'other.json')]
    expect(await pairIn(shop, '--keys', keys)).toEqual([0, expect.stringContaining('K01')])
    expect(await pairIn(shop, '--keys', keys)).toEqual([0, expect.stringContaining('K02')])
    expect(await pairIn(shop, '--keys', other)).toEqual([2, expect.stringContaining('--new-key')])
    expect(existsSync(other)).toBe(false)
    expect(await pairIn(shop, '--keys', other, '--new-key')).toEqual([0, expect.stringContaining('K03')])
    expect(readFileSync(other, 'utf8')).not.toBe(readFileSync(keys, 'utf8'))
  })
})
