import type { Arrival, PageView } from '../../../../shared/page/index.ts'
import { page, shownIn } from '../../page/index.ts'
import { sound } from '../../page/sounds/index.ts'

/** Plays a sound for each new payment message in any room and on the lock screen. The sale at the counter has its own sound. */
export function soundArrivals(): void {
  page.subscribe((after, before) => {
    const [view, earlier] = [shownIn(after), shownIn(before)]
    if (view === null || earlier === null || view === earlier) return
    const had = earlier.arrivals.at(-1)?.number ?? 0
    const heard = heardIn(view).findLast(({ number }) => number > had)
    if (heard) sound(heard.kind)
  })
}

type Heard = Pick<Arrival, 'number' | 'kind'>

const heardIn = (view: PageView): readonly Heard[] =>
  view.locked
    ? view.arrivals
    : view.arrivals.filter(({ kind, saleId }) => kind === 'late' || saleId !== view.counter?.sale.id)
