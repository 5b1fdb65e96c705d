import { useStore } from 'zustand'
import type { BookedInvoiceStatus } from '../../../../shared/books/reconciliation.ts'
import { dayAfter, shopDay } from '../../../../shared/shop/shop-day.ts'
import { showRoom } from '../../page/index.ts'
import { createRoomStore } from '../../page/visit.ts'

/** The shop day that is `days` days from today, by this machine's clock. */
export const dayFromToday = (days: number): string => dayAfter(shopDay(Date.now()), days)

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

export type ListFilters = {
  readonly from: string
  readonly to: string
  readonly number: string
  readonly status: Exclude<BookedInvoiceStatus, 'unknown'> | null
  readonly page: number
}

/** State of the reconciliation room. It is kept while another room is open. */
type BooksPage = {
  readonly tab: 'day' | 'shift' | 'list'
  /** Null selects yesterday, the last complete day. */
  readonly day: string | null
  /** Whether the day is compared for all tills of the shop. */
  readonly till: 'this' | 'all'
  /** Null selects the last closed shift. */
  readonly shiftId: string | null
  readonly filters: ListFilters | null
  readonly invoiceId: string | null
  /** The discrepancy that a person left to resolve it in another room. It is read again when they return. */
  readonly leftFor: { readonly span: string; readonly key: string } | null
}

const books = createRoomStore<BooksPage>({
  tab: 'day',
  day: null,
  till: 'this',
  shiftId: null,
  filters: null,
  invoiceId: null,
  leftFor: null,
})

export const useBooksPage = (): BooksPage => useStore(books)
export const showTab = (tab: BooksPage['tab']): void => books.setState({ tab })
export const chooseDay = (day: string): void => books.setState({ day })
export const chooseTill = (till: BooksPage['till']): void => books.setState({ till })
export const chooseShift = (shiftId: string): void => books.setState({ shiftId })
/** Opens the reconciliation of a shift from another room. */
export function showShift(shiftId: string): void {
  books.setState({ tab: 'shift', shiftId })
  showRoom('books')
}
export const leaveFor = (leftFor: NonNullable<BooksPage['leftFor']>): void => books.setState({ leftFor })
/** Whether the person returns to this discrepancy. True only once. */
export function isBackAt(span: string, key: string): boolean {
  const { leftFor } = books.getState()
  if (leftFor?.span !== span || leftFor.key !== key) return false
  books.setState({ leftFor: null })
  return true
}
export const openInvoice = (invoiceId: string | null): void => books.setState({ invoiceId })
/** Also closes the open invoice. */
export const filterBy = (filters: ListFilters): void => books.setState({ filters, invoiceId: null })

/** Opens the invoice of a discrepancy in the service's list. */
export const showInvoice = (invoiceId: string): void => books.setState({ tab: 'list', invoiceId })
