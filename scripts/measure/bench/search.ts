/**
 * Measures the product search in the main process with 100,000 products: the time from each typed letter to its results,
 * and the memory of the index. The peers index the same normalised words, so they also find Cyrillic names by Latin letters.
 */
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { makeCatalogue } from '../../../main/shop/goods/index.ts'
import { money } from '../../../shared/money/money.ts'
import { normalisedName, normalisedQuery, wordsOf } from '../../../shared/shop/normalise.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { type Curve, type Deed, figure, inTurns, type Measure, spreadOf } from './figure.ts'
import { type ManyGoods, manyGoods } from './many-goods.ts'
import { peer } from './peers.ts'

const GOODS = 100_000
/** As the till asks (renderer/cashier). */
const LIMIT = 60

/** Each is typed letter by letter: names in Cyrillic and in Latin letters, codes, and parts from the middle of words. */
const QUERIES = [
  ...['сүү апу', 'атар талх', 'шоколад milka', 'ундаа 0.5', 'өндөг 10', 'халуун гоймон', 'бяслаг 200'],
  ...['tarag', 'guril 1', 'tsai lipton', 'uudag', 'ariun tsaas', 'xangai', 'jacobs'],
  ...['8650001', 'нэрмэл', 'коолад', 'ampun', 'салмаг', 'олон'],
] as const

const TYPED = QUERIES.flatMap((query) =>
  [...query].map((_, at) => query.slice(0, at + 1)).filter((typed) => !typed.endsWith(' ')),
)

type Found = { readonly total: number; readonly codes: readonly string[] }
type Search = (typed: string) => Found

export const measureSearch: Measure = async ({ sizes }) => {
  const goods = productsIn(manyGoods(GOODS))
  const { search: ours, mb } = await oursOver(goods)
  const miniSearch = await miniSearchOver(goods)
  const fts5 = fts5Over(goods)
  const fast = {
    ours,
    FTS5: fts5.search,
    'FTS5, only the first 60': fts5.first,
    MiniSearch: miniSearch.search,
  }
  const { ours: typing, ...against } = await timed(fast, 2)
  const slow = { ours, 'Fuse.js': await fuseOver(goods), LIKE: likeOver(goods) }
  const { ours: besideSlow, ...slowest } = await timed(
    slow,
    1,
    TYPED.filter((_, at) => at % 12 === 0),
  )
  return [
    figure({
      name: 'a letter of a query among 100,000 goods to its results',
      note: 'each gives 60 results in the order of names, and how many there are',
      unit: 'ms',
      ours: typing,
      against,
      reach: { at: 'p95', peer: 'FTS5', times: 2 },
      ...(sizes ? { curve: await curve() } : {}),
    }),
    figure({
      name: 'the same beside a search without an index',
      unit: 'ms',
      ours: besideSlow,
      against: slowest,
      reach: { at: 'p95', peer: 'LIKE' },
    }),
    figure({
      name: 'memory of the index of 100,000 goods',
      note: 'FTS5: the pages of its tables',
      unit: 'MB',
      ours: spreadOf([mb]),
      against: { MiniSearch: spreadOf([miniSearch.mb]), FTS5: spreadOf([fts5.mb]) },
      reach: { at: 'p50', peer: 'MiniSearch' },
    }),
  ]
}

async function curve(): Promise<Curve> {
  const points: Curve['points'][number][] = []
  for (const size of [1_000, 10_000, GOODS]) {
    const goods = productsIn(manyGoods(size))
    const { search: ours } = await oursOver(goods)
    const { ours: typing, ...against } = await timed({ ours, FTS5: fts5Over(goods).search }, 1)
    points.push({ size, ours: typing, against })
  }
  return { of: 'goods', points }
}

const timed = <Name extends string>(
  ways: Readonly<Record<Name, Search>>,
  rounds: number,
  typed: readonly string[] = TYPED,
) => {
  const deeds = Object.entries<Search>(ways).map(([name, search]) => [name, eachInTurn(search, typed)])
  return inTurns(Object.fromEntries(deeds) as Record<Name, Deed>, {
    rounds: rounds * typed.length,
    warmUp: Math.min(typed.length, 40),
  })
}

function eachInTurn(search: Search, typed: readonly string[]): Deed {
  let at = 0
  return () => {
    search(typed[at++ % typed.length] ?? '')
    return undefined
  }
}

const productsIn = ({ csv }: ManyGoods): readonly Product[] =>
  csv
    .toString()
    .split('\n')
    .slice(1, -1)
    .map((row) => {
      const [code = '', name = '', category = '', price] = row.split(',')
      return {
        ...{ code, name, category, price: money(Number(price) * 100), unit: 'ш' },
        ...{ taxProductCode: '301', classificationCode: '2211000', taxKind: 'vat', cityTax: false },
      }
    })

async function oursOver(
  goods: readonly Product[],
): Promise<{ readonly search: Search; readonly mb: number }> {
  const catalogue = await grown(async () => {
    const made = makeCatalogue(goods)
    await made.ready()
    // It keeps what it found for the last words.
    for (const query of TYPED) made.search({ query, category: null, limit: LIMIT })
    return made
  })
  return {
    mb: catalogue.mb,
    search: (query) => {
      const { products, total } = catalogue.made.search({ query, category: null, limit: LIMIT })
      return { total, codes: products.map(({ code }) => code) }
    },
  }
}

