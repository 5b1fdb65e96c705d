import { shopClock } from '../../shared/shop-day.ts'

/** "14:32", by the shop's clock. */
export const clockTime = (at: number): string => shopClock(at).slice(0, 5)
