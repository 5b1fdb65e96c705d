/** Sales of other tills, from the shop database, beside those of this till's journal. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { codeOfChoice, type TillChoice } from '../../../shared/books/all-tills.ts'
import { NO_FILTERS, type SalePage, type SaleRow } from '../../../shared/books/history.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import {
  createHistory,
  type History,
  type HistoryRequest,
  type OwnCodeOf,
} from '../../books/history/index.ts'
import { journalInMemory, openedAtOf, placeOf } from '../../storage/projections/index.ts'
import type { ShopDatabase, ShopLink } from '../link/index.ts'

type Parts = {
  readonly link: Pick<ShopLink, 'ask' | 'member'>
  readonly history: History
  readonly clock: Pick<Clock, 'now'>
}

/** How many sales one page reads from the shop database. It shows those that match. */
const READ = 200
/** Sales are taken in slices, between which the till works. */
const SLICE = 20
/** Matches sales that were asked for by their name. */
const ALL: HistoryRequest = { ...NO_FILTERS, text: '', before: null, limit: READ }
const LATEST = Number.MAX_SAFE_INTEGER
const WHOLE_NUMBER = /^\S+-\d{6}-\d{4,}-[A-Z0-9]{4}$/i
const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function salesOfTills({ link, history, clock }: Parts) {
  return {
    /**
     * A page of the sales of the chosen tills, as `History.search`. Without a connection it has this till's own sales, and says
     * why the others are missing.
     */
    search: async (till: TillChoice, request: HistoryRequest, ownCodeOf: OwnCodeOf): Promise<SalePage> => {
      const own = history.search(request, ownCodeOf)
      try {
        const others = await page(till, request, ownCodeOf)
        const from = till === 'all' ? Math.max(others.from, own.next ?? 0) : others.from
        // A guest sale is a sale of another till, and is shown as that.
        const ownRows = till === 'all' ? own.rows.filter(({ origin }) => !origin) : []
        const rows = [...ownRows, ...others.rows]
        return {
          rows: rows.filter(({ place }) => place >= from).sort((one, other) => other.place - one.place),
          next: from === 0 ? null : from,
          count: null,
          fitsMore: own.fitsMore || others.fitsMore,
          goods: own.goods,
          unreached: null,
          unread: others.unread,
        }
      } catch (error) {
        if (error instanceof CommandRefused) return { ...own, unreached: error.failure }
        throw error
      }
    },
    /** A sale of another till with its events. Null where the shop database has none with this id. */
    one: async (id: string) => {
      if (link.member() === null) return null
      const found = await link.ask(async (database) => {
        const sale = await database.sale(id)
        return sale && { ...sale, events: await database.saleEvents(sale.id) }
      })
      if (found === null) return null
      const journal = journalInMemory()
      journal.takeSale(found.body, found.events)
      const sale = journal.sales.byId(found.id)
      if (sale === null) throw new CommandRefused('FROM_FUTURE')
      return { till: found.till, journal, sale }
    },
  }

  /** The matching sales of other tills. `from` is the place down to which all were read; 0 at the end. */
  async function page(till: TillChoice, request: HistoryRequest, ownCodeOf: OwnCodeOf) {
    const me = link.member()?.code
    const text = request.text.trim()
    if (request.before === null && (WHOLE_NUMBER.test(text) || WHOLE_ID.test(text))) {
      const all = await link.ask((database) => salesNamed(database, text))
      const others = all.filter((sale) => sale.till !== me)
      if (others.length > 0) return { ...(await rowsOf(others, clock, ALL)), from: 0 }
    }
    const { from, to } = history.span(request)
    const before = Math.min(
      to ?? LATEST,
      request.before === null ? LATEST : openedAtOf(request.before - 1) + 1,
    )
    const read = await link.ask((database) => database.sales(codeOfChoice(till), from ?? 0, before, READ))
    const oldest = read.at(-1)?.body.openedAt
    const isLast = read.length < READ || typeof oldest !== 'number'
    // Those of the oldest time may continue on the next page, unless all are of one time.
    const whole = isLast ? read : read.filter(({ body }) => body.openedAt !== oldest)
    const kept = whole.length > 0 ? whole : read
    const end = kept.at(-1)?.body.openedAt
    const rows = await rowsOf(
      kept.filter((sale) => sale.till !== me),
      clock,
      { ...request, limit: READ },
      ownCodeOf,
    )
    return { ...rows, from: isLast || typeof end !== 'number' ? 0 : placeOf(end) }
  }
}

async function salesNamed(database: ShopDatabase, name: string) {
  if (WHOLE_NUMBER.test(name)) return database.salesNumbered(name)
  const sale = await database.sale(name)
  return sale === null ? [] : [sale]
}

/** The rows of these sales that match the search. */
async function rowsOf(
  sales: readonly { readonly till: string; readonly id: string; readonly body: object }[],
  clock: Pick<Clock, 'now'>,
  request: HistoryRequest,
  ownCodeOf?: OwnCodeOf,
) {
  const journal = journalInMemory()
  let unread = 0
  for (const [index, { body }] of sales.entries()) {
    if (!journal.takeSale(body)) unread += 1
    if (index % SLICE === SLICE - 1) await nextTurn()
  }
  const history = createHistory({ finder: journal.search, clock })
  const found: SaleRow[] = []
  let fitsMore = false
  // A search that takes long stops and says where it goes on.
  for (let { before } = request; ; ) {
    const page = history.search({ ...request, before }, ownCodeOf)
    const { rows, next } = page
    found.push(...rows)
    fitsMore ||= page.fitsMore
    if (next === null) break
    before = next
    await nextTurn()
  }
  const tills = new Map(sales.map(({ id, till }) => [id, till]))
  journal.close()
  return {
    rows: found.map((row): SaleRow => ({ ...row, till: tills.get(row.id) ?? null })),
    unread,
    fitsMore,
  }
}
