import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type HistoryFilters, NO_FILTERS, type SoldGoods } from '../../../shared/history.ts'

export const SPANS = ['all', 'today', 'yesterday', 'week', 'month', 'days'] as const
export type Span = (typeof SPANS)[number]

/** What is searched for: kept while another room is open. */
export type HistoryPage = {
  readonly text: string
  readonly span: Span
  /** For `days`: as the date fields have them, perhaps empty. */
  readonly firstDay: string
  readonly lastDay: string
  readonly chosen: Pick<HistoryFilters, 'standing' | 'tender' | 'cashier'>
  readonly product: SoldGoods | null
}

const EVERYTHING: HistoryPage = {
  text: '',
  span: 'all',
  firstDay: '',
  lastDay: '',
  chosen: { standing: null, tender: null, cashier: null },
  product: null,
}

const historyPage = createStore<HistoryPage>(() => EVERYTHING)

export const useHistoryPage = (): HistoryPage => useStore(historyPage)

export const search = (text: string): void => historyPage.setState({ text })
export const chooseSpan = (span: Span): void => historyPage.setState({ span })
export const chooseDays = (days: Partial<Pick<HistoryPage, 'firstDay' | 'lastDay'>>): void =>
  historyPage.setState(days)
export const choose = (chosen: Partial<HistoryPage['chosen']>): void =>
  historyPage.setState((page) => ({ chosen: { ...page.chosen, ...chosen } }))
/** The words have found their product: it takes their place. */
export const chooseProduct = (product: SoldGoods | null): void =>
  historyPage.setState(product === null ? { product } : { product, text: '' })
export const clearAll = (): void => historyPage.setState(EVERYTHING)

export const isNarrowed = ({ text, span, chosen, product }: HistoryPage): boolean =>
  text.trim() !== '' ||
  span !== 'all' ||
  product !== null ||
  Object.values(chosen).some((value) => value !== null)

/** What the main process is asked. */
export function questionOf(page: HistoryPage, today: string): HistoryFilters & { readonly text: string } {
  return {
    ...NO_FILTERS,
    ...page.chosen,
    ...daysOf(page, today),
    product: page.product?.code ?? null,
    text: page.text.trim(),
  }
}

function daysOf(
  { span, firstDay, lastDay }: HistoryPage,
  today: string,
): Pick<HistoryFilters, 'from' | 'to'> {
  switch (span) {
    case 'all':
      return { from: null, to: null }
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: daysBefore(today, 1), to: daysBefore(today, 1) }
    case 'week':
      return { from: daysBefore(today, 6), to: today }
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today }
    case 'days':
      return { from: firstDay || null, to: lastDay || null }
  }
}

const two = (figure: number): string => String(figure).padStart(2, '0')

export const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

function daysBefore(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayOf(new Date(year, month - 1, date - days))
}
