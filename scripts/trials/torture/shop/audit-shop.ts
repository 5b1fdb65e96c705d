/** Compares PostgreSQL with the journals of all tills, and with what people changed in the goods. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { openJournal } from '../../../../main/storage/store/index.ts'
import type { ShopConflict } from '../../../../shared/page/shop-conflict.ts'
import { auditCarts, type CartSale, cartSales } from './carts.ts'
import type { GoodsEdits, PriceEdit, SoldGoods } from './goods.ts'

export type ShopAtEnd = {
  readonly tills: readonly { readonly code: string; readonly folder: () => string }[]
  readonly edits: Pick<GoodsEdits, 'made' | 'decided'>
  /** By till. */
  readonly goods: ReadonlyMap<string, readonly SoldGoods[]>
  readonly conflicts: ReadonlyMap<string, readonly ShopConflict[]>
}

/** Claims on returns and carts that no till has settled, or that the till they come from has not learned. */
export async function openClaims(admin: Client): Promise<readonly string[]> {
  const { rows } = await admin.query(
    `SELECT c.kind, c.key, c.state, t.code FROM shop.claim c JOIN shop.till t ON t.id = c.till
      WHERE c.state <> 'done' AND (c.kind = 'return'
        OR c.kind = 'cart' AND (c.body ? 'movedTo' OR c.state = 'held' AND t.code <> c.body ->> 'till'))`,
  )
  return rows.map(({ kind, key, state, code }) => `the ${kind} ${key} is ${state} at ${code}`)
}

type Tell = (words: string) => void
type Rows = readonly Readonly<Record<string, unknown>>[]

const journalFile = (folder: string): string => join(folder, 'journal-test.sqlite')

export async function auditShop(admin: Client, atEnd: ShopAtEnd, tell: Tell) {
  const all = async (query: string, ...values: readonly unknown[]): Promise<Rows> =>
    (await admin.query(query, [...values])).rows
  const journalSums: Rows[] = []
  const carts: CartSale[] = []
  for (const { code, folder } of atEnd.tills) {
    const toldBy: Tell = (words) => tell(`${code}: ${words}`)
    const file = journalFile(folder())
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      auditStream('event', database.prepare(OWN_EVENTS).all(), await all(STREAMED, code, 'event'), toldBy)
      auditStream('audit', database.prepare(OWN_AUDIT).all(), await all(STREAMED, code, 'audit'), toldBy)
      const sums = database.prepare(OWN_SUMS).all()
      journalSums.push(sums)
      carts.push(...cartSales(database))
      const there = (await all(SUMS_OF, code)).filter(isMoved)
      if (!isDeepStrictEqual(plain(there), plain(sums.filter(isMoved))))
        toldBy('other sums than in its journal')
    } finally {
      database.close()
    }
    auditRows(file, code, await all(ROWS_OF, code), toldBy)
  }
  for (const one of await all('SELECT source, reason FROM shop.quarantine'))
    tell(`in quarantine: ${JSON.stringify(one)}`)
  const [totals, ofJournals] = [plain(await all(TOTALS)).filter(isMoved), addedUp(journalSums.flat())]
  if (!isDeepStrictEqual(totals, ofJournals))
    tell(
      `all tills together come to ${JSON.stringify(totals)}, and the journals to ${JSON.stringify(ofJournals)}`,
    )
  await auditGoods(all, atEnd, tell)
  const [counts] = await all(
    `SELECT (SELECT count(*)::int FROM shop.event e JOIN shop.stream s ON s.id = e.stream WHERE s.kind = 'event') AS events,
      (SELECT count(*)::int FROM shop.current WHERE kind = 'sale') AS sales,
      (SELECT count(*)::int FROM shop.current WHERE kind = 'return') AS returns`,
  )
  return {
    server_events: Number(counts?.events),
    server_sales: Number(counts?.sales),
    /** Sales of which goods came back at another till, counted at each such till. */
    returns_elsewhere: Number(counts?.returns),
    price_edits: atEnd.edits.made.length,
    /** Price edits that another till's stands against, and that a person sees at the end. */
    price_conflicts: [...atEnd.conflicts.values()].flat().filter(isOfPrice).length,
    ...auditCarts(carts, tell),
  }
}

const STREAMED = `SELECT e.position::int, e.id, e.subject, e.seq, e.at::float8 AS at, e.kind, e.version, e.body, e.command,
    e.actor, e.shift_id, encode(e.hash, 'hex') AS hash
  FROM shop.stream s JOIN shop.till t ON t.id = s.till JOIN shop.event e ON e.stream = s.id
  WHERE t.code = $1 AND s.kind = $2 ORDER BY s.id, e.position`
const OWN_EVENTS = `SELECT position, id, subject, seq, at, kind, version, body, command, actor, shift_id, lower(hex(hash)) AS hash
  FROM event ORDER BY position`
const OWN_AUDIT = 'SELECT seq AS position, at, action AS kind, hash FROM audit ORDER BY seq'

const FIGURES = ['times', 'lines', 'quantity', 'amount', 'vat', 'cityTax'] as const
const OWN_SUMS = `SELECT account, book, key, times, lines, quantity, amount, vat, city_tax AS "cityTax" FROM ledger_sum
  ORDER BY book || char(10) || account || char(10) || key`
