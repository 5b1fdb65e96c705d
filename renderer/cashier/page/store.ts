import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LockedView, PageView, TerminalView } from '../../../shared/page/index.ts'
import type { Language } from '../../../shared/shop/settings.ts'
import { mayDo, type Permission } from '../../../shared/shop/staff.ts'
import { approvalAsked } from './approval-asked.ts'
import { call } from './call.ts'
import { keepSame } from './keep-same.ts'
import { beginVisit } from './visit.ts'

export type Room =
  | 'till'
  | 'history'
  | 'goods'
  | 'shift'
  | 'books'
  | 'reports'
  | 'attention'
  | 'waiting'
  | 'prints'
  | 'settings'

export type Page = {
  /** The latest view of an unlocked till; null before the first one. It stays while the till is locked. */
  readonly view: TerminalView | null
  /** Null while the till is not locked. */
  readonly lock: LockedView | null
  readonly unreachable: boolean
  /** The page failed and the main process reloaded it. Set until a person acknowledges it or another sale begins. */
  readonly again: boolean
  readonly room: Room
  /** The sale that is open in the history. */
  readonly openedSaleId: string | null
  /** Counts the changes of the person at the till, for use as a React key. */
  readonly visit: number
  /** A text for screen readers. The number makes a repeated text an announcement again. */
  readonly announcement: { readonly text: string; readonly number: number }
}

const FIRST_PAGE: Page = {
  view: null,
  lock: null,
  unreachable: false,
  again: false,
  room: 'till',
  openedSaleId: null,
  visit: 0,
  announcement: { text: '', number: 0 },
}

export const page = createStore<Page>(() => FIRST_PAGE)

/**
 * Fetches the first view and then follows the pushed ones. A pushed view is newer than the answer, so the answer is
 * dropped if a view came first.
 */
export async function followTerminal(): Promise<void> {
  // The view object is always new, even if all its parts are old: `useAsked` then asks again for data outside the view.
  window.pos?.onView((told) => {
    const view = JSON.parse(told) as PageView
    if (isOfAnother(view)) startAnew()
    page.setState(({ view: before }) => ({ ...asState(view, before), unreachable: false }))
  })
  const reply = await call('getView')
  if (shownIn(page.getState()) !== null) return
  page.setState(reply.ok ? asState(reply.value, null) : { unreachable: true })
}

const asState = (view: PageView, before: TerminalView | null): Partial<Page> =>
  view.locked ? { lock: view } : { view: { ...keepSame(before, view) }, lock: null }

/** The view of what the screen shows now: the lock screen's, or the till's. */
export const shownIn = ({ view, lock }: Pick<Page, 'view' | 'lock'>): PageView | null => lock ?? view

/** The main process opens the page with this hash after a failure (main/electron/origin.ts). */
const AGAIN = '#again'

/** Removes the hash, so that a reload by hand does not repeat the message. */
export function noticeAgain(): void {
  if (window.location.hash !== AGAIN) return
  window.history.replaceState(null, '', window.location.pathname)
  page.setState({ again: true })
}

export const forgetAgain = (): void => page.setState({ again: false })

export const showRoom = (room: Room): void => page.setState({ room })

/**
 * The same person finds the screens unchanged after a lock. A till without people has no person: who becomes its first
 * one goes on with the screens.
 */
function isOfAnother(view: PageView): boolean {
  const last = page.getState().view?.person ?? null
  return !view.locked && last !== null && view.person !== null && last.id !== view.person.id
}

/**
 * Resets the page for another person, before anything is drawn for them: it shows the till, and drops half-typed values,
 * messages, announcements, an open approval, and replies to requests of the person before (visit.ts).
 */
function startAnew(): void {
  approvalAsked.getState().asked?.answer(false)
  const visit = beginVisit()
  page.setState({ room: 'till', openedSaleId: null, again: false, visit })
  announce('')
}

export const openSale = (openedSaleId: string | null): void =>
  page.setState({ room: 'history', openedSaleId })

export const announce = (text: string): void =>
  page.setState(({ announcement }) => ({ announcement: { text, number: announcement.number + 1 } }))

/** Announces these words when they appear or change. */
export function useAnnounced(words: string | null): void {
  useEffect(() => {
    if (words !== null) announce(words)
  }, [words])
}

export const usePage = <Part>(part: (page: Page) => Part): Part => useStore(page, part)

/** For components that are only rendered once the view is there. */
export const useView = <Part>(part: (view: TerminalView) => Part): Part =>
  useStore(page, ({ view }) => part(there(view)))

/** Whether the till belongs to a shop database. */
export const isInShop = ({ shopLink }: Pick<TerminalView, 'shopLink'>): boolean => shopLink.state !== 'off'

/** For components that the lock screen shows too. */
export const useShown = <Part>(part: (view: PageView) => Part): Part =>
  useStore(page, (state) => part(there(shownIn(state))))

function there<View>(view: View | null): View {
  if (view === null) throw new Error('a view was used before the first one')
  return view
}

export const useLanguage = (): Language => useView(({ settings }) => settings.language)

/**
 * Whether the signed-in person may run a command without approval. Only for the screen: the main process enforces it.
 */
export const useMay = (permission: Permission): boolean =>
  useView(({ staffed, person }) => !staffed || (person !== null && mayDo(person.role, permission)))

/** The number of conflicts with other tills. Zero for a person who may not resolve them. */
export function useOpenConflicts(): number {
  const count = useView((view) => view.conflicts)
  return useMay('goods') ? count : 0
}