/** The words of a product as all peers index them, in the order of names. */
const textsOf = (goods: readonly Product[]) =>
  [...goods]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ code, name }) => ({ id: code, text: [...wordsOf(name).flatMap(normalisedName), code].join(' ') }))

const spellingsIn = (typed: string): readonly (readonly string[])[] => wordsOf(typed).map(normalisedQuery)

type MiniSearchModule = {
  readonly default: new (
    options: object,
  ) => {
    readonly addAll: (documents: readonly object[]) => void
    readonly search: (query: unknown, options: object) => readonly { readonly id: string }[]
  }
}

/** Finds words by their beginnings only. */
async function miniSearchOver(goods: readonly Product[]) {
  const { default: MiniSearch } = await peer<MiniSearchModule>('minisearch')
  const texts = textsOf(goods)
  const { made, mb } = await grown(async () => {
    const index = new MiniSearch({ fields: ['text'], tokenize: (text: string) => text.split(' ') })
    index.addAll(texts)
    return index
  })
  const search: Search = (typed) => {
    const queries = spellingsIn(typed).map((spellings) => ({ combineWith: 'OR', queries: spellings }))
    const found = made.search({ combineWith: 'AND', queries }, { prefix: true })
    return { total: found.length, codes: found.slice(0, LIMIT).map(({ id }) => id) }
  }
  return { search, mb }
}

/**
 * Two tables, because none answers every query: trigrams find the middle of words, but no word of less than three
 * letters, so those are looked up among the beginnings of words.
 */
function fts5Over(goods: readonly Product[]) {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE VIRTUAL TABLE middles USING fts5 (code UNINDEXED, text, tokenize = 'trigram', detail = full);
    CREATE VIRTUAL TABLE beginnings USING fts5 (code UNINDEXED, text, prefix = '1 2');
    BEGIN;
  `)
  for (const table of ['middles', 'beginnings']) {
    const insert = database.prepare(`INSERT INTO ${table} (code, text) VALUES (?, ?)`)
    for (const { id, text } of textsOf(goods)) insert.run(id, text)
    database.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)
  }
  database.exec('COMMIT')
  const found = (table: string) => [
    database.prepare(`SELECT code FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid LIMIT ${LIMIT}`),
    database.prepare(`SELECT count(*) AS total FROM ${table} WHERE ${table} MATCH ?`),
  ]
  const [middles, middlesCount] = found('middles')
  const [beginnings, beginningsCount] = found('beginnings')
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
  const matchOf = (typed: string) => {
    const words = spellingsIn(typed)
    const isShort = words.flat().some((spelling) => spelling.length < 3)
    const match = words.map((word) => `(${word.map((one) => `"${one}"${isShort ? ' *' : ''}`).join(' OR ')})`)
    return { isShort, match: match.join(' AND ') }
  }
  const first: Search = (typed) => {
    const { isShort, match } = matchOf(typed)
    return answerOf((isShort ? beginnings : middles)?.all(match))
  }
  const search: Search = (typed) => {
    const { isShort, match } = matchOf(typed)
    return { ...first(typed), total: Number((isShort ? beginningsCount : middlesCount)?.get(match)?.total) }
  }
  return { mb: mega(pages * 4096), first, search }
}

function likeOver(goods: readonly Product[]): Search {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE goods (code TEXT, text TEXT); BEGIN')
  const insert = database.prepare('INSERT INTO goods (code, text) VALUES (?, ?)')
  for (const { id, text } of textsOf(goods)) insert.run(id, text)
  database.exec('COMMIT')
  return (typed) => {
    const words = spellingsIn(typed)
    const where = words.map((word) => `(${word.map(() => 'text LIKE ?').join(' OR ')})`).join(' AND ')
    const values = words.flat().map((spelling) => `%${spelling}%`)
    return answerOf(
      database.prepare(`SELECT code FROM goods WHERE ${where} ORDER BY rowid LIMIT ${LIMIT}`).all(...values),
      database.prepare(`SELECT count(*) AS total FROM goods WHERE ${where}`).get(...values),
    )
  }
}

type Row = Readonly<Record<string, unknown>>

const answerOf = (rows: readonly Row[] = [], count: Row = { total: rows.length }): Found => ({
  total: Number(count.total),
  codes: rows.map(({ code }) => String(code)),
})

type FuseModule = {
  readonly default: new (
    documents: readonly object[],
    options: object,
  ) => {
    readonly search: (query: string) => readonly { readonly item: { readonly id: string } }[]
  }
}

async function fuseOver(goods: readonly Product[]): Promise<Search> {
  const { default: Fuse } = await peer<FuseModule>('fuse.js')
  const index = new Fuse(textsOf(goods), { keys: ['text'], ignoreLocation: true, threshold: 0.2 })
  return (typed) => {
    const found = index.search(
      spellingsIn(typed)
        .map(([first]) => first)
        .join(' '),
    )
    return { total: found.length, codes: found.slice(0, LIMIT).map(({ item }) => item.id) }
  }
}

/** What `make` returns, and by how much it made the heap of this thread grow, in MB. */
async function grown<Made>(make: () => Promise<Made>): Promise<{ readonly made: Made; readonly mb: number }> {
  const before = heap()
  const made = await make()
  return { made, mb: mega(heap() - before) }
}

const mega = (bytes: number): number => bytes / 1024 ** 2

function heap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
