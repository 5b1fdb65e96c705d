import { useStore } from 'zustand'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import { type HistoryFilters, NO_FILTERS, type SoldGoods } from '../../../../shared/books/history.ts'
import { openSale } from '../../page/index.ts'
import { createRoomStore } from '../../page/visit.ts'
import { daysNamed } from '../../parts/day-entry.tsx'

export const SPANS = ['all', 'today', 'yesterday', 'week', 'month', 'days'] as const
export type Span = (typeof SPANS)[number]

/** The current search. It is kept while another room is open. */
export type HistoryPage = {
  readonly text: string
  readonly span: Span
  /** Only for `days`: the texts of the date fields, possibly empty. */
  readonly firstDay: string
  readonly lastDay: string
  readonly chosen: Pick<HistoryFilters, 'standing' | 'tender' | 'cashier'>
  readonly product: SoldGoods | null
  readonly till: TillChoice
}

const EVERYTHING: HistoryPage = {
  text: '',
  span: 'all',
  firstDay: '',
  lastDay: '',
  chosen: { standing: null, tender: null, cashier: null },
  product: null,
  till: 'this',
}

const historyPage = createRoomStore(EVERYTHING)

export const useHistoryPage = (): HistoryPage => useStore(historyPage)

export const search = (text: string): void => historyPage.setState({ text })
export const chooseSpan = (span: Span): void => historyPage.setState({ span })
export const chooseDays = (days: Partial<Pick<HistoryPage, 'firstDay' | 'lastDay'>>): void =>
  historyPage.setState(days)
export const choose = (chosen: Partial<HistoryPage['chosen']>): void =>
  historyPage.setState((page) => ({ chosen: { ...page.chosen, ...chosen } }))
export const chooseTill = (till: TillChoice): void => historyPage.setState({ till })
/** A chosen product replaces the typed text. */
export const chooseProduct = (product: SoldGoods | null): void =>
  historyPage.setState(product === null ? { product } : { product, text: '' })
export const clearAll = (): void => historyPage.setState(EVERYTHING)
/** Opens the history, filtered by these values and this choice of tills. */
export const showSales = (chosen: Partial<HistoryPage['chosen']>, till: TillChoice): void => {
  historyPage.setState({ ...EVERYTHING, chosen: { ...EVERYTHING.chosen, ...chosen }, till })
  openSale(null)
}

export const isNarrowed = ({ text, span, chosen, product, till }: HistoryPage): boolean =>
  text.trim() !== '' ||
  till !== 'this' ||
  span !== 'all' ||
  product !== null ||
  Object.values(chosen).some((value) => value !== null)

export type Question = HistoryFilters & { readonly text: string; readonly till: TillChoice }

/** The search as the main process expects it. */
export const questionOf = (page: HistoryPage, today: string): Question => ({
  ...NO_FILTERS,
  ...page.chosen,
  ...daysOf(page, today),
  product: page.product?.code ?? null,
  text: page.text.trim(),
  till: page.till,
})

function daysOf(
  { span, firstDay, lastDay }: HistoryPage,
  today: string,
): Pick<HistoryFilters, 'from' | 'to'> {
  if (span === 'all') return { from: null, to: null }
  return span === 'days' ? { from: firstDay || null, to: lastDay || null } : daysNamed(span, today)
}
