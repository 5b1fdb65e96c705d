/**
 * What a shop database costs: storing a sale's events beside a bare `pg` that writes the same rows, the time until a price
 * that is changed at one till is at the others, and what a cashier's command takes at a till that belongs to one beside
 * a till that does not.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import {
  connectAdmin,
  joinShop,
  openShopDatabase,
  pairTill,
  prepareMembership,
  readPairingCode,
} from '../../../main/many-tills/server/index.ts'
import type { PageView } from '../../../shared/page/index.ts'
import type { ShopLinkState } from '../../../shared/page/shop-link.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { storeSettings } from '../../run/hosts/first-settings.ts'
import { forkTerminal } from '../../run/hosts/terminal-client.ts'
import { newShop } from '../../shop-database/new-shop.ts'
import { ownServer, stopWhenInterrupted } from '../../shop-database/server.ts'
import { type Push, soldEvents } from '../shop-load/sold-events.ts'
import { type Ask, asking } from './ask.ts'
import { countedPractice } from './counted-practice.ts'
import { type Figure, figure, type Measure, type Spread, spreadOf } from './figure.ts'
import { inFolder } from './in-folder.ts'

const SHOP = 'Номин'
const TILLS = 3
const PUSHES = 400
const WARM_UP = 100
const PRICES = 15
const COMMANDS = 400
const LINES_OF_A_SALE = 20
const LONGEST_MS = 30_000
const WAIT_MS = 10

export const measureShopDatabase: Measure = ({ sizes }) =>
  inFolder((folder) =>
    // A folder apart, because the server's user must reach it.
    inFolder((serverFolder) => measured(folder, serverFolder, sizes)),
  )

async function measured(folder: string, serverFolder: string, sizes: boolean): Promise<readonly Figure[]> {
  const server = await ownServer({ folder: serverFolder })
  const release = stopWhenInterrupted(server)
  try {
    const shop = await newShop(server, SHOP, 'test')
    const pepper = randomBytes(32)
    const newCode = async () =>
      (await pairTill(shop.admin, { shop: SHOP, code: null, authority: shop.authority, pepper })).text
    const open: Open = { folder, newCode, shop, address: `localhost:${server.port}/shop` }
    const pushing = await pushes(open, sizes)
    const tills = await atTills(open)
    await shop.admin.end()
    return [
      figure({
        name: "a sale's events are stored in the shop database",
        note: 'One push of all events of a sale and the rows that they change. The peer writes the same rows in one statement into tables with the same indexes, over the same kind of connection, and checks nothing.',
        unit: 'ms',
        ...pushing,
        reach: { at: 'p50', peer: 'bare pg', times: 1.2 },
      }),
      figure({
        name: 'a price changed at one till is at all others',
        note: `${TILLS} tills; from the answer to the person until the last of the other tills sells for it.`,
        ...{ unit: 'ms', ours: tills.price, reach: { at: 'max', atMost: 2_000 } },
      }),
      figure({
        name: "a cashier's command at a till of a shop database",
        note: 'A scan. The peer is a till of the same computer without a shop database, and both take turns.',
        ...{ unit: 'ms', ours: tills.linked, against: { 'a till without': tills.alone } },
        // What two runs of the same till differ by.
        reach: { at: 'p50', peer: 'a till without', times: 1.05, plus: 0.1 },
      }),
    ]
  } finally {
    release()
    await server.stop()
  }
}

type Open = {
  readonly folder: string
  readonly newCode: () => Promise<string>
  readonly shop: Awaited<ReturnType<typeof newShop>>
  /** As a person types it at a till. */
  readonly address: string
}

async function pushes({ newCode, shop }: Open, sizes: boolean) {
  const code = readPairingCode(await newCode())
  if (code === null) throw new Error('the pairing code cannot be read')
  const membership = await prepareMembership(shop.address, code)
  const till = await joinShop(membership, code, 'test')
  const database = openShopDatabase({ ...membership, mode: 'test' })
  const bare = await connectAdmin(shop.login)
  try {
    await database.hello()
    await bare.query(BARE_TABLES)
    const makeSale = await soldEvents()
    const chain = randomBytes(32).toString('hex')
    let [stored, storedBare] = [0, 0]
    const write = (sale: Push) => ({
      push: async (): Promise<undefined> => {
        const { events, rows } = sale
        const said = await database.push('event', chain, stored + 1, events, rows)
        if (said.gap || said.apart > 0) throw new Error(`the events were not stored: ${JSON.stringify(said)}`)
        stored += events.length
      },
      bare: async (): Promise<undefined> => {
        await writeBare(bare, storedBare + 1, sale)
        storedBare += sale.events.length
      },
    })
    const took = { push: [] as number[], bare: [] as number[] }
    let number = 0
    const storeSales = async (count: number): Promise<void> => {
      for (const end = number + count; number < end; ) {
        number += 1
        const ways = write(together(makeSale(till.code, number)))
        for (const way of ['push', 'bare'] as const) {
          const begun = performance.now()
          await ways[way]()
          took[way].push(performance.now() - begun)
        }
      }
    }
    const lately = (): { ours: Spread; against: Record<string, Spread> } => ({
      ours: spreadOf(took.push.slice(-PUSHES)),
      against: { 'bare pg': spreadOf(took.bare.slice(-PUSHES)) },
    })
    await storeSales(WARM_UP)
    // As autovacuum does within a minute, for both.
    await bare.query('ANALYZE')
    await storeSales(PUSHES)
    const ordinary = lately()
    const points = [{ size: number, ...ordinary }]
    for (const size of sizes ? [10, 100] : []) {
      await storeSales((WARM_UP + PUSHES) * size - number)
      points.push({ size: number, ...lately() })
    }
    return { ...ordinary, ...(sizes ? { curve: { of: 'sales in the shop database', points } } : {}) }
  } finally {
    await bare.end()
    await database.close()
  }
}

