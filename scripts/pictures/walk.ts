/**
 * The walk to every view of the till, in the state in which it shows most. `npm run shots` takes pictures at each stop, and a
 * spec checks accessibility there.
 */
import type { Page } from '@playwright/test'
import { shopDay } from '../../shared/shop/shop-day.ts'
import { COUNTER } from './walk/counter.ts'
import { DAYS } from './walk/days.ts'
import { GOODS } from './walk/goods.ts'
import { PEOPLE } from './walk/people.ts'
import type { Views, Way } from './walk/way.ts'

/** The guide, selling from the first goods to the receipt, the settings and the goods. */
export const FIRST_HALF: Views = { ...COUNTER, ...GOODS }
/** The shift, the customer display, the recovery after a restart, the people, the history, the reports and the books. */
export const SECOND_HALF: Views = { ...PEOPLE, ...DAYS }

export type Till = Omit<Way, 'other' | 'last'>

/** Calls `visit` when the view of this name is on this page. The view does not change during the call. */
export async function walk(
  views: Views,
  till: Till,
  visit: (name: string, on: Page, way: Way) => Promise<unknown>,
): Promise<void> {
  const way: Way = { ...till, other: null, last: shopDay(Date.now()) }
  await way.page.getByTestId('search').waitFor()
  for (const [name, reach] of Object.entries(views)) {
    await reach(way)
    await visit(name, way.other ?? way.page, way)
  }
}
