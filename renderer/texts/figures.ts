import { formatMoney, type Money } from '../../shared/money.ts'
import { shopClock } from '../../shared/shop-day.ts'

/** "32,509 ₮", with a no-break space before the sign. */
export const withSign = (amount: Money): string => `${formatMoney(amount)}\u00a0₮`

/** "14:32", by the shop's clock. */
export const clockTime = (at: number): string => shopClock(at).slice(0, 5)
