/**
 * What each call reads in the shop database, in a shop of twenty days and in the same shop with many days before them. Rows and
 * entries of indexes are counted by PostgreSQL, so no time is measured.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addReader,
  type CurrentRow,
  connectAdmin,
  figuresOfShop,
  invoicedOfShop,
  type PushedEvent,
} from '../../../../main/many-tills/server/index.ts'
import {
  newChain,
  saleEvents,
  saleRow,
  shopServerForFile,
  type TestDatabase,
  type TestTill,
} from '../../../support/shop-database.ts'

const { server, shopDatabase, shopWith } = shopServerForFile()

const FEW_DAYS = 20
const MANY_DAYS = 100
const MANY_SALES = 1_000
const SALES_OF_PUSH = 40
const EVENTS_OF_SALE = 10
/** The positions of the streams end here. */
const LAST = 1_000_000
const DAY_MS = 86_400_000
/** The first sale of the last day. */
const NOW = 1_790_000_000_000
/** What a till may read more: rows that the calls before stored, and what fits into a few pages is read as a whole. */
const MORE = 60

test('a call to the shop database reads the same number of rows in a small and in a large shop', async () => {
  const shop = await shopDatabase()
  const calls = await callsIn(shop)
  const small = await readBy(shop, calls)
  await addDays(shop, FEW_DAYS, MANY_DAYS)
  // As at a till whose connection is old.
  await shop.admin.query(`ALTER DATABASE ${shop.name} SET plan_cache_mode = force_generic_plan`)
  const large = await readBy(shop, calls)
  expect(grown(small, large)).toEqual([])
})

test('a push reads the same number of rows, however many sales its till has sent before', async () => {
  const [shop, till] = await shopWith(1)
  const chain = newChain()
  let next = 1
  const push = async (sales: number) => {
    const events = Array.from({ length: sales }, () => saleEvents(EVENTS_OF_SALE)).flat()
    await till.push('event', chain, next, events)
    next += events.length
    return events
  }
  const known = await push(SALES_OF_PUSH)
  const calls = {
    'push of a sale': () => push(1),
    'push of sales that are known': () => till.push('event', chain, 1, known),
    'push of sales that are known under new positions': async () => {
      await till.push('event', chain, next, known)
      next += known.length
    },
  }
  const small = await readBy(shop, calls)
  for (let pushed = 0; pushed < MANY_SALES; pushed += SALES_OF_PUSH) await push(SALES_OF_PUSH)
  expect(grown(small, await readBy(shop, calls))).toEqual([])
})

const grown = (small: ReadonlyMap<string, number>, large: ReadonlyMap<string, number>): readonly string[] =>
  [...small].flatMap(([name, before]) => {
    const after = large.get(name) ?? 0
    return after > before + MORE ? [`${name}: ${before} rows, and ${after} rows of the large shop`] : []
  })

type Calls = Readonly<Record<string, () => Promise<unknown>>>

/** How many rows and entries of indexes each call reads, with new connections. */
async function readBy({ admin, name }: TestDatabase, calls: Calls): Promise<ReadonlyMap<string, number>> {
  await admin.query('ANALYZE')
  // A connection tells what it read when it ends.
  const readSoFar = async (): Promise<number> => {
    await admin.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
      [name],
    )
    await admin.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await admin.query(
      `SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE schemaname = 'shop')
        + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = 'shop') AS rows`,
    )
    return Number(rows[0]?.rows)
  }
  const read = new Map<string, number>()
  let before = await readSoFar()
  for (const [call, run] of Object.entries(calls)) {
    await run()
    const after = await readSoFar()
    read.set(call, after - before)
    before = after
  }
  return read
}

