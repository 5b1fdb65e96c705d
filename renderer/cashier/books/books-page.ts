import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BookedInvoiceStatus } from '../../../shared/books.ts'
import { dayAfter, shopDay } from '../../../shared/shop-day.ts'
import { showRoom } from '../store.ts'

/** By this machine's clock, so many days from today. */
export const dayFromToday = (days: number): string => dayAfter(shopDay(Date.now()), days)

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

export type ListFilters = {
  readonly from: string
  readonly to: string
  readonly number: string
  readonly status: Exclude<BookedInvoiceStatus, 'unknown'> | null
  readonly page: number
}

/** What is chosen stays while other rooms are looked at. */
type BooksPage = {
  readonly tab: 'day' | 'shift' | 'list'
  /** Null is yesterday: the last day that is over. */
  readonly day: string | null
  /** Null is the last one that was closed. */
  readonly shiftId: string | null
  readonly filters: ListFilters | null
  readonly invoiceId: string | null
  /** Its difference is settled in another room: read again when whoever went there is back. */
  readonly leftFor: { readonly span: string; readonly key: string } | null
}

const books = createStore<BooksPage>(() => ({
  tab: 'day',
  day: null,
  shiftId: null,
  filters: null,
  invoiceId: null,
  leftFor: null,
}))

export const useBooksPage = (): BooksPage => useStore(books)
export const showTab = (tab: BooksPage['tab']): void => books.setState({ tab })
export const chooseDay = (day: string): void => books.setState({ day })
export const chooseShift = (shiftId: string): void => books.setState({ shiftId })
/** From another room: that shift, ready to be reconciled. */
export function showShift(shiftId: string): void {
  books.setState({ tab: 'shift', shiftId })
  showRoom('books')
}
export const leaveFor = (leftFor: NonNullable<BooksPage['leftFor']>): void => books.setState({ leftFor })
/** Whether that one was left for another room; it is told once. */
export function isBackAt(span: string, key: string): boolean {
  const { leftFor } = books.getState()
  if (leftFor?.span !== span || leftFor.key !== key) return false
  books.setState({ leftFor: null })
  return true
}
export const openInvoice = (invoiceId: string | null): void => books.setState({ invoiceId })
/** Whatever is changed but the page begins at the first one. */
export const filterBy = (filters: ListFilters): void => books.setState({ filters, invoiceId: null })

/** A difference's invoice, in the service's own list. */
export const showInvoice = (invoiceId: string): void => books.setState({ tab: 'list', invoiceId })
