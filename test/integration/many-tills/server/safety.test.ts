/** Who reaches what: logins, rights, pairing codes, certificates. Each is tried out against the real server. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  addReader,
  addShop,
  connectAdmin,
  fetchAuthority,
  invoicedOfShop,
  joinShop,
  type Membership,
  pairingLink,
  readPairingLink,
} from '../../../../main/many-tills/server/index.ts'
import { makeCertificates } from '../../../../scripts/shop-database/certificates.ts'
import {
  codeOf,
  newChain,
  openTill,
  PEPPER,
  saleEvents,
  saleRow,
  shopServerForFile,
  type TestDatabase,
} from '../../../support/shop-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const { server, shopDatabase, shopWith } = shopServerForFile()

/** A bare connection with a till's login, as somebody with its password and psql has. */
async function asLogin(login: Membership): Promise<Client> {
  const client = await connectAdmin(login)
  onTestFinished(() => client.end())
  return client
}
/** The code of the error, or "allowed". */
const tried = (client: Client, sql: string): Promise<string> =>
  client.query(sql).then(
    () => 'allowed',
    (error) => String(error.code),
  )
const DENIED = '42501'

const objectsOf = async ({ admin }: TestDatabase, sql: string): Promise<readonly string[]> =>
  (await admin.query(sql)).rows.map((row) => String(row.name))

