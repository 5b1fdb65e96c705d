/** The sale rules of a run, and the answers to their questions. Each rule always asks. */
import type { SaleRule } from '../../../shared/shop/age-and-bans.ts'

const NEVER = { hours: null, weekdays: [], monthDays: [], dates: [] }

/** Categories of the sample goods. */
export const SALE_RULES: readonly SaleRule[] = [
  { ...NEVER, category: 'Архи, пиво', age: 21, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  { ...NEVER, category: 'Тамхи', age: 18 },
]

export const ANSWERS = { ofAge: 21, despiteBan: true } as const
