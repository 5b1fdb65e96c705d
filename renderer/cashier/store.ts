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
  /** What the main process last told. Null until it has. */
  readonly view: TerminalView | null
  readonly unreachable: boolean
  /** It broke, and the main process loaded it again; until a person has read that, or another sale has begun. */
  readonly again: boolean
  readonly room: Room
  /** The sale that the history has open. */
  readonly openedSaleId: string | null
  /** Said aloud by a screen reader; the number makes the same words news again. */
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

/** Fills the page from the main process and keeps it filled. News outranks the answer that it overtook. */
export async function followTerminal(): Promise<void> {
  // A view is always news, if not in any of its parts: whoever asks for more than it holds asks anew.
  window.pos?.onView((told) => {
    const view = JSON.parse(told) as TerminalView
    page.setState(({ view: before }) => ({ view: { ...keepSame(before, view) }, unreachable: false }))
  })
  const reply = await call('getView')
  if (page.getState().view !== null) return
  page.setState(reply.ok ? { view: reply.value } : { unreachable: true })
}

/** How the main process says that the page is not opened for the first time (main/electron/origin.ts). */
const AGAIN = '#again'

/** Once: a reload by hand is none. */
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

/** The part of a page that is drawn only once the view is there. */
export function useView<Part>(part: (view: TerminalView) => Part): Part {
  return useStore(page, ({ view }) => {
    if (view === null) throw new Error('drawn before the first view')
    return part(view)
  })
}

export const useLanguage = (): Language => useView(({ settings }) => settings.language)