describe('the login of a till', () => {
  test('reads and writes no table and no view, and calls no function but its own', async () => {
    const shop = await shopDatabase()
    const login = await asLogin((await shop.till()).membership)
    const tables = await objectsOf(
      shop,
      `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
        UNION SELECT format('%I.%I', schemaname, viewname) FROM pg_views WHERE schemaname = 'report'`,
    )
    expect(tables.length).toBeGreaterThan(12)
    for (const table of tables)
      for (const sql of [
        `SELECT FROM ${table}`,
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} DEFAULT VALUES`,
        `TRUNCATE ${table}`,
      ])
        expect([sql, await tried(login, sql)]).toEqual([sql, DENIED])
    const inner = await objectsOf(
      shop,
      `SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE p.pronamespace = 'shop'::regnamespace`,
    )
    expect(inner.length).toBeGreaterThan(5)
    const { rows } = await shop.admin.query(
      `SELECT f FROM unnest($2::text[]) f WHERE has_function_privilege($1, f::regprocedure, 'EXECUTE')`,
      [(await login.query('SELECT current_user AS u')).rows[0]?.u, inner],
    )
    expect(rows).toEqual([])
  })

  test('creates nothing, becomes nobody else and changes no right', async () => {
    const [, till, other] = await shopWith(2)
    const login = await asLogin(till.membership)
    const attempts = [
      'CREATE TABLE public.mine (x int)',
      'CREATE TABLE shop.mine (x int)',
      'CREATE TABLE till_1.mine (x int)',
      'CREATE TEMP TABLE mine (x int)',
      'CREATE SCHEMA mine',
      `CREATE FUNCTION till_1.mine() RETURNS int LANGUAGE sql RETURN 1`,
      'CREATE ROLE mine',
      'SET ROLE tugrik_owner',
      'SET ROLE postgres',
      `SET SESSION AUTHORIZATION ${other.membership.user}`,
      `ALTER ROLE ${other.membership.user} PASSWORD 'mine'`,
      `ALTER ROLE ${till.membership.user} SUPERUSER`,
      `ALTER ROLE ${till.membership.user} CREATEROLE`,
      'GRANT tugrik_owner TO CURRENT_USER',
      `GRANT tugrik_till TO ${other.membership.user}`,
      `REVOKE tugrik_till FROM ${other.membership.user}`,
      'DROP FUNCTION till_1.fleet(int)',
      'ALTER FUNCTION till_1.fleet(int) SECURITY INVOKER',
      'SELECT lo_create(0)',
      `SELECT pg_read_file('/etc/passwd')`,
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      'SELECT rolpassword FROM pg_authid',
      'SELECT shop.me(1)',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres'`,
    ]
    for (const sql of attempts) expect([sql, await tried(login, sql)]).not.toEqual([sql, 'allowed'])
    await login.query('SELECT till_1.fleet(1)')
  })

  test('is not fooled by a schema of its own in the search path', async () => {
    const shop = await shopDatabase()
    const login = await asLogin((await shop.till()).membership)
    await login.query(`SET search_path = pg_temp, public, till_1`)
    const { rows } = await login.query('SELECT till_1.fleet(1) AS fleet')
    expect(rows[0]?.fleet).toHaveLength(1)
  })

  test('of one shop reads and changes nothing of another, by any function', async () => {
    const shop = await shopDatabase()
    await addShop(shop.admin, 'Бусад', 'live')
    const [ours, theirs] = [await shop.till(), await shop.till('X9', 'Бусад')]
    const [chain, events] = [newChain(), saleEvents(2)]
    await theirs.push('event', chain, 1, events, [
      saleRow('secret', 1, { invoiceId: 'inv-secret' }),
      { kind: 'sum', key: 's', version: 1, body: {} },
    ])
    await theirs.push('event', chain, 3, [{ ...saleEvents(1)[0], body: 'poison' } as (typeof events)[0]])
    const edit = {
      id: '1',
      kind: 'product',
      key: '865',
      base: 0,
      patch: { set: { price: 1 }, unset: [], remove: false },
    }
    await theirs.edit([edit])
    await theirs.offer('cart-secret', { lines: ['secret'] })
    const { epoch } = await theirs.beat({})
    const own = (await ours.beat({})).epoch

    expect(await ours.fleet()).toMatchObject([{ code: 'K01' }])
    expect(await ours.sales(null, 0, 1e15, 500)).toEqual([])
    expect(await ours.sales('X9', 0, 1e15, 500)).toEqual([])
    expect(await ours.sale('secret')).toBeNull()
    expect(await ours.sale(saleRow('secret', 1).body.number)).toBeNull()
    expect(await ours.salesNumbered(saleRow('secret', 1).body.number)).toEqual([])
    expect(await ours.rows('sum', '')).toEqual([])
    expect(await ours.ownEvents('event', chain, 1)).toEqual([])
    expect(await ours.quarantined()).toEqual([])
    await ours.acknowledge(1)
    expect(await theirs.quarantined()).toHaveLength(1)
    expect((await ours.setApart(theirs.code, 9)) ?? []).toEqual([])
    expect((await ours.pull(own, 0)).rows).toEqual([])
    expect((await ours.pull(epoch, 0)).rows).toEqual([])
    expect(
      await ours.refill(epoch, epoch, [{ kind: 'product', key: '865', version: 99, body: { price: 0 } }]),
    ).toMatchObject({ taken: 0 })
    expect(await ours.claims('cart')).toEqual([])
    expect(await ours.claim('cart', 'cart-secret', 1)).toBeNull()
    expect(await ours.retire('X9')).toBe(false)
    await ours.hint('inv-secret')
    expect((await theirs.beat({})).hints).toEqual([])
    // A journal is of one shop. The same ids of other things are two things.
    await expect(ours.push('event', newChain(), 1, events)).rejects.toMatchObject({
      failure: 'journal-of-other',
    })
    expect(await ours.edit([edit])).toMatchObject([{ outcome: 'done', version: 1 }])
    expect((await theirs.pull(epoch, 0)).rows).toMatchObject([{ body: { price: 1 }, version: 1 }])
  })

  test('of a retired till does nothing at all, also over a connection that was open', async () => {
    const [shop, till, other] = await shopWith(2)
    const open = await asLogin(till.membership)
    expect(await other.retire(till.code)).toBe(true)
    for (const call of [
      () => till.beat({}),
      () => till.fleet(),
      () => till.push('event', newChain(), 1, saleEvents(1)),
      () => till.sales(null, 0, 1, 1),
      () => till.hello(),
    ])
      await expect(call()).rejects.toMatchObject({ failure: 'retired' })
    expect(await tried(open, 'SELECT till_1.fleet(1)')).toBe(DENIED)
    await expect(openTill(till.membership).hello()).rejects.toMatchObject({ failure: 'retired' })
    expect(await other.fleet()).toMatchObject([{ state: 'retired' }, { state: 'active' }])
    expect(await other.retire(till.code)).toBe(false)
    await expect(shop.pair({ code: till.code })).rejects.toThrow('retired')
  })
})