/** All pushes of a sale as one. */
function together(pushes: readonly Push[]): Push {
  const rows = new Map(pushes.flatMap((one) => one.rows).map((row) => [`${row.kind} ${row.key}`, row]))
  return { events: pushes.flatMap(({ events }) => events), rows: [...rows.values()] }
}

const BARE_TABLES = `
  CREATE SCHEMA bare;
  CREATE TABLE bare.event (LIKE shop.event INCLUDING INDEXES);
  CREATE TABLE bare.current (LIKE shop.current INCLUDING INDEXES);
`

async function writeBare(client: Client, first: number, { events, rows }: Push): Promise<void> {
  await client.query(
    `WITH stored AS (
       INSERT INTO bare.event (shop, subject, seq, stream, position, id, at, kind, version, body, command, actor, shift_id, hash)
       SELECT 1, subject, seq, 1, $1::bigint + ordinal - 1, id, at, kind, version, body, command, actor, "shiftId", decode(hash, 'hex')
       FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (subject text, seq int, id text, at bigint, kind text, version int,
         body text, command text, actor text, "shiftId" text, hash text)) WITH ORDINALITY AS given
           (subject, seq, id, at, kind, version, body, command, actor, "shiftId", hash, ordinal))
     INSERT INTO bare.current (shop, kind, key, till, version, body)
     SELECT 1, kind, key, 1, version, body
     FROM jsonb_to_recordset($3::jsonb) AS given (kind text, key text, version bigint, body jsonb)
     ON CONFLICT (shop, kind, key) DO UPDATE SET version = excluded.version, body = excluded.body`,
    [first, JSON.stringify(events), JSON.stringify(rows)],
  )
}

type Till = { readonly ask: Ask; readonly stop: () => Promise<void> }

const GOODS = {
  ...{ code: '4001', name: 'Талх', category: 'Хүнс', unit: 'ш', taxProductCode: '305' },
  ...{ classificationCode: '2349010', taxKind: 'vat', cityTax: 'no', codes: '' },
}

async function atTills(open: Open) {
  const practice = await countedPractice()
  const tills: Till[] = []
  try {
    for (let number = 0; number <= TILLS; number += 1)
      tills.push(await openTill(join(open.folder, `till-${number}`), JSON.stringify(practice.address)))
    const [alone, office, ...others] = tills
    if (alone === undefined || office === undefined) throw new Error('no till')
    for (const till of [alone, office])
      await till.ask('saveGoods', { was: null, goods: { ...GOODS, price: '2500' } })
    for (const till of [office, ...others])
      await till.ask('joinShopDatabase', { code: await open.newCode(), server: open.address })
    await Promise.all([office, ...others].map((till) => until(() => isUpToDate(till))))
    await Promise.all(others.map((till) => until(async () => (await priceAt(till)) === 250_000)))

    const price: number[] = []
    for (let round = 1; round <= PRICES; round += 1) {
      const tugriks = 2500 + round * 100
      await office.ask('saveGoods', { was: GOODS.code, goods: { ...GOODS, price: String(tugriks) } })
      const begun = performance.now()
      await Promise.all(others.map((till) => until(async () => (await priceAt(till)) === tugriks * 100)))
      price.push(performance.now() - begun)
      // As between two changes of a person.
      await pause(300)
    }
    const commands = { linked: [] as number[], alone: [] as number[] }
    for (let number = -WARM_UP; number < COMMANDS; number += 1) {
      for (const [name, till] of [['linked', office] as const, ['alone', alone] as const]) {
        const begun = performance.now()
        await till.ask('addProduct', { code: GOODS.code })
        if (number >= 0) commands[name].push(performance.now() - begun)
        if (number % LINES_OF_A_SALE === 0) await discard(till)
      }
    }
    return {
      price: spreadOf(price),
      linked: spreadOf(commands.linked),
      alone: spreadOf(commands.alone),
    }
  } finally {
    await Promise.all(tills.map(({ stop }) => stop()))
    await practice.stop()
  }
}

async function openTill(folder: string, practice: string): Promise<Till> {
  mkdirSync(folder)
  await storeSettings(folder, FIRST_SETTINGS)
  const terminal = await forkTerminal({
    env: { TUGRIK_DATA: folder, TUGRIK_PRACTICE: practice },
    onView: () => {},
    onLost: (how) => {
      throw new Error(`a terminal ended: ${how}`)
    },
  })
  return {
    stop: terminal.stop,
    ask: asking(terminal),
  }
}

const isUpToDate = async ({ ask }: Till): Promise<boolean> => {
  const { link, unsent } = await ask<{ link: ShopLinkState; unsent: { count: number } }>('getShopDatabase')
  return link.state === 'connected' && unsent.count === 0
}

async function priceAt({ ask }: Till): Promise<number | null> {
  const { row } = await ask<{ row: { product: { price: number } } | null }>('findGoods', { code: GOODS.code })
  return row?.product.price ?? null
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await pause(WAIT_MS))
    if (await isSo()) return
  throw new Error('a till did not come so far')
}

async function discard({ ask }: Till): Promise<void> {
  const view = await ask<PageView>('getView')
  if (!view.locked && view.counter) await ask('discardSale', { saleId: view.counter.sale.id })
}
