/** The sales of all tills for a reconciliation with the payment service. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayAfter, shopMoment } from '../../shared/shop-day.ts'
import type { Clock } from '../environment.ts'
import { journalInMemory } from '../projections/index.ts'
import type { OpenBooksOfShop } from '../reports/index.ts'
import type { ShopDatabase, ShopLink } from '../shop-link/index.ts'
import { tillFigures } from './till-figures.ts'
import { unreadCounts } from './unread-counts.ts'

type Parts = {
  readonly link: Pick<ShopLink, 'ask' | 'member'>
  readonly clock: Pick<Clock, 'now'>
}

const AT_ONCE = 100

export const booksOfTills =
  ({ link, clock }: Parts): OpenBooksOfShop =>
  async (day) => {
    const [from, before] = [shopMoment(day), shopMoment(dayAfter(day, 1))]
    const journal = journalInMemory()
    const told = await link.ask((database) => database.figures(null, { sums: [] }))
    const unread = unreadCounts()
    const taken = async (rows: Awaited<ReturnType<ShopDatabase['invoiced']>>): Promise<void> => {
      for (const { till, body, made } of rows) {
        const events = made.map((event) => ({ ...event, kind: 'invoice-created' }))
        if (!journal.takeSale(body, events)) unread.add(till, 'unreadSales')
        await nextTurn()
      }
    }
    for (let after = ''; ; ) {
      const last = after
      const rows = await link.ask((database) => database.invoiced(from, before, last, AT_ONCE))
      await taken(rows)
      after = rows.at(-1)?.id ?? ''
      if (rows.length < AT_ONCE) break
    }
    return {
      journal,
      terminal: told.tills.map(({ code }) => code).join(', '),
      tills: tillFigures(told.tills, {
        me: link.member()?.code ?? null,
        now: clock.now(),
        until: before,
        unread: unread.counts,
      }),
      take: async (names) => {
        for (let at = 0; at < names.length; at += AT_ONCE) {
          const some = names.slice(at, at + AT_ONCE)
          await taken(await link.ask((database) => database.invoicedUnder(some)))
        }
      },
    }
  }