/** A shop of a few days, and what its tills and an accountant ask. */
async function callsIn(shop: TestDatabase): Promise<Calls> {
  const till = await shop.till()
  const [other, , retired] = [await shop.till(), await shop.till(), await shop.till()]
  const latest = await shop.till()
  const chains = new Map<string, string>()
  for (const one of [till, other, retired]) {
    const chain = newChain()
    chains.set(one.code, chain)
    await one.push('event', chain, 1, [])
    await one.push('audit', chain, 1, [])
  }
  await shop.admin.query(
    `UPDATE shop.stream SET next = ${LAST} + 1, rows = ${LAST} + 1;
     UPDATE shop.till SET state = 'retired' WHERE code = '${retired.code}';
     UPDATE shop.shop SET position = ${LAST}`,
  )
  await addDays(shop, 0, FEW_DAYS)
  const { rows: sales } = await shop.admin.query(
    `SELECT key AS id, body ->> 'number' AS number, body ->> 'invoiceId' AS invoice FROM shop.current WHERE kind = 'sale' LIMIT 2`,
  )
  const [{ id, number, invoice }] = sales
  const events = async ({ code }: TestTill): Promise<readonly (PushedEvent & { position: number })[]> =>
    eventsOf(shop, String(chains.get(code)))
  const [own, ofRetired] = [await events(till), await events(retired)]
  const said = await till.hello()
  if (said.twice) throw new Error('two processes of a till')
  const { epoch } = said
  const chain = String(chains.get(till.code))
  const next = { event: LAST + 1, audit: LAST + 1 }
  const push = async (
    kind: 'event' | 'audit',
    pushed: readonly PushedEvent[],
    rows: readonly CurrentRow[] = [],
  ) => {
    const answer = await till.push(kind, chain, next[kind], pushed, rows)
    next[kind] += pushed.length
    return answer
  }
  const pushOne = (kind: 'event' | 'audit', what: Partial<PushedEvent>, rows: readonly CurrentRow[] = []) =>
    push(
      kind,
      saleEvents(1).map((event) => ({
        ...event,
        ...what,
        body: JSON.stringify({ kind: what.kind ?? event.kind }),
      })),
      rows,
    )
  const asked = { from: NOW, before: NOW + DAY_MS / 2 }
  const sums = [
    { book: 'day', accounts: ['sales', 'cash'], from: '2026-11-23', to: '2026-11-24', each: true },
    { book: 'day', accounts: ['product'], from: '2026-11-24', to: '2026-11-24', each: false },
    { book: 'none', accounts: ['hour'], from: '2026-11-24', to: '2026-11-24', each: true },
  ] as const
  const figures = {
    sums,
    shifts: { ...asked, accounts: ['hour'] },
    moved: { ...asked, opened: NOW - DAY_MS },
  }
  const { host, port, ca } = server()
  const login = await addReader(shop.admin, shop.name, ['Номин'])
  const asReader = async <T>(ask: (reader: TestDatabase['admin']) => Promise<T>): Promise<T> => {
    const reader = await connectAdmin({
      ...{ host, port, ca, database: shop.name },
      ...{ user: login.role, password: login.password },
    })
    try {
      return await ask(reader)
    } finally {
      await reader.end()
    }
  }
  const edit = (key: string, base: number, set: Readonly<Record<string, string>>) => ({
    ...{ id: randomUUID(), kind: 'product', key, base },
    patch: { set, unset: [], remove: false },
  })
  return {
    hello: () => till.hello({ takeOver: true }),
    beat: () => till.beat({ unsent: 0 }),
    fleet: () => till.fleet(),
    hint: () => other.hint(invoice),
    'hint of an unknown invoice': () => other.hint(randomUUID()),
    'push of a sale': () => {
      const sold = saleEvents(4)
      return push('event', sold, [saleRow(String(sold[0]?.subject), 4), sumRow(next.event)])
    },
    'push of a return': () =>
      pushOne('event', { subject: id, seq: next.event, kind: 'return-completed' }, [
        { kind: 'return', key: randomUUID(), version: 1, body: { sale: { id } } },
      ]),
    'push of a shift': () =>
      pushOne('event', { kind: 'shift-opened' }, [
        { kind: 'shift', key: randomUUID(), version: 1, body: { openedAt: NOW } },
      ]),
    'push of the audit trail': () => pushOne('audit', { subject: `audit ${newChain()}`, seq: next.audit }),
    'push of events that are known': () =>
      till.push('event', chain, Number(own[0]?.position), own.slice(0, 20).map(unplaced)),
    'push of events that are known under new positions': () => push('event', own.slice(0, 20).map(unplaced)),
    'push of an event that cannot be taken': () =>
      push(
        'event',
        saleEvents(2).map((event) => ({ ...event, body: '{' })),
      ),
    'push after a gap': () => till.push('event', chain, next.event + 1, []),
    'push of a first journal': () => latest.push('event', newChain(), 1, saleEvents(2), [sumRow(1)]),
    "push of a retired till's journal": () =>
      latest.push('event', newChain(), 1, ofRetired.slice(0, 20).map(unplaced), [sumRow(1)]),
    'own events': () => till.ownEvents('event', chain, 1),

    edit: () => till.edit([edit('goods 3', 1, { name: randomUUID() }), edit(randomUUID(), 0, {})]),
    'edit of a picture': () => till.edit([edit('goods 4', 1, { picture: `${randomUUID()}.jpg` })]),
    pull: () => till.pull(epoch, LAST - 10),
    'pull from the beginning': () => till.pull(epoch, 0, 20),
    refill: () =>
      till.refill('before', epoch, [
        { kind: 'product', key: 'goods 5', version: 3, body: { name: randomUUID() } },
        { kind: 'product', key: randomUUID(), version: 1, body: {} },
      ]),
    pictures: () => till.pictures(['p5.jpg', 'p6.jpg', 'p15.jpg']),
    picture: () => till.picture('p5.jpg'),
    'give a picture': () => till.givePicture('p15.jpg', Buffer.from('jpg')),

    offer: () => till.offer(randomUUID(), {}),
    claim: () => till.claim('return', randomUUID(), 0),
    'claim and settle a return': async () => {
      const held = await till.claimReturn(randomUUID(), 0)
      if (held) await till.settle(held, 'done', {})
    },
    claims: () => till.claims('return'),
    quarantined: () => till.quarantined(),
    'set apart': () => till.setApart(other.code, 20),
    acknowledge: () => till.acknowledge(1),

    sales: () => till.sales(null, 0, Number.MAX_SAFE_INTEGER, 20),
    'an older page of sales': () => till.sales(null, 0, NOW - 4 * DAY_MS, 20),
    'sales of a till': () => till.sales(other.code, 0, Number.MAX_SAFE_INTEGER, 20),
    'sales of a till with few': () => till.sales(latest.code, 0, Number.MAX_SAFE_INTEGER, 20),
    'sale by its id': () => till.sale(id),
    'sale by its number': () => till.sale(number),
    'sale that is unknown': () => till.sale(randomUUID()),
    'sales with a number': () => till.salesNumbered(number),
    'events of a sale': () => till.saleEvents(id),
    'row of a shift': () => till.rows('shift', randomUUID()),
    'row of a return': () => till.rows('return', number),
    'sums of a day': () => till.rows('sum', 'day 2026-11-24'),
    audit: () => till.audit(null, null, 20),
    'an older page of the audit trail': () =>
      till.audit(null, { at: NOW - 4 * DAY_MS, till: other.code, seq: 1 }, 20),
    'audit of a till': () => till.audit(other.code, null, 20),
    'audit of a till with none': () => till.audit(latest.code, null, 20),
    figures: () => till.figures(null, figures),
    'figures of a till': () => till.figures(other.code, figures),
    'figures of an old day': () =>
      till.figures(null, {
        sums: [],
        shifts: { from: NOW - 9 * DAY_MS, before: NOW - 8.5 * DAY_MS, accounts: ['hour'] },
      }),
    'how the tills are': () => till.figures(null, { sums: [] }),
    'invoices of a day': () => till.invoiced(asked.from, asked.before, '', 500),
    'invoices by name': () => till.invoicedUnder([number, String(sales[1]?.invoice)]),
    'figures for a report login': () => asReader((reader) => figuresOfShop(reader, 'Номин', figures)),
    'invoices for a report login': () =>
      asReader((reader) => invoicedOfShop(reader, 'Номин').invoiced(asked.from, asked.before, '', 500)),
  }
}

