/** The sales of all tills of one or several shops for a reconciliation with the payment service. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TillFigures } from '../../../shared/books/all-tills.ts'
import { dayAfter, shopMoment } from '../../../shared/shop/shop-day.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { OpenBooksOfShop } from '../../books/reports/index.ts'
import { journalInMemory } from '../../storage/projections/index.ts'
import type { ShopDatabase, ShopLink } from '../link/index.ts'
import { tillFigures } from './till-figures.ts'
import { unreadCounts } from './unread-counts.ts'

/** A shop's rows, over a till's link or by a report login. */
export type ShopOfBooks = Pick<ShopDatabase, 'invoiced' | 'invoicedUnder'> & {
  readonly tills: () => Promise<Awaited<ReturnType<ShopDatabase['figures']>>['tills']>
}

type Parts = {
  readonly shops: readonly ShopOfBooks[]
  /** This till's terminal code. */
  readonly me: () => string | null
  readonly clock: Pick<Clock, 'now'>
}

const AT_ONCE = 100

export const booksOfTills =
  ({ shops, me, clock }: Parts): OpenBooksOfShop =>
  async (day) => {
    const [from, before] = [shopMoment(day), shopMoment(dayAfter(day, 1))]
    const journal = journalInMemory()
    const takenBy =
      (unread: ReturnType<typeof unreadCounts>) =>
      async (rows: Awaited<ReturnType<ShopDatabase['invoiced']>>): Promise<void> => {
        for (const { till, body, made } of rows) {
          const events = made.map((event) => ({ ...event, kind: 'invoice-created' }))
          if (!journal.takeSale(body, events)) unread.add(till, 'unreadSales')
          await nextTurn()
        }
      }
    const tills: TillFigures[] = []
    for (const shop of shops) {
      const told = await shop.tills()
      const unread = unreadCounts()
      const taken = takenBy(unread)
      for (let after = ''; ; ) {
        const rows = await shop.invoiced(from, before, after, AT_ONCE)
        await taken(rows)
        after = rows.at(-1)?.id ?? ''
        if (rows.length < AT_ONCE) break
      }
      const asked = { me: me(), now: clock.now(), until: before, unread: unread.counts }
      tills.push(...tillFigures(told, asked))
    }
    return {
      journal,
      terminal: tills.map(({ code }) => code).join(', '),
      tills,
      take: async (names) => {
        const taken = takenBy(unreadCounts())
        for (let at = 0; at < names.length; at += AT_ONCE)
          for (const shop of shops) await taken(await shop.invoicedUnder(names.slice(at, at + AT_ONCE)))
      },
    }
  }

export const shopOfLink = ({ ask }: Pick<ShopLink, 'ask'>): ShopOfBooks => ({
  tills: async () => (await ask((database) => database.figures(null, { sums: [] }))).tills,
  invoiced: (...asked) => ask((database) => database.invoiced(...asked)),
  invoicedUnder: (names) => ask((database) => database.invoicedUnder(names)),
})