describe('a till that tells nonsense', () => {
  const sumOf = (figures: object) => ({ account: 'hour', book: 'day 2026-11-24', key: '', ...figures })

  test('does not make the tills, the sales or the carts of its shop unreadable', async () => {
    const [, till, other] = await shopWith(2)
    const login = await asLogin(other.membership)
    for (const status of ['[]', '"text"', '1', 'null'])
      expect([status, await tried(login, `SELECT till_1.beat(1, '${status}')`)]).not.toEqual([
        status,
        'allowed',
      ])
    const deep = nested(3000)
    for (const body of ['[]', '"text"', 'null'])
      await tried(login, `SELECT till_1.offer(1, 'cart-${body.length}', '${body}')`)
    const rows = [
      { kind: 'sale', key: 'beyond', version: '9223372036854775807', body: { openedAt: 1 } },
      { kind: 'sale', key: 'below', version: '-1', body: { openedAt: 1 } },
      { kind: 'sum', key: 'beyond', version: '9007199254740991', body: {} },
      { kind: 'sum', key: 'no-number', version: 1, body: sumOf({ times: 'x', lines: [], amount: 0.5 }) },
      { kind: 'shift', key: 'no-shift', version: 1, body: { openedAt: 'x', closedAt: {} } },
    ]
    const sum = JSON.stringify(sumOf({})).slice(0, -1)
    const text = `${JSON.stringify(rows).slice(0, -1)},{"kind":"sum","key":"huge","version":1,"body":${sum},"vat":1e400}}`
    const hostile = `${text},{"kind":"sale","key":"huge","version":1,"body":{"openedAt":1,"total":1e400}},
      {"kind":"sale","key":"deep","version":1,"body":{"openedAt":1,"sale":${deep}}}]`
    await tried(login, `SELECT till_1.push(1, 'event', '${newChain()}', 1, '[]', '${hostile}')`)
    await tried(login, `SELECT till_1.beat(1, '${deep}')`)
    expect(await till.fleet()).toHaveLength(2)
    expect(await till.claims('cart')).toEqual([])
    expect((await till.sales(null, 0, 9, 500)).map(({ id }) => id)).toEqual(['huge'])
    expect((await till.rows('sum', '')).map(({ key }) => key)).toEqual(['huge', 'no-number'])
    const days = { book: 'day', accounts: ['hour'], from: '', to: '9999', each: false } as const
    const asked = { sums: [days], shifts: { from: 0, before: 9, accounts: ['hour'] } }
    expect(await till.figures(null, asked)).toMatchObject({ sums: [['hour', 'day ', '', 0, 0, 0, 1, 0, 0]] })
    expect(await till.quarantined()).toHaveLength(4)
  })

  test('keeps no other till from sending the events of its sales', async () => {
    const [, till, hostile] = await shopWith(2)
    const [chain, events] = [newChain(), saleEvents(4)]
    const saleId = String(events[0]?.subject)
    await till.push('event', chain, 1, events.slice(0, 2), [saleRow(saleId, 2)])
    expect(await hostile.sale(saleId)).toMatchObject({ till: till.code })
    const [, , forged] = saleEvents(3, saleId)
    if (forged === undefined) throw new Error('no event')
    for (const kind of ['event', 'audit'] as const)
      await expect(hostile.push(kind, newChain(), 1, [forged])).rejects.toMatchObject({
        failure: 'journal-of-other',
      })
    expect(await till.push('event', chain, 3, events.slice(2))).toMatchObject({ taken: 2, apart: 0 })
    expect((await hostile.saleEvents(saleId)).map(({ body }) => body)).toEqual(events.map(({ body }) => body))
  })

  test('does not make the figures and the audit trail of its shop unreadable', async () => {
    const [, till, hostile] = await shopWith(2)
    const [chain, most] = [newChain(), Number.MAX_SAFE_INTEGER]
    const entry = (more: object) => ({ ...event(), kind: 'signIn', body: '{"kind":"signIn"}', ...more })
    const event = () => ({ ...(saleEvents(1)[0] as ReturnType<typeof saleEvents>[number]) })
    await till.push('audit', chain, 1, [entry({ subject: 'audit 1' })])
    const { key: _, ...nameless } = sumOf({ times: 7 })
    await hostile.push(
      'event',
      newChain(),
      1,
      [],
      [
        { kind: 'sum', key: 'one', version: 1, body: sumOf({ times: most, amount: -most }) },
        { kind: 'sum', key: 'other', version: 1, body: sumOf({ times: most, amount: -most }) },
        { kind: 'sum', key: 'nameless', version: 1, body: nameless },
        { kind: 'shift', key: 'deep', version: 1, body: JSON.parse(nested(100)) },
      ],
    )
    const said = await hostile.push('audit', newChain(), 1, [
      entry({ subject: 'audit 2', at: '9223372036854775807' }),
      entry({ subject: 'audit 3', seq: 2, body: `{"kind":"signIn","about":${nested(100)}}` }),
    ])
    expect(said).toMatchObject({ taken: 0, apart: 2 })
    const days = { book: 'day', accounts: ['hour'], from: '', to: '9999', each: false } as const
    const asked = { sums: [days], shifts: { from: 0, before: 9, accounts: ['hour'] } }
    expect(await till.figures(null, asked)).toMatchObject({
      sums: [['hour', 'day ', '', 7, 0, 0, 0, 0, 0]],
      shifts: [],
    })
    expect(await till.audit(null, null, 9)).toHaveLength(1)
  })

  test('does not keep another till from reading and changing goods', async () => {
    const [, till, hostile] = await shopWith(2)
    const login = await asLogin(hostile.membership)
    const change = (key: string, base: number, set: object) => ({
      ...{ id: `${key} ${base}`, kind: 'product', key, base },
      patch: { set, unset: [], remove: false } as never,
    })
    const { epoch } = await till.beat({})
    await till.edit([change('865', 0, { price: 1 })])
    const row = { kind: 'product', key: '865', version: 2_147_483_647, body: { price: 1, name: 'Талх' } }
    await expect(hostile.refill('another', epoch, [row])).rejects.toMatchObject({ failure: 'refused' })
    // As a text: the driver of a till cannot write it.
    const deep = `[{"kind":"product","key":"deep","base":0,"set":${nested(6000)}}]`
    expect(await tried(login, `SELECT till_1.edit(1, '{deep}', '${deep}')`)).toBe('allowed')
    for (let key = 0; key < 12; key += 1)
      await hostile.edit([change(`large ${key}`, 0, { name: 'x'.repeat(900_000) })])
    expect(await till.edit([change('865', 1, { price: 2 })])).toMatchObject([{ outcome: 'done' }])
    const keys: string[] = []
    for (let cursor = 0; ; ) {
      const { rows } = await till.pull(epoch, cursor, 500)
      if (rows.length === 0) break
      expect(JSON.stringify(rows).length).toBeLessThan(5_000_000)
      keys.push(...rows.map(({ key }) => key))
      cursor = rows.at(-1)?.position ?? cursor
    }
    expect(keys.filter((key) => !key.startsWith('large'))).toEqual(['865'])
    expect(keys).toHaveLength(13)
  })

  test('fills neither the list of carts nor the memory of another till', async () => {
    const [, till, hostile] = await shopWith(2)
    const login = await asLogin(hostile.membership)
    const cart = { note: 'x'.repeat(900_000) }
    await till.offer('cart-1', { note: '' })
    for (let key = 0; key < 8; key += 1) await hostile.offer(`large ${key}`, cart)
    await expect(hostile.offer('more', cart)).rejects.toMatchObject({ failure: 'refused' })
    const held = await hostile.claim('return', 'K01-1', 0)
    if (held === null) throw new Error('no claim')
    await hostile.settle(held, 'open', cart)
    expect(await tried(login, `SELECT till_1.offer(1, 'deep', '${nested(3000)}')`)).toBe('23514')
    expect(await till.claims('cart')).toHaveLength(9)
    for (let at = 0; at < 1998; at += 222)
      await login.query(
        `SELECT till_1.claim(1, 'return', 'number ' || i, 0) FROM generate_series(${at + 1}, ${at + 222}) i`,
      )
    expect(await hostile.claim('return', 'the last', 0)).toMatchObject({ isMine: true })
    await expect(hostile.claim('return', 'more', 0)).rejects.toMatchObject({ failure: 'refused' })
    // A till reads no answer of more than 64 MB, and goes on.
    for (let key = 0; key < 80; key += 10)
      await hostile.push(
        ...(['event', newChain(), 1, []] as const),
        Array.from({ length: 10 }, (_, at) => saleRow(`large ${key + at}`, 1, cart)),
      )
    const patient = openTill(till.membership, { queryMs: 120_000 })
    await patient.hello({ takeOver: true })
    await expect(patient.sales(null, 0, 1e15, 500)).rejects.toMatchObject({ failure: 'refused' })
    expect(await patient.sales(null, 0, 1e15, 5)).toHaveLength(5)
    expect(await patient.claims('cart')).toHaveLength(9)
  })
})

