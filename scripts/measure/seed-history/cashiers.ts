import { shopDay, shopHour } from '../../../shared/shop/shop-day.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'

const [MORNING, EVENING, SUNDAY] = [
  { id: 'c1', name: 'Болормаа' },
  { id: 'c2', name: 'Ганзориг' },
  { id: 'c3', name: 'Энхтуяа' },
] as const

/** The cashier on duty at that time. */
export function cashierAt(at: number): Cashier {
  if (new Date(`${shopDay(at)}T00:00:00Z`).getUTCDay() === 0) return SUNDAY
  return Number(shopHour(at)) < HANDOVER_HOUR ? MORNING : EVENING
}

export const HANDOVER_HOUR = 15