const sumRow = (version: number): CurrentRow => {
  const [account, book, key] = ['cash', 'day 2026-11-24', 'taken']
  return { kind: 'sum', key: [book, account, key].join('\n'), version, body: { account, book, key } }
}

const unplaced = ({ position: _, ...event }: PushedEvent & { position: number }): PushedEvent => event

async function eventsOf({ admin }: TestDatabase, chain: string) {
  const { rows } = await admin.query(
    `SELECT e.position::float8, e.id, e.subject, e.seq, e.at::float8, e.kind, e.version, e.body, e.command, e.actor,
        e.shift_id AS "shiftId", encode(e.hash, 'hex') AS hash
      FROM shop.event e JOIN shop.stream s ON s.id = e.stream
      WHERE s.kind = 'event' AND s.chain = $1 ORDER BY e.position LIMIT 20`,
    [chain],
  )
  return rows as (PushedEvent & { position: number })[]
}

/**
 * Stores days of the shop as its tills would have, from `from` to `to` days before the last one: twenty sales a day at the tills
 * that have a stream, most of them at the first, with their shifts and sums, and what belongs to them.
 */
async function addDays({ admin }: TestDatabase, from: number, to: number): Promise<void> {
  await admin.query(`
    CREATE TEMP TABLE sold AS
      SELECT n, i, d AS days, s.till, s.code, s.event, s.audit, md5('sale' || n)::uuid::text AS id,
          (date '2026-11-24' - d)::text AS day, md5('shift' || d || s.code)::uuid::text AS shift,
          ${NOW} - d * ${DAY_MS}::bigint + i * 60000 AS at, ${LAST} - d * 1000 + i * 20 - 500 AS position
        FROM generate_series(${from}, ${to} - 1) d, generate_series(1, 20) i, LATERAL (SELECT d * 20 + i AS n) numbered,
          LATERAL (SELECT t.id AS till, t.code, e.id AS event, a.id AS audit
            FROM shop.till t JOIN shop.stream e ON e.till = t.id AND e.kind = 'event'
            JOIN shop.stream a ON a.till = t.id AND a.kind = 'audit' ORDER BY t.id OFFSET greatest(0, i - 18) LIMIT 1) s;
    INSERT INTO shop.event
      SELECT 1, id, seq, event, position + seq, md5(id || seq), at + seq, kind, 1,
          json_build_object('kind', kind, 'note', repeat('x', 200))::text, NULL, NULL, shift, decode(md5(id), 'hex')
        FROM sold, unnest(ARRAY['opened', 'line-added', 'line-added', 'invoice-requested', 'invoice-created', 'paid',
          'ereceipt-requested', 'ereceipt-issued', 'receipt-queued', 'receipt-printed', 'monitoring-ended', 'return-completed'])
          WITH ORDINALITY AS kinds (kind, seq)
        WHERE kind <> 'return-completed' OR i = 7;
    INSERT INTO shop.event
      SELECT 1, 'audit ' || md5(id), position, audit, position, position, at, 'price-changed', 1,
          json_build_object('kind', 'price-changed', 'about', json_build_object('saleId', id))::text, NULL, NULL, NULL, ''
        FROM sold;
    INSERT INTO shop.current
      SELECT 1, 'sale', id, till, 6, jsonb_build_object('number', code || '-' || lpad(n::text, 6, '0'), 'openedAt', at, 'invoiceId', md5(id),
          'sale', jsonb_build_object('id', id, 'sequence', n, 'soldAt', at, 'note', repeat('x', 1200)))
        FROM sold;
    INSERT INTO shop.current
      SELECT 1, 'return', code || ':' || code || '-' || lpad(n::text, 6, '0'), till, 6, jsonb_build_object('sale', jsonb_build_object('id', id))
        FROM sold WHERE i < 8;
    INSERT INTO shop.current
      SELECT DISTINCT ON (code, shift) 1, 'shift', code || ':' || shift, till, 2,
          jsonb_build_object('openedAt', at, 'closedAt', CASE WHEN days > 0 THEN at + 3600000 END)
        FROM sold ORDER BY code, shift, n;
    INSERT INTO shop.current
      SELECT 1, 'sum', concat_ws(E'\\n', code || ':' || book, account, key), till, 1,
          jsonb_build_object('account', account, 'book', book, 'key', key, 'amount', 100)
        FROM (SELECT DISTINCT code, till, shift, day FROM sold) books,
          unnest(ARRAY['day ' || day, 'none ' || day, 'shift ' || shift]) AS book,
          (SELECT 'product' AS account, 'goods ' || g AS key FROM generate_series(1, 5) g
            UNION ALL SELECT unnest(ARRAY['sales', 'cash', 'hour', 'payers']), 'taken') sums;
    INSERT INTO shop.claim
      SELECT 1, (ARRAY['cart', 'return'])[1 + i % 2], id, CASE WHEN days = 0 THEN 'held' ELSE 'done' END, 2, till, '{}'
        FROM sold WHERE i < 9;
    INSERT INTO shop.register
      SELECT 1, 'product', 'goods ' || n, 1, jsonb_build_object('picture', 'p' || n || '.jpg', 'note', repeat('x', 200)), '{}', n, till
        FROM sold;
    INSERT INTO shop.picture SELECT 1, 'p' || n || '.jpg', till, '\\x00' FROM sold WHERE i < 9;
    INSERT INTO shop.restored SELECT 1, 'before', 'product', 'goods ' || n, 1, '{}', 1 FROM sold;
    INSERT INTO shop.edit SELECT till, id, '{}' FROM sold;
    INSERT INTO shop.quarantine (shop, till, source, reason, seen_at)
      SELECT 1, till, 'event ' || id, 'differs', now() FROM sold;
    DROP TABLE sold`)
}