const nested = (times: number): string => `${'{"a":'.repeat(times)}1${'}'.repeat(times)}`

const HOSTILE = [
  `'; DROP TABLE shop.event; --`,
  `$$; SELECT 1; $$`,
  `\\'; DELETE FROM shop.till; --`,
  `%I%L%s`,
  `"; x`,
  `{"a":1}`,
  '\u2028',
  `' OR '1'='1`,
]

describe('SQL in an argument', () => {
  test('is text, in every argument of every function', async () => {
    const [shop, till] = await shopWith(1)
    const [event] = saleEvents(1)
    if (event === undefined) throw new Error('no event')
    const quiet = (call: Promise<unknown>) =>
      call.catch((error) => expect(['refused', 'other-mode']).toContain(error.failure))
    for (const text of HOSTILE) {
      await quiet(till.push(text as 'event', text, 1, [event]))
      const named = { ...event, id: text, subject: text, command: text, actor: text, shiftId: text }
      await quiet(
        till.push(
          'event',
          newChain(),
          1,
          [named],
          [{ kind: 'sale', key: text, version: 1, body: { openedAt: 1, number: text, [text]: text } }],
        ),
      )
      expect(await till.sale(text)).toMatchObject({ id: text, body: { [text]: text } })
      await till.salesNumbered(text)
      await quiet(till.ownEvents(text as 'event', text, 1))
      const set = { [text]: text }
      expect(
        await till.edit([
          { id: text, kind: 'product', key: text, base: 0, patch: { set, unset: [text], remove: false } },
        ]),
      ).toHaveLength(1)
      await quiet(till.pull(text, 0))
      await quiet(till.refill(text, text, [{ kind: text, key: text, version: 1, body: { [text]: text } }]))
      await quiet(till.offer(text, { [text]: text }))
      await quiet(till.claim(text as 'cart', text, 0))
      await quiet(till.claimReturn(text, 0))
      await quiet(till.settle({ kind: text, key: text, fence: 1 }, text as 'open', { [text]: text }))
      await quiet(till.claims(text as 'cart'))
      await quiet(till.beat({ [text]: text }))
      await quiet(till.hint(text))
      expect(await till.retire(text)).toBe(false)
      await quiet(till.sales(text, 0, 1, 1))
      await quiet(till.rows(text as 'sum', text))
      const days = { book: text as 'day', accounts: [text], from: text, to: text, each: true }
      await quiet(till.figures(text, { sums: [days] }))
      await quiet(till.audit(text, { at: 1, till: text, seq: 1 }, 1))
      await quiet(till.saleEvents(text))
      await quiet(till.setApart(text, 1))
      await quiet(till.pictures([text]))
      await quiet(till.picture(text))
      await quiet(till.givePicture(text, Buffer.from(text)))
      await quiet(till.invoiced(0, 1, text, 1))
      await quiet(till.invoicedUnder([text]))
      const login = { ...till.membership, user: text }
      await expect(openTill(login).hello()).rejects.toMatchObject({ failure: 'login-refused' })
    }
    expect(await shop.count('till')).toBe(1)
    expect(await shop.count('event')).toBe(HOSTILE.length)
    const wild = (await till.sales(null, 0, 9, 500)).map(({ id }) => id)
    expect(new Set(wild)).toEqual(new Set(HOSTILE))
  })

  test('is text in the names of a shop and a reader, too', async () => {
    const shop = await shopDatabase()
    for (const [index, text] of HOSTILE.entries()) {
      await addShop(shop.admin, text, 'live')
      await addReader(shop.admin, `${shop.name}_${index}_${text}`.slice(0, 40), [text])
      await shop.pair({ shop: text })
    }
    expect(await shop.count('till')).toBe(HOSTILE.length)
  })
})

