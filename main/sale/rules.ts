/** Asks for the age of a customer and for unusual quantities, and refuses goods when the shop does not sell them. Pure. */
import { CommandRefused } from '../../shared/failure.ts'
import { isMeasured, ONE } from '../../shared/money/quantity.ts'
import type { RecordedEvent, Sale, SaleEvent, SaleLine } from '../../shared/sale/sale.ts'
import { ageFor, bannedAt, type SaleRule } from '../../shared/shop/age-and-bans.ts'
import type { Cashier } from '../../shared/shop/staff.ts'

/** What a person answered to the questions about these goods. */
export type Answers = {
  /** The customer has this age. */
  readonly ofAge?: number | undefined
  /** The goods are sold although they are banned now. The caller has checked who allows it. */
  readonly despiteBan?: true | undefined
  /** A person confirmed that the line may have this many pieces. */
  readonly many?: number | undefined
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

const USUAL_MOST = 999 * ONE

/**
 * More than 999 pieces of a line may be a typing error, so the cashier is asked (docs/decisions/quantities.md). A line
 * that has more is asked about again only where it grows by more than 999 at once. What is weighed has small units.
 */
export function askIfMany(
  { product }: Pick<SaleLine, 'product'>,
  { before, after }: { readonly before: number; readonly after: number },
  { many = 0 }: Pick<Answers, 'many'> = {},
): void {
  const isUsual = after <= USUAL_MOST || (before > USUAL_MOST && after - before <= USUAL_MOST)
  if (isUsual || isMeasured(product.unit) || Math.round(many * ONE) >= after) return
  throw new CommandRefused('QUANTITY_UNCONFIRMED', String(after / ONE))
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
