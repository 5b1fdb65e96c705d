/**
 * How long the history takes for one search, and for a full page, with a year of sales. The questions are those that its
 * page can ask, alone and combined at random, each about a sale that exists. The peer is one SQL query for the same page:
 * it has the same index of terms, which holds every answer in order, is told which term is the rarest, and reads the
 * same rows. It neither counts nor stops in time.
 */
import { DatabaseSync } from 'node:sqlite'
import { createHistory } from '../../../main/books/history/index.ts'
import { projectionReaders, type SaleSearch } from '../../../main/storage/projections/index.ts'
import { NO_FILTERS, type SalePage, STANDINGS, TENDERS } from '../../../shared/books/history.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { type Chance, createChance } from '../../run/hosts/chance.ts'
import { type Measure, spreadOf } from './figure.ts'
import { plainPage } from './plain-page.ts'
import { yearOfSales } from './year.ts'

const MILLION = 1_000_000
/** How many searches of each kind, and how many with random combinations of filters. */
const OF_EACH_KIND = 8
const COMBINED = 200

type Question = Parameters<ReturnType<typeof createHistory>['search']>[0]

const ASKED: Question = { ...NO_FILTERS, text: '', before: null, limit: 60 }

export const measureHistory: Measure = async ({ sales }) => {
  const count = sales ?? MILLION
  const { search, page, plain, worst } = asked(await yearOfSales(count))
  const note = `In ${count} sales. The slowest: ${worst}.`
  const against = { 'one query': plain }
  return [
    {
      name: 'one search of the history',
      note,
      unit: 'ms',
      ours: search,
      against,
      reach: { at: 'p95', atMost: 50 },
    },
    {
      name: 'the slowest search of the history',
      note,
      unit: 'ms',
      ours: search,
      against,
      reach: { at: 'max', atMost: 100 },
    },
    {
      name: 'a full page of the history',
      note: 'With all searches that it takes until the page has 60 sales or all; the till works between them.',
      ...{ unit: 'ms', ours: page, against },
    },
  ]
}

function asked(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  const plainDatabase = new DatabaseSync(file, { readOnly: true })
  try {
    const { search: finder, sales } = projectionReaders(database)
    let looked: SaleSearch | null = null
    const watched: typeof finder = {
      ...finder,
      find: (search) => {
        looked = search
        return finder.find(search)
      },
      findAndCount: (search) => {
        looked = search
        return finder.findAndCount(search)
      },
    }
    const history = createHistory({ finder: watched, clock: { now: Date.now } })
    const chance = createChance(11)
    const [newest] = history.search(ASKED).rows
    const someSale = (): Sale => {
      const place = (newest?.place ?? 0) - Math.floor((chance.below(1_000_000) / 1_000_000) * YEAR)
      const [row] = history.search({ ...ASKED, before: place, limit: 1 }).rows
      const sale = row && sales.byId(row.id)
      return sale ?? someSale()
    }
    const questions = [
      ...Object.values(QUESTIONS).flatMap((question) =>
        Array.from({ length: OF_EACH_KIND }, () => question(someSale(), chance)),
      ),
      ...Array.from({ length: COMBINED }, () => anyCombination(someSale(), chance)),
    ]
    const plain = plainPage(plainDatabase)
    const [searches, pages, plains] = [[] as number[], [] as number[], [] as number[]]
    let worst = { ms: 0, question: {} as Partial<Question> }
    for (const question of questions) {
      const { longest, whole, ids } = untilFull(history.search, question)
      searches.push(longest)
      pages.push(whole)
      if (longest > worst.ms) worst = { ms: longest, question }
      if (looked === null) throw new Error('the history did not look for sales')
      const first: SaleSearch = { ...(looked as SaleSearch), before: question.before ?? null }
      const ready = plain(first)
      const begun = performance.now()
      const rows = ready()
      plains.push(performance.now() - begun)
      if (String(rows.map(({ id }) => id)) !== String(ids))
        throw new Error(`the query finds other sales: ${JSON.stringify(question)}`)
    }
    return {
      search: spreadOf(searches),
      page: spreadOf(pages),
      plain: spreadOf(plains),
      worst: JSON.stringify(worst.question),
    }
  } finally {
    database.close()
    plainDatabase.close()
  }
}