describe('a pairing code', () => {
  test('gives a new till its login, terminal code and pepper, once', async () => {
    const shop = await shopDatabase()
    const text = await shop.pair()
    const member = await shop.membership(text)
    expect(await joinShop(member, codeOf(text), 'live')).toEqual({
      code: 'K01',
      shop: 'Номин',
      pepper: PEPPER,
    })
    expect(await openTill(member).hello()).toMatchObject({ code: 'K01' })
    const second = { ...member, password: 'another' }
    await expect(joinShop(second, codeOf(text), 'live')).rejects.toMatchObject({
      failure: 'login-refused',
    })
    expect(await openTill(member).hello({ takeOver: true })).toMatchObject({ code: 'K01' })
    expect(await shop.count('till', 'sealed_pepper IS NOT NULL')).toBe(0)
  })

  test('is used by one of several tills that type it at once', async () => {
    const shop = await shopDatabase()
    const text = await shop.pair()
    const members = await Promise.all([1, 2, 3, 4].map(() => shop.membership(text)))
    const joined = await Promise.allSettled(members.map((member) => joinShop(member, codeOf(text), 'live')))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const works = await Promise.allSettled(
      members.map((member) => openTill(member).hello({ takeOver: true })),
    )
    expect(works.map(({ status }) => status)).toEqual(joined.map(({ status }) => status))
  })

  test('expires after its minutes, and its terminal code is free again', async () => {
    const shop = await shopDatabase()
    const text = await shop.pair()
    await shop.admin.query(`UPDATE shop.till SET expires = now() - interval '1 second'`)
    await expect(joinShop(await shop.membership(text), codeOf(text), 'live')).rejects.toMatchObject({
      failure: 'code-expired',
    })
    const next = await shop.pair()
    expect(await joinShop(await shop.membership(next), codeOf(next), 'live')).toMatchObject({
      code: 'K01',
    })
    expect(await shop.count('till')).toBe(1)
  })

  test('gives the terminal code K100 after K99, and is refused if all codes are used', async () => {
    const shop = await shopDatabase()
    const use = (from: number, to: number) =>
      shop.admin.query(
        `INSERT INTO shop.till (shop, code, role, state)
          SELECT id, 'K' || to_char(n, 'FM9900'), 'till ' || n, 'retired' FROM shop.shop, generate_series($1::int, $2::int) n`,
        [from, to],
      )
    await use(1, 99)
    const text = await shop.pair()
    expect(await joinShop(await shop.membership(text), codeOf(text), 'live')).toMatchObject({
      code: 'K100',
    })
    await use(101, 9999)
    await expect(shop.pair()).rejects.toThrow('no terminal code is free')
  })

  test('does nothing but join, as long as the till has not joined', async () => {
    const shop = await shopDatabase()
    const text = await shop.pair()
    const member = { ...(await shop.membership(text)), password: codeOf(text).secret }
    const early = openTill(member)
    await expect(early.hello()).rejects.toMatchObject({ failure: 'retired' })
    await expect(early.fleet()).rejects.toMatchObject({ failure: 'retired' })
  })

  test('for a till whose disk broke gives its terminal code to the new one, and shuts out the old', async () => {
    const shop = await shopDatabase()
    const old = await shop.till('K07')
    await old.push('event', newChain(), 1, saleEvents(2))
    const text = await shop.pair({ code: 'K07' })
    const member = await shop.membership(text)
    expect(await joinShop(member, codeOf(text), 'live')).toMatchObject({ code: 'K07' })
    await expect(openTill(old.membership).hello()).rejects.toMatchObject({ failure: 'login-refused' })
    expect(await openTill(member).hello()).toMatchObject({
      code: 'K07',
      streams: [{ kind: 'event', next: 3 }],
    })
  })

  test('costs whoever guesses it 100,000 rounds and a login for each guess, and a wrong one changes nothing', async () => {
    const shop = await shopDatabase()
    const text = await shop.pair()
    const { rows } = await shop.admin.query('SELECT rolpassword FROM pg_authid WHERE rolname = $1', [
      codeOf(text).role,
    ])
    expect(rows[0]?.rolpassword).toMatch(/^SCRAM-SHA-256\$100000:/)
    const member = await shop.membership(text)
    for (const secret of ['0000000000', '', codeOf(text).secret.toLowerCase()])
      await expect(joinShop(member, { ...codeOf(text), secret }, 'live')).rejects.toThrow()
    expect(await joinShop(member, codeOf(text), 'live')).toMatchObject({ code: 'K01' })
  })

  test('is in a link that a till scans, with the address of the server', async () => {
    const text = await (await shopDatabase()).pair()
    for (const host of ['pos.shop.mn', '10.0.0.5', 'fe80::1']) {
      const address = { host, port: 5432, database: 'shop' }
      expect(readPairingLink(pairingLink(address, text))).toEqual({ address, code: codeOf(text) })
    }
  })

  test('never shows its secret, the password or the pepper to the server', async () => {
    const shop = await shopDatabase()
    const text = await shop.pair()
    const member = await shop.membership(text)
    const { rows: before } = await shop.admin.query('SELECT to_jsonb(t)::text AS row FROM shop.till t')
    await joinShop(member, codeOf(text), 'live')
    const { rows: after } = await shop.admin.query('SELECT to_jsonb(t)::text AS row FROM shop.till t')
    for (const { row } of [...before, ...after])
      for (const secret of [
        codeOf(text).secret,
        member.password,
        PEPPER.toString('base64'),
        PEPPER.toString('hex'),
      ])
        expect(row).not.toContain(secret)
  })
})

