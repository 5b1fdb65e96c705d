/**
 * Measures the sales history with a million sales: how long each kind of question that its page can ask takes, and
 * random combinations of questions, each about sales that exist. The comparison is a full scan of the same file, as in
 * a till without an index. It also measures what it costs to open such a journal, to upgrade it from the version before
 * the index, and to write the index in each commit.
 */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createHistory } from '../../main/history/index.ts'
import { saleModel } from '../../main/sales/index.ts'
import { openJournal } from '../../main/store/index.ts'
import { NO_FILTERS, type SalePage, STANDINGS, TENDERS } from '../../shared/history.ts'
import type { Sale } from '../../shared/sale.ts'
import { type Chance, createChance } from '../torture/chance.ts'
import { historyCost } from './history-cost.ts'
import { inSeededYear, salesIn } from './seeded-year.ts'
import { type Times, timesOf } from './times.ts'

const ROUNDS = 40
const RANDOM_ROUNDS = 400
const PLAIN_ROUNDS = 3
const OPENINGS = 5

type Question = Parameters<ReturnType<typeof createHistory>['search']>[0]

const ASKED: Question = { ...NO_FILTERS, text: '', before: null, limit: 60 }

export const measureHistory = () =>
  inSeededYear(async (file) => {
    const { sample, ...ours } = measureFile(file)
    return { sales: salesIn(file), ...ours, plain: plainLook(file, sample), cost: await historyCost(file) }
  })

function measureFile(file: string) {
  const open = () => openJournal(file, { model: saleModel, now: Date.now })
  const openings = timesOf(OPENINGS, () => {
    const journal = open()
    journal.unfinished.due()
    journal.unfinished.waitingSummary()
    journal.unfinished.setAside()
    journal.unfinished.attentionCount()
    return () => journal.close()
  })
  const before = process.memoryUsage().rss
  const journal = open()
  try {
    const opened_mb = megabytes(process.memoryUsage().rss - before)
    const history = createHistory({ finder: journal.search, clock: { now: Date.now } })
    const chance = createChance(11)
    const newest = history.search(ASKED).rows[0]?.place ?? 0
    const someSale = (): Sale => {
      const place = newest - Math.floor((chance.below(1_000_000) / 1_000_000) * YEAR)
      const [row] = history.search({ ...ASKED, before: place, limit: 1 }).rows
      const sale = row && journal.sales.byId(row.id)
      return sale ?? someSale()
    }
    const measured = (rounds: number, question: (sale: Sale, chance: Chance) => Partial<Question>) => {
      const answers = Array.from({ length: rounds }, () =>
        answered(history.search, question(someSale(), chance)),
      )
      return { shown: shownOf(answers), answers }
    }
    const kinds = Object.fromEntries(
      Object.entries(QUESTIONS).map(([name, question]) => [name, measured(ROUNDS, question).shown]),
    )
    const random = measured(RANDOM_ROUNDS, anyCombination)
    const worst = [...random.answers].sort((one, other) => other.ms - one.ms).slice(0, 3)
    return {
      file_mb: megabytes(statSync(file).size),
      opening: { ...openings, memory_mb: opened_mb },
      any_combination: random.shown,
      worst: worst.map(({ ms, processor_ms, asked }) => ({
        ms: rounded(ms),
        processor_ms: rounded(processor_ms),
        asked,
      })),
      kinds,
      memory_after_mb: megabytes(process.memoryUsage().rss - before),
      sample: someSale(),
    }
  } finally {
    journal.close()
  }
}

/** In units of a place in the history: milliseconds times a thousand. */
const YEAR = 360 * 24 * 3_600_000 * 1000

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)

type Answer = {
  readonly asked: Partial<Question>
  readonly ms: number
  /** Processor time. It does not depend on what else the machine does. */
  readonly processor_ms: number
  /** How many further searches it took until the page was full. A search may return a page that is not full. */
  readonly searched_on: number
}

/** Searches until a page is full, as the history's page does. */
function answered(search: (question: Question) => SalePage, asked: Partial<Question>): Answer {
  const begun = performance.now()
  const used = process.cpuUsage()
  let searched_on = 0
  let page = search({ ...ASKED, ...asked })
  for (let found = page.rows.length; page.next !== null && found < ASKED.limit; found += page.rows.length) {
    searched_on += 1
    page = search({ ...ASKED, ...asked, before: page.next })
  }
  const { user, system } = process.cpuUsage(used)
  return { asked, ms: performance.now() - begun, processor_ms: (user + system) / 1000, searched_on }
}

const rounded = (ms: number): number => Number(ms.toFixed(2))

function shownOf(answers: readonly Answer[]) {
  const at = (share: number, of: (answer: Answer) => number): number => {
    const sorted = answers.map(of).sort((one, other) => one - other)
    return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  }
  return {
    median_ms: at(0.5, ({ ms }) => ms),
    p95_ms: at(0.95, ({ ms }) => ms),
    processor_median_ms: at(0.5, ({ processor_ms }) => processor_ms),
    processor_p95_ms: at(0.95, ({ processor_ms }) => processor_ms),
    searched_on: answers.reduce((sum, { searched_on }) => sum + searched_on, 0),
  }
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
    text: chance.happens(0.5) ? chance.pick([typed[0], typed[1], typed[2], typed[3], typed[4]]) : '',
    from: days ? sale.day : null,
    to: days && chance.happens(0.5) ? sale.day : null,
    standing: maybe(0.5, chance.pick(STANDINGS)),
    tender: maybe(0.5, chance.pick(TENDERS)),
    product: maybe(0.4, chance.pick([sale, sale]).lines[0]?.product.code ?? null),
    before: maybe(0.2, sale.openedAt * 1000),
  }
}

const totalOf = (sale: Sale): number => sale.lines.reduce((sum, { amount }) => sum + amount, 0)

function amountsAround(sale: Sale): string {
  const total = Math.floor(totalOf(sale) / 100)
  return `${Math.floor(total * 0.95)}-${Math.ceil(total * 1.05)}`
}

const idOf = ({ senderInvoiceNo, payments }: Sale): string => payments[0]?.paymentId ?? senderInvoiceNo

/** What a till without an index does: a scan of all sales. */
function plainLook(file: string, sale: Sale) {
  const database = new DatabaseSync(file, { readOnly: true })
  const through = (where: string, ...values: string[]): Times =>
    timesOf(PLAIN_ROUNDS, () => {
      database.prepare(`SELECT id FROM sale WHERE ${where} ORDER BY opened_at DESC LIMIT 60`).all(...values)
      return () => {}
    })
  try {
    return {
      like_id: through('snapshot LIKE ?', `%${idOf(sale)}%`),
      like_goods_cancelled: through(
        `state = 'cancelled' AND snapshot LIKE ?`,
        `%${sale.lines[0]?.product.name.split(' ')[0]}%`,
      ),
      amounts: through(`total BETWEEN ${totalOf(sale) - 100} AND ${totalOf(sale) + 100}`),
    }
  } finally {
    database.close()
  }
}
