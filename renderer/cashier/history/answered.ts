/** The answers to a search of the history, put together: its pages, and what has changed since. */
import type { Failure } from '../../../shared/failure.ts'
import type { SalePage, SaleRow } from '../../../shared/history.ts'
import type { Question } from './history-page.ts'

export const SALES_A_PAGE = 60

export type Answered = {
  readonly question: Question | null
  readonly rows: readonly SaleRow[] | null
  readonly next: number | null
  /** Pages are loaded until there are this many rows. */
  readonly wanted: number
  readonly count: SalePage['count']
  readonly goods: SalePage['goods']
  readonly unreached: SalePage['unreached']
  readonly unread: number
  readonly failure: Failure | null
  readonly fresh: readonly SaleRow[]
  readonly number: number
}

export const NOTHING: Answered = {
  question: null,
  rows: null,
  next: null,
  wanted: SALES_A_PAGE,
  count: null,
  goods: [],
  unreached: null,
  unread: 0,
  failure: null,
  fresh: [],
  number: 0,
}

/** The number of found sales. A search that was counted before its end has at least those that its pages have. */
export function countOf({ count, rows, fresh, next }: Answered): SalePage['count'] {
  if (count === null || !count.more) return count
  return { known: Math.max(count.known, (rows?.length ?? 0) + fresh.length), more: next !== null }
}

/**
 * Updates known rows in place and puts newer ones into `fresh`. Where none was found yet, the new answer may reach further
 * than the pages so far: what lies below the next page's beginning is that page's.
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