describe('the server', () => {
  test('of another authority is not spoken to, whatever name its certificate has', async () => {
    const [, till] = await shopWith(1)
    const folder = temporaryFolder()
    const { ca } = makeCertificates(folder, ['localhost', '127.0.0.1', '::1'])
    await expect(openTill({ ...till.membership, ca }).hello()).rejects.toMatchObject({
      failure: 'wrong-server',
    })
  })

  test('under a name that its certificate lacks is not spoken to', async () => {
    const [, till] = await shopWith(1)
    // The whole of 127/8 is this machine; the certificate has 127.0.0.1 alone.
    await expect(openTill({ ...till.membership, host: '127.0.0.9' }).hello()).rejects.toMatchObject({
      failure: expect.stringMatching(/wrong-server|unreachable/),
    })
    const { port } = server()
    await expect(
      fetchAuthority({ host: 'localhost', port, database: 'x' }, '0'.repeat(16)),
    ).rejects.toMatchObject({ failure: 'wrong-server' })
  })

  test('that offers no TLS gets no password', async () => {
    const [, till] = await shopWith(1)
    const received: Buffer[] = []
    const plain = createServer((socket) => {
      socket.on('data', (bytes) => {
        received.push(bytes)
        socket.write('N')
      })
      socket.on('error', () => {})
    }).listen(0, 'localhost')
    await once(plain, 'listening')
    onTestFinished(() => void plain.close())
    const { port } = plain.address() as { port: number }
    await expect(openTill({ ...till.membership, port }).hello()).rejects.toMatchObject({
      failure: 'wrong-server',
    })
    await expect(
      fetchAuthority({ host: 'localhost', port, database: 'x' }, '0'.repeat(16)),
    ).rejects.toMatchObject({ failure: 'wrong-server' })
    // The request for TLS, of eight bytes, and nothing after it.
    expect(Buffer.concat(received)).toHaveLength(16)
  })

  test('takes no connection without TLS', () => {
    const { host, port, password } = server()
    // By the driver alone: the product makes no such connection.
    const source = `import pg from 'pg'
      const plain = new pg.Client({ host: '${host}', port: ${port}, user: 'postgres', database: 'postgres', password: process.env.P, ssl: false })
      plain.connect().catch((error) => error.message).then(console.log).finally(() => plain.end().catch(() => {}))`
    const env = { ...process.env, P: password }
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
      encoding: 'utf8',
      env,
    })
    expect(said).toMatch(/no pg_hba\.conf entry/)
  })
})

