/**
 * The rooms beside the till, the first-run guide, and the reports of a start. Only the till's own code is loaded at the start. Each is imported
 * by its own file, because the till imports what it needs by the `index.ts` of the folder.
 */
import { learnEnglish } from '../../texts/index.ts'
import { page, shownIn } from '../page/index.ts'
import { later, loadWhenIdle } from './later.tsx'

/** In the order in which they are loaded: what a cashier opens most comes first. */
export const LATER = {
  history: later(async () => (await import('../rooms/history/history.tsx')).History),
  shift: later(async () => (await import('../rooms/shift/shift-room.tsx')).ShiftRoom),
  waiting: later(async () => (await import('../rooms/waiting/waiting.tsx')).Waiting),
  prints: later(async () => (await import('../rooms/prints/prints.tsx')).Prints),
  attention: later(async () => (await import('../rooms/attention/attention.tsx')).Attention),
  goods: later(async () => (await import('../rooms/goods/goods.tsx')).Goods),
  settings: later(async () => (await import('../rooms/settings/settings.tsx')).Settings),
  guide: later(async () => (await import('../rooms/first-run/first-run.tsx')).FirstRun),
  recovery: later(async () => (await import('../rooms/recovery/recovery-notice.tsx')).Recovery),
  books: later(async () => (await import('../rooms/reconciliation/books-room.tsx')).BooksRoom),
  reports: later(async () => (await import('../rooms/reports/reports.tsx')).Reports),
} as const

/** Loads the rooms once the first view has arrived, so that they do not delay it. */
export function loadRooms(): void {
  const end = page.subscribe((state) => {
    if (shownIn(state) === null) return
    end()
    loadWhenIdle([...Object.values(LATER), { load: learnEnglish }])
  })
}
