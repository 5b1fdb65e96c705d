import type { Arrival } from '../../../shared/ipc/index.ts'
import { sound } from '../sounds/index.ts'
import { page } from '../store.ts'

/** Plays a sound for each new payment message in any room. The sale at the counter has its own sound. */
export function soundArrivals(): void {
  page.subscribe(({ view }, before) => {
    if (view === null || before.view === null || view.arrivals === before.view.arrivals) return
    const had = before.view.arrivals.at(-1)?.number ?? 0
    const fresh = view.arrivals.filter(({ number }) => number > had)
    const isHeard = ({ kind, saleId }: Arrival) => kind === 'late' || saleId !== view.counter?.sale.id
    const heard = fresh.findLast(isHeard)
    if (heard) sound(heard.kind)
  })
}
