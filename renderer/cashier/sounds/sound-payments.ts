import { page } from '../store.ts'
import { paidBetween } from './paid-between.ts'
import { sound } from './sound.ts'

/** Plays a sound when the sale at the counter becomes paid, whichever room is open. */
export function soundPayments(): void {
  page.subscribe(({ view }, before) => {
    if (view !== before.view && paidBetween(before.view, view)) sound('paid')
  })
}
