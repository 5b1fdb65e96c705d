/** Tills of test mode in a shop database, paired as a person does it. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { addShop } from '../../main/many-tills/server/index.ts'
import { copyInUse } from '../../main/storage/sqlite/index.ts'
import { FEW_CODE_ITERATIONS } from './cheap-hashes.ts'
import { eventually } from './eventually.ts'
import type { TestDatabase, TestServer } from './shop-database.ts'
import type { Till } from './terminal.ts'

const SHOP = 'Сургалт'
const ofTest = { shop: SHOP, iterations: FEW_CODE_ITERATIONS }

async function expectSent({ ask }: Pick<Till, 'ask'>): Promise<void> {
  const { link, unsent } = await ask('getShopDatabase')
  expect([link.state, unsent.count]).toEqual(['connected', 0])
}

/** Waits until the server has all events of the till. */
export const untilSent = (till: Pick<Till, 'ask'>): Promise<void> => eventually(() => expectSent(till))

/** Waits until all receipts are printed, because printing adds an event to a sale, and until the server has all events. */
export const untilPrintedAndSent = (till: Pick<Till, 'ask'>): Promise<void> =>
  eventually(async () => {
    expect(await till.ask('getView')).toMatchObject({ waiting: { count: 0 }, printing: { waiting: 0 } })
    await expectSent(till)
  })

/** Waits until the till knows that the server has records of it that its journal lacks. */
export const untilRecordsMissing = (till: Pick<Till, 'ask'>): Promise<void> =>
  eventually(async () => {
    expect((await till.ask('getShopDatabase')).missing).toBeGreaterThan(0)
  })

/** A database with a shop of test mode. */
export async function practiceShop({ server, shopDatabase }: TestServer) {
  const shop = await shopDatabase()
  await addShop(shop.admin, SHOP, 'test')
  return {
    ...shop,
    /** Connects the till with a new code. */
    pair: async ({ ask }: Pick<Till, 'ask'>, options: { port?: number; code?: string } = {}) =>
      ask('joinShopDatabase', {
        code: await shop.pair({ ...ofTest, ...(options.code ? { code: options.code } : {}) }),
        server: `localhost:${options.port ?? server().port}/${shop.name}`,
      }),
    newCode: (options: { code?: string; shop?: string; minutes?: number } = {}) =>
      shop.pair({ ...ofTest, ...options }),
    streamed: () => streamed(shop),
  }
}

/** What the server has, stream by stream: the till's code, kind and chain, and its events in order. */
export async function streamed({ admin }: Pick<TestDatabase, 'admin'>) {
  const { rows } = await admin.query(
    `SELECT t.code, s.kind AS stream, s.chain, e.position::int, e.id, e.subject, e.seq, e.at::float8 AS at, e.kind, e.body,
        encode(e.hash, 'hex') AS hash
      FROM shop.stream s JOIN shop.till t ON t.id = s.till JOIN shop.event e ON e.stream = s.id
      ORDER BY t.code, s.kind, s.id, e.position`,
  )
  const ofStream = (kind: string) => rows.filter(({ stream }) => stream === kind)
  return { rows, events: ofStream('event'), audit: ofStream('audit') }
}

/** The till holds its journal, so a copy is read. */
function copyOf(folder: string): DatabaseSync {
  const copy = join(mkdtempSync(join(folder, 'copy-')), 'journal.sqlite')
  expect(copyInUse(join(folder, 'journal-test.sqlite'), copy)).toBe(true)
  return new DatabaseSync(copy)
}

/** The journal's own events, in order, as the server should have them. */
export function journalOf(folder: string) {
  const database = copyOf(folder)
  try {
    const events = database
      .prepare(
        'SELECT position, id, subject, seq, at, kind, body, lower(hex(hash)) AS hash FROM event ORDER BY position',
      )
      .all()
    const audit = database
      .prepare('SELECT seq AS position, action AS kind, hash FROM audit ORDER BY seq')
      .all()
    return { events, audit }
  } finally {
    database.close()
  }
}

/** The journal's sums, as the server should have them. */
export function sumsOf(folder: string): readonly object[] {
  const database = copyOf(folder)
  try {
    const rows = database
      .prepare(
        `SELECT account, book, key, times, lines, quantity, amount, vat, city_tax AS cityTax FROM ledger_sum
          ORDER BY book || char(10) || account || char(10) || key`,
      )
      .all()
    return rows.map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}

const columns = (rows: readonly object[], like: object | undefined) =>
  rows.map((row) =>
    Object.fromEntries(Object.keys(like ?? {}).map((key) => [key, (row as Record<string, unknown>)[key]])),
  )

/** The sums of all tills together that are not zero. */
export async function sumsOfShop({ admin }: Pick<TestDatabase, 'admin'>) {
  const { rows } = await admin.query(
    `SELECT body FROM shop.current WHERE kind = 'sum' ORDER BY key COLLATE "C"`,
  )
  const isZero = ({ account, book, key, ...figures }: object & Record<string, unknown>) =>
    Object.values(figures).every((figure) => figure === 0)
  return rows.map(({ body }) => body).filter((body) => !isZero(body))
}

/** Waits until the server has all that the till recorded, each once and in order. */
export const expectAllSent = (
  shop: { readonly streamed: () => ReturnType<typeof streamed> },
  till: Pick<Till, 'ask'>,
  folder: string,
): Promise<void> =>
  eventually(async () => {
    await expectSent(till)
    const [there, own] = [await shop.streamed(), journalOf(folder)]
    expect(own.events.length).toBeGreaterThan(0)
    expect(columns(there.events, own.events[0])).toEqual(own.events.map((row) => ({ ...row })))
    expect(columns(there.audit, own.audit[0])).toEqual(own.audit.map((row) => ({ ...row })))
  })

/** Sells one product for cash. */
export async function sell({ ask }: Pick<Till, 'ask'>): Promise<string> {
  const { products } = await ask('searchGoods', { query: '', category: null, limit: 1 })
  await ask('addProduct', { code: products[0]?.code ?? '' })
  const view = await ask('getView')
  const saleId = view.locked ? '' : (view.counter?.sale.id ?? '')
  await ask('takeTender', { saleId, received: '' })
  return saleId
}
