/**
 * What a shop asks or refuses by category: an age, and times at which it does not sell (docs/decisions/sale-bans.md).
 * The shop sets all of it; the program knows no law.
 */
import { z } from 'zod'
import type { Wire } from '../wire.ts'
import { looksOf } from './look-alikes.ts'
import { shopClock, shopDay, weekdayOf } from './shop-day.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const saleRule = z.strictObject({
  category: z.string().trim().min(1).max(120),
  /** The age that a customer must have; 0 asks nothing. */
  age: z.int().min(0).max(99),
  /** Not sold on any day from the first time until before the second, also over midnight. Where both are the same, the whole day. */
  hours: z.nullable(z.strictObject({ from: clock, to: clock })),
  /** Not sold on these days of the week; 1 is Monday. */
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  /** Not sold on these days of each month. */
  monthDays: z.array(z.int().min(1).max(31)).max(31),
  dates: z.array(z.iso.date()).max(400),
})
export type SaleRule = Wire<typeof saleRule>

export const saleRules = z.array(saleRule).max(100)

type Lines = readonly { readonly product: { readonly category: string } }[]

/** By how the categories look: a Latin letter in a name, its case or a space must not lift a ban. */
const rulesOf = (lines: Lines, rules: readonly SaleRule[]): readonly SaleRule[] => {
  const categories = new Set(lines.map(({ product }) => looksOf(product.category)))
  return rules.filter(({ category }) => categories.has(looksOf(category)))
}

/** Whether any rule applies to this category. */
export const isRuled = (category: string, rules: readonly SaleRule[]): boolean =>
  rules.some((rule) => looksOf(rule.category) === looksOf(category))

/** The categories that have a rule but no goods, for example because the category was renamed. Their rules do nothing. */
export const idleRules = (rules: readonly SaleRule[], categories: readonly string[]): readonly string[] => {
  const known = new Set(categories.map(looksOf))
  return rules.map(({ category }) => category).filter((category) => !known.has(looksOf(category)))
}

/** The age that a customer needs for all these goods; 0 for none. */
export const ageFor = (lines: Lines, rules: readonly SaleRule[]): number =>
  Math.max(0, ...rulesOf(lines, rules).map(({ age }) => age))

/** The categories of these goods that are not sold at that time, by the time of Ulaanbaatar. */
export const bannedAt = (lines: Lines, rules: readonly SaleRule[], at: number): readonly string[] =>
  rulesOf(lines, rules)
    .filter((rule) => isBanned(rule, at))
    .map(({ category }) => category)

function isBanned({ hours, weekdays, monthDays, dates }: SaleRule, at: number): boolean {
  const [day, time] = [shopDay(at), shopClock(at).slice(0, 5)]
  const weekday = weekdayOf(day)
  if (weekdays.includes(weekday) || monthDays.includes(Number(day.slice(8))) || dates.includes(day))
    return true
  if (hours === null) return false
  const { from, to } = hours
  return from < to ? from <= time && time < to : from <= time || time < to
}
