/**
 * The rooms beside the till, the first-run guide, and the reports of a start. Only the till's own code is loaded at the start. Each is imported
 * by its own file, because the till imports what it needs by the `index.ts` of the folder.
 */
import type { ComponentType } from 'react'
import { learnEnglish, learnRooms } from '../../texts/index.ts'
import { page, shownIn } from '../page/store.ts'
import { type Later, later, loadWhenIdle } from './later.tsx'

/** A room is shown once its texts are there, too. */
const room = (load: () => Promise<ComponentType>): Later =>
  later(async () => {
    const [part] = await Promise.all([load(), learnRooms()])
    return part
  })

/** In the order in which they are loaded: what a cashier opens most comes first. */
export const LATER = {
  history: room(async () => (await import('../rooms/history/history.tsx')).History),
  shift: room(async () => (await import('../rooms/shift/shift-room.tsx')).ShiftRoom),
  waiting: room(async () => (await import('../rooms/waiting/waiting.tsx')).Waiting),
  prints: room(async () => (await import('../rooms/prints/prints.tsx')).Prints),
  attention: room(async () => (await import('../rooms/attention/attention.tsx')).Attention),
  goods: room(async () => (await import('../rooms/goods/goods.tsx')).Goods),
  settings: room(async () => (await import('../rooms/settings/settings.tsx')).Settings),
  guide: room(async () => (await import('../rooms/first-run/first-run.tsx')).FirstRun),
  recovery: room(async () => (await import('../rooms/recovery/recovery-notice.tsx')).Recovery),
  books: room(async () => (await import('../rooms/reconciliation/books-room.tsx')).BooksRoom),
  reports: room(async () => (await import('../rooms/reports/reports.tsx')).Reports),
} as const

/** Loads the rooms once the first view has arrived, so that they do not delay it. */
export function loadRooms(): void {
  const end = page.subscribe((state) => {
    if (shownIn(state) === null) return
    end()
    loadWhenIdle([...Object.values(LATER), { load: learnEnglish }])
  })
}