/** In units of a place in the history: milliseconds times a thousand. */
const YEAR = 360 * 24 * 3_600_000 * 1000

/** Searches until a page is full, as the history's page does. */
function untilFull(search: (question: Question) => SalePage, asked: Partial<Question>) {
  const ids: string[] = []
  let [longest, whole] = [0, 0]
  let before = asked.before ?? null
  do {
    const begun = performance.now()
    const page = search({ ...ASKED, ...asked, before })
    const ms = performance.now() - begun
    longest = Math.max(longest, ms)
    whole += ms
    ids.push(...page.rows.map(({ id }) => id))
    before = page.next
  } while (before !== null && ids.length < ASKED.limit)
  return { longest, whole, ids: ids.slice(0, ASKED.limit) }
}

const QUESTIONS: Readonly<Record<string, (sale: Sale, chance: Chance) => Partial<Question>>> = {
  newest: () => ({}),
  number: (sale) => ({ text: `${sale.sequence}` }),
  number_and_day: (sale) => ({ text: `${sale.sequence} ${sale.day}` }),
  sender_invoice_no: (sale) => ({ text: sale.senderInvoiceNo }),
  beginning_of_an_id: (sale) => ({ text: idOf(sale).slice(0, 9) }),
  id: (sale) => ({ text: idOf(sale) }),
  amount: (sale) => ({ text: `${totalOf(sale) / 100}₮` }),
  amounts: (sale) => ({ text: amountsAround(sale) }),
  goods_by_name: (sale) => ({ text: sale.lines[0]?.product.name.split(' ')[0] ?? '' }),
  goods_by_code: (sale) => ({ product: sale.lines[0]?.product.code ?? null }),
  standing: (_sale, chance) => ({ standing: chance.pick(STANDINGS) }),
  tender: (_sale, chance) => ({ tender: chance.pick(TENDERS) }),
  day: (sale) => ({ from: sale.day, to: sale.day }),
  older_page: (sale) => ({ before: sale.openedAt * 1000 }),
  receiver: () => ({ text: '5123456' }),
  nothing_fits: () => ({ standing: 'cancelled', tender: 'cash', text: '100-900000' }),
}

/** Draws each filter of the page or leaves it out; half of the questions also have a typed text. */
function anyCombination(sale: Sale, chance: Chance): Partial<Question> {
  const maybe = <Value>(share: number, value: Value): Value | null => (chance.happens(share) ? value : null)
  const typed = [
    `${sale.sequence}`,
    amountsAround(sale),
    sale.lines[0]?.product.name.split(' ')[0] ?? '',
    idOf(sale).slice(0, 12),
    `${totalOf(sale) / 100}`,
  ] as const
  const days = chance.happens(0.4)
  return {
    text: chance.happens(0.5) ? chance.pick(typed) : '',
    from: days ? sale.day : null,
    to: days && chance.happens(0.5) ? sale.day : null,
    standing: maybe(0.5, chance.pick(STANDINGS)),
    tender: maybe(0.5, chance.pick(TENDERS)),
    product: maybe(0.4, sale.lines[0]?.product.code ?? null),
    before: maybe(0.2, sale.openedAt * 1000),
  }
}

const totalOf = (sale: Sale): number => sale.lines.reduce((sum, { amount }) => sum + amount, 0)

function amountsAround(sale: Sale): string {
  const total = Math.floor(totalOf(sale) / 100)
  return `${Math.floor(total * 0.95)}-${Math.ceil(total * 1.05)}`
}

const idOf = ({ senderInvoiceNo, payments }: Sale): string => payments[0]?.paymentId ?? senderInvoiceNo