describe('the login of a report', () => {
  test('gets a new password and other shops under its name, and takes no login of another database', async () => {
    const [shop, other] = [await shopDatabase(), await shopDatabase()]
    await addShop(shop.admin, 'Гурав', 'live')
    const { membership } = await shop.till()
    const lost = await addReader(shop.admin, shop.name, ['Номин'])
    const { role, password } = await addReader(shop.admin, shop.name, ['Гурав'])
    await expect(asLogin({ ...membership, user: role, password: lost.password })).rejects.toThrow()
    const reader = await asLogin({ ...membership, user: role, password })
    expect((await reader.query('SELECT name FROM shop.shop')).rows).toEqual([{ name: 'Гурав' }])
    await expect(addReader(other.admin, shop.name, ['Номин'])).rejects.toThrow(role)
    await asLogin({ ...membership, user: role, password })
  })

  test('reads the sales and tills of its shops alone, and neither tables nor secrets', async () => {
    const shop = await shopDatabase()
    await addShop(shop.admin, 'Бусад', 'live')
    await addShop(shop.admin, 'Гурав', 'live')
    const [ours, theirs] = [await shop.till(), await shop.till('X9', 'Бусад')]
    await ours.push('event', newChain(), 1, [], [saleRow('ours', 1, { total: 5 })])
    await ours.push('audit', newChain(), 1, saleEvents(1))
    await theirs.push('event', newChain(), 1, [], [saleRow('theirs', 1)])
    const { role, password } = await addReader(shop.admin, `${shop.name}`, ['Номин', 'Гурав'])
    const reader = await asLogin({ ...ours.membership, user: role, password })
    expect((await reader.query('SELECT id, till, total::int FROM report.sale')).rows).toEqual([
      { id: 'ours', till: 'K01', total: 5 },
    ])
    expect((await reader.query('SELECT code FROM report.till')).rows).toEqual([{ code: 'K01' }])
    expect((await reader.query('SELECT action FROM report.audit')).rows).toEqual([{ action: 'line-added' }])
    expect((await reader.query('SELECT key FROM shop.current')).rows).toEqual([{ key: 'ours' }])
    const tillsOf = async (name: string) => {
      const { rows } = await reader.query(`SELECT report.figures($1, NULL, '{"sums":[]}') AS told`, [name])
      return rows[0]?.told?.tills?.map(({ code }: { code: string }) => code) ?? null
    }
    expect([await tillsOf('Номин'), await tillsOf('Бусад')]).toEqual([['K01'], null])
    const charged = async (name: string, ...names: string[]) => {
      const told = await invoicedOfShop(reader, name).invoicedUnder(names)
      return told.map(({ id }) => id)
    }
    const numbers = ['ours', 'theirs'].map((id) => saleRow(id, 1).body.number)
    expect([await charged('Номин', ...numbers), await charged('Бусад', ...numbers)]).toEqual([['ours'], []])
    const { rows: everywhere } = await reader.query(
      `SELECT shop.invoiced(id, 0, 1, '', $1, 9) AS told FROM generate_series(1, 9) id`,
      [numbers],
    )
    expect(everywhere.flatMap(({ told }) => told)).toMatchObject([{ id: 'ours' }])
    for (const text of HOSTILE)
      expect([await charged(text, text), await charged('Номин', text)]).toEqual([[], []])
    for (const sql of [
      'SELECT verifier FROM shop.till',
      'SELECT epoch FROM shop.shop',
      'SELECT FROM shop.register',
      'SELECT FROM shop.quarantine',
      'SELECT FROM shop.reader',
      'SELECT till_1.fleet(0)',
      `UPDATE shop.current SET body = '{}'`,
      `INSERT INTO shop.reader VALUES ('${role}', 2)`,
      'CREATE TABLE public.mine (x int)',
    ])
      expect([sql, await tried(reader, sql)]).toEqual([sql, DENIED])
  })
})
