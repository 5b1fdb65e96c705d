import { formatMoney, type Money } from '../../../shared/money.ts'
import type { TenderKind } from '../../../shared/sale.ts'
import type { Say } from '../text.ts'

/** "1,000 ₮ in cash" */
export const takenWords = (say: Say, kind: TenderKind, amount: Money): string =>
  say(`tender.taken.${kind}`, { amount: formatMoney(amount) })
