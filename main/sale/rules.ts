/** Asks for the age of a customer, and refuses goods at times at which the shop does not sell them. Pure. */
import { CommandRefused } from '../../shared/failure.ts'
import type { RecordedEvent, Sale, SaleEvent, SaleLine } from '../../shared/sale/sale.ts'
import { ageFor, bannedAt, type SaleRule } from '../../shared/shop/age-and-bans.ts'
import type { Cashier } from '../../shared/shop/staff.ts'

/** What a person answered to the questions about these goods. */
export type Answers = {
  /** The customer has this age. */
  readonly ofAge?: number | undefined
  /** The goods are sold although they are banned now. The caller has checked who allows it. */
  readonly despiteBan?: true | undefined
  /** The cashier, and who allows banned goods. */
  readonly cashier?: Cashier | null
  readonly allowedBy?: Cashier | null
}

type Asked = {
  /** Null where these goods begin a sale. */
  readonly sale: Pick<Sale, 'ageConfirmed' | 'bansLifted'> | null
  readonly lines: readonly Pick<SaleLine, 'product'>[]
  readonly rules: readonly SaleRule[]
  readonly at: number
}

/**
 * Records the answers that the sale did not have yet. Refuses goods with a question that nobody answered: AGE_UNCONFIRMED
 * first, because an approval of banned goods is for one request.
 */
export function answered({ sale, lines, rules, at }: Asked, answers: Answers): readonly SaleEvent[] {
  const events: SaleEvent[] = []
  const age = ageFor(lines, rules)
  if (age > (sale?.ageConfirmed ?? 0)) {
    if ((answers.ofAge ?? 0) < age) throw new CommandRefused('AGE_UNCONFIRMED', String(age))
    events.push({ kind: 'age-confirmed', age, by: answers.cashier ?? null })
  }
  const categories = bannedAt(lines, rules, at).filter((one) => !sale?.bansLifted?.includes(one))
  if (categories.length > 0) {
    if (!answers.despiteBan) throw new CommandRefused('SALE_BANNED', categories.join(', '))
    events.push({ kind: 'bans-lifted', categories, by: answers.allowedBy ?? null })
  }
  return events
}

/** The answers that hold in this sale, each with who gave it, for the sale that is split off it. */
export function answersIn(
  { ageConfirmed: age, bansLifted = [] }: Sale,
  recorded: readonly RecordedEvent[],
): readonly SaleEvent[] {
  const last = (is: (event: SaleEvent) => boolean) => recorded.findLast(({ event }) => is(event))?.event
  const confirmed = last((event) => event.kind === 'age-confirmed' && event.age === age)
  const lifted = bansLifted.map((category) => ({
    category,
    event: last((event) => event.kind === 'bans-lifted' && event.categories.includes(category)),
  }))
  return [
    ...(age === undefined ? [] : [{ kind: 'age-confirmed' as const, age, by: giverOf(confirmed) }]),
    ...lifted.map(({ category, event }) => ({
      kind: 'bans-lifted' as const,
      categories: [category],
      by: giverOf(event),
    })),
  ]
}

const giverOf = (event: SaleEvent | undefined): Cashier | null =>
  event?.kind === 'age-confirmed' || event?.kind === 'bans-lifted' ? event.by : null
