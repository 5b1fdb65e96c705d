import { formatMoney, type Money } from '../../shared/money.ts'

/** "32,509 ₮". The sign stands apart by a space that does not break. */
export const withSign = (amount: Money): string => `${formatMoney(amount)}\u00a0₮`