const SUMS_OF = `SELECT c.body ->> 'account' AS account, c.body ->> 'book' AS book, c.body ->> 'key' AS key,
    ${FIGURES.map((figure) => `(c.body ->> '${figure}')::float8 AS "${figure}"`).join(', ')}
  FROM shop.current c JOIN shop.till t ON t.id = c.till WHERE t.code = $1 AND c.kind = 'sum' ORDER BY c.key COLLATE "C"`
/** As a report of the shop adds them up. */
const TOTALS = `SELECT * FROM (SELECT body ->> 'account' AS account,
    ${FIGURES.map((figure) => `sum((body ->> '${figure}')::float8) AS "${figure}"`).join(', ')}
  FROM report.current WHERE kind = 'sum' GROUP BY 1) total ORDER BY account COLLATE "C"`
const ROWS_OF = `SELECT c.kind, CASE c.kind WHEN 'sale' THEN c.key ELSE substr(c.key, length(t.code) + 2) END AS key, c.body
  FROM shop.current c JOIN shop.till t ON t.id = c.till WHERE t.code = $1`

const plain = (rows: Rows): Rows => rows.map((row) => ({ ...row }))

const isMoved = (row: Rows[number]): boolean => FIGURES.some((figure) => Number(row[figure]) !== 0)

/** Without gap, double or disorder. */
function auditStream(stream: string, own: Rows, there: Rows, tell: Tell): void {
  if (own.length !== there.length)
    tell(`${there.length} of stream ${stream} are in PostgreSQL, ${own.length} in its journal`)
  const at = own.findIndex(
    (row, index) => !Object.entries(row).every(([field, value]) => there[index]?.[field] === value),
  )
  if (at >= 0)
    tell(
      `number ${at + 1} of stream ${stream} is ${JSON.stringify(there[at])}, not ${JSON.stringify(own[at])}`,
    )
}

/** The rows of sales, shifts and sums as the till computes them from all its events. */
function auditRows(file: string, code: string, there: Rows, tell: Tell): void {
  const journal = openJournal(file, { mode: 'test', now: Date.now })
  try {
    const { streams } = journal
    const own = streams.rowsOf(streams.from('event', 1, streams.last('event')))
    const known = new Map(there.map(({ kind, key, body }) => [`${kind} ${key}`, body as Rows[number]]))
    for (const { kind, key, body } of own) {
      const name = `${kind} ${key}`
      const had = known.get(name)
      if (!isDeepStrictEqual(had, JSON.parse(JSON.stringify(body))))
        tell(`${name.replaceAll('\n', ', ')} is ${JSON.stringify(had)}, not ${JSON.stringify(body)}`)
      known.delete(name)
    }
    for (const [name, body] of known)
      if (!name.startsWith('sum ') || isMoved(body)) tell(`PostgreSQL has ${name}, and ${code} has it not`)
  } finally {
    journal.close()
  }
}

function addedUp(sums: Rows): Rows {
  const totals = new Map<string, Record<string, unknown>>()
  for (const sum of sums) {
    const account = String(sum.account)
    const total = totals.get(account) ?? {
      account,
      ...Object.fromEntries(FIGURES.map((figure) => [figure, 0])),
    }
    for (const figure of FIGURES) total[figure] = Number(total[figure]) + Number(sum[figure])
    totals.set(account, total)
  }
  return [...totals.values()]
    .filter(isMoved)
    .sort((one, other) => (String(one.account) < String(other.account) ? -1 : 1))
}

const isOfPrice = ({ kind, field }: ShopConflict): boolean => kind === 'product' && field === 'price'

/**
 * Each till's last change of a price is the shop's price, or PostgreSQL took it before a later one, or it waits for a
 * person, or a person decided about it.
 */
async function auditGoods(
  all: (query: string) => Promise<Rows>,
  { edits, goods, conflicts }: ShopAtEnd,
  tell: Tell,
): Promise<void> {
  const registered = await all(
    `SELECT key, (body ->> 'price')::float8 AS price FROM shop.register WHERE kind = 'product'`,
  )
  const prices = new Map(registered.map(({ key, price }) => [key, price]))
  // Sample goods that nobody keeps are not shared.
  for (const [till, rows] of registered.length === 0 ? [] : goods)
    for (const { product } of rows)
      if (Number(prices.get(product.code)) * 100 !== product.price)
        tell(
          `${till} sells ${product.code} for ${product.price / 100} ₮, and PostgreSQL has ${prices.get(product.code)}`,
        )
  const last = new Map<string, PriceEdit>()
  for (const edit of edits.made) last.set(`${edit.till} ${edit.code}`, edit)
  const taken = await all(
    `SELECT t.code AS till, (e.answer -> 'body' ->> 'price')::float8 AS price FROM shop.edit e JOIN shop.till t ON t.id = e.till
      WHERE jsonb_typeof(e.answer -> 'body' -> 'price') = 'number'`,
  )
  const isSame = (edit: PriceEdit) => (one: { till?: unknown; price?: unknown }) =>
    one.till === edit.till && one.price === edit.price
  for (const edit of last.values()) {
    const waiting = (conflicts.get(edit.till) ?? []).filter(isOfPrice)
    const isKnown =
      prices.get(edit.code) === edit.price ||
      taken.some(isSame(edit)) ||
      edits.decided.some(isSame(edit)) ||
      waiting.some(({ key, ours }) => key === edit.code && ours === edit.price)
    const all = edits.made.filter(({ code }) => code === edit.code)
    if (!isKnown)
      tell(
        `the price ${edit.price} of ${edit.code}, which ${edit.till} set, is nowhere; set were ${JSON.stringify(all)}`,
      )
  }
}
