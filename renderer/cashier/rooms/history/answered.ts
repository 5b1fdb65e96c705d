/** Combines the answers to a search of the history: its pages, and later changes. */

import type { SalePage, SaleRow } from '../../../../shared/books/history.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { Question } from './history-page.ts'

export const SALES_A_PAGE = 60

export type Answered = Omit<SalePage, 'rows'> & {
  readonly question: Question | null
  /** Null before the first answer. Old rows stay until the next question is answered. */
  readonly rows: readonly SaleRow[] | null
  /** Pages are loaded until there are this many rows. */
  readonly wanted: number
  readonly failure: Failure | null
  readonly fresh: readonly SaleRow[]
  /** Each new list has a new number. */
  readonly number: number
}

export const NOTHING: Answered = {
  question: null,
  rows: null,
  next: null,
  wanted: SALES_A_PAGE,
  count: null,
  fitsMore: false,
  goods: [],
  unreached: null,
  unread: 0,
  failure: null,
  fresh: [],
  number: 0,
}

/** How many sales were found. While the search is unfinished, this is a lower limit, at least the number of loaded rows. */
export function countOf({ count, rows, fresh, next }: Answered): SalePage['count'] {
  if (count === null || !count.more) return count
  return { ...count, known: Math.max(count.known, (rows?.length ?? 0) + fresh.length), more: next !== null }
}

/**
 * Updates known rows in place and puts newer ones into `fresh`. If no row was found so far, the new answer may contain rows
 * that the next page will bring again. These are left out.
 */
export function withChanges(had: Answered, { rows: now, count }: SalePage): Answered {
  const rows = had.rows ?? []
  const byId = new Map(now.map((row) => [row.id, row]))
  const top = rows[0]?.place ?? -1
  const newer = now.filter(({ place }) => place > top)
  const changed = rows.map((row) => byId.get(row.id) ?? row)
  if (rows.length > 0) return { ...had, rows: changed, count, fresh: newer }
  const { next } = had
  return { ...had, rows: next === null ? newer : newer.filter(({ place }) => place >= next), count }
}
