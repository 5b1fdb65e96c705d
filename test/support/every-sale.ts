import { NO_FILTERS } from '../../shared/history.ts'

/** The history's first page, of everything. */
export const EVERY_SALE = { ...NO_FILTERS, text: '', before: null, limit: 50 }
