/** Makes up the days of a shop: when customers come and what they buy. The same seed always makes the same days. */
import type { Product } from '../../../shared/shop/product.ts'
import { dayAfter, shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import { type Chance, createChance } from '../../run/hosts/chance.ts'
import { type Rest, storyOf } from './story.ts'
import type { Story } from './telling.ts'

export type Year = {
  readonly sales: number
  readonly days: number
  readonly seed: number
  /** The end of the history: the last day is the shop day before it. */
  readonly until: number
  readonly products: readonly [Product, ...Product[]]
}

/** Customers by hour, from 8 to 22: most come before work, at noon and in the evening. */
const BY_HOUR = [3, 4, 4, 5, 8, 9, 6, 5, 6, 8, 11, 12, 9, 5]
const FIRST_HOUR = 8
/** Customers by weekday, Sunday first. */
const BY_WEEKDAY = [1.25, 0.85, 0.85, 0.9, 0.95, 1.15, 1.3]

export function* yearOf({ sales, days, seed, until, products }: Year): Generator<Story> {
  const chance = createChance(seed)
  const dates = datesOf({ days, until })
  const weights = dates.map((day) => BY_WEEKDAY[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let behind = 0
  let made = 0
  for (const [index, day] of dates.entries()) {
    behind += ((weights[index] ?? 1) / whole) * sales
    const many = (index === days - 1 ? sales : Math.round(behind)) - made
    made += many
    let rest: Rest | null = null
    for (const [at, opened] of openings(day, many, chance).entries()) {
      const openedAt: number = rest?.at ?? opened
      const story = storyOf({ openedAt, until, sequence: at + 1, seed, chance, products, rest })
      rest = story.rest ?? null
      yield { id: story.id, commits: story.commits }
    }
  }
}

export const datesOf = ({ days, until }: Pick<Year, 'days' | 'until'>): readonly string[] =>
  Array.from({ length: days }, (_, index) => dayAfter(shopDay(until), index - days))

function openings(day: string, many: number, chance: Chance): number[] {
  const hours = Object.fromEntries(
    BY_HOUR.map((weight, index) => [`${FIRST_HOUR + index}`.padStart(2, '0'), weight]),
  )
  return Array.from(
    { length: many },
    () => shopMoment(day, `${chance.weighed(hours)}:00`) + chance.below(3_600_000),
  ).sort((one, other) => one - other)
}
