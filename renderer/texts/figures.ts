import { formatMoney, type Money, NO_MONEY } from '../../shared/money/money.ts'
import { shopClock } from '../../shared/shop/shop-day.ts'

/** "32,509 ₮", with a no-break space before the sign. */
export const withSign = (amount: Money): string => `${formatMoney(amount)}\u00a0₮`

/** A difference: "+1,200 ₮" or "−1,200 ₮". */
export const signed = (amount: Money): string => `${amount > NO_MONEY ? '+' : ''}${withSign(amount)}`

/** "14:32", by the shop's clock. */
export const clockTime = (at: number): string => shopClock(at).slice(0, 5)
