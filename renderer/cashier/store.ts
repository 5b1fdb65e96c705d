import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TerminalView } from '../../shared/ipc/index.ts'
import type { Language } from '../../shared/settings.ts'
import { call } from './call.ts'
import { keepSame } from './keep-same.ts'

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
  /** The latest view from the main process; null before the first one. */
  readonly view: TerminalView | null
  readonly unreachable: boolean
  /** The page failed and the main process reloaded it. Set until a person acknowledges it or another sale begins. */
  readonly again: boolean
  readonly room: Room
  /** The sale that is open in the history. */
  readonly openedSaleId: string | null
  /** A text for screen readers. The number makes a repeated text an announcement again. */
  readonly announcement: { readonly text: string; readonly number: number }
}

const FIRST_PAGE: Page = {
  view: null,
  unreachable: false,
  again: false,
  room: 'till',
  openedSaleId: null,
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
    const view = JSON.parse(told) as TerminalView
    page.setState(({ view: before }) => ({ view: { ...keepSame(before, view) }, unreachable: false }))
  })
  const reply = await call('getView')
  if (page.getState().view !== null) return
  page.setState(reply.ok ? { view: reply.value } : { unreachable: true })
}

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

export const openSale = (openedSaleId: string | null): void =>
  page.setState({ room: 'history', openedSaleId })

export const announce = (text: string): void =>
  page.setState(({ announcement }) => ({ announcement: { text, number: announcement.number + 1 } }))

export const usePage = <Part>(part: (page: Page) => Part): Part => useStore(page, part)

/** For components that are only rendered once the view is there. */
export function useView<Part>(part: (view: TerminalView) => Part): Part {
  return useStore(page, ({ view }) => {
    if (view === null) throw new Error('useView was called before the first view')
    return part(view)
  })
}

export const useLanguage = (): Language => useView(({ settings }) => settings.language)
