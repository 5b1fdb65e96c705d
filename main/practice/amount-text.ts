import type { Money } from '../../shared/money.ts'

/** "4350.00": how the service writes money where its tables say text. */
export const amountText = (amount: Money): string =>
  `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
