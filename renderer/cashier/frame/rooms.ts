/** The rooms beside the till, and the first-run guide. Only the till's own code is loaded at the start. */
import { learnEnglish } from '../../texts/index.ts'
import { page, shownIn } from '../store.ts'
import { later, loadWhenIdle } from './later.tsx'

/** In the order in which they are loaded: what a cashier opens most comes first. */
export const LATER = {
  history: later(async () => (await import('../history/history.tsx')).History),
  shift: later(async () => (await import('../shift/shift-room.tsx')).ShiftRoom),
  waiting: later(async () => (await import('../waiting/waiting.tsx')).Waiting),
  prints: later(async () => (await import('../prints/prints.tsx')).Prints),
  attention: later(async () => (await import('../attention/attention.tsx')).Attention),
  goods: later(async () => (await import('../goods/goods.tsx')).Goods),
  settings: later(async () => (await import('../settings/settings.tsx')).Settings),
  guide: later(async () => (await import('../first-run/first-run.tsx')).FirstRun),
  books: later(async () => (await import('../books/books-room.tsx')).BooksRoom),
  reports: later(async () => (await import('../reports/reports.tsx')).Reports),
} as const

/** Waits for the first view, because the till must be shown first. */
export function loadRooms(): void {
  const end = page.subscribe((state) => {
    if (shownIn(state) === null) return
    end()
    loadWhenIdle([...Object.values(LATER), { load: learnEnglish }])
  })
}
