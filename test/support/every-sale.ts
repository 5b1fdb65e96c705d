import { NO_FILTERS } from '../../shared/books/history.ts'

/** The first page of the history without filters. */
export const EVERY_SALE = { ...NO_FILTERS, text: '', before: null, limit: 50 }
