import type { Page } from './decode.ts'
import { ServiceFailed } from './failed.ts'
import type { ListResult } from './types.ts'

/** The contract gives no largest page_limit (docs/payment-service.md#pagination): a service that gives fewer rows a page is walked on. */
export const PAGE_LIMIT = 100
/** What every service takes: it is what the contract has where none is asked for. */
const DEFAULT_LIMIT = 10
/** 20,000 rows: beyond it the service is taken to have no end. */
const MOST_PAGES = 200

export type PageOffset = { readonly page_number: number; readonly page_limit: number }
type ReadPage<Row> = (offset: PageOffset) => Promise<Page<Row>>

/**
 * Reads with the largest pages that the service takes: where it refuses the request, and takes it with pages as the contract
 * has them, no larger ones are asked for again. `most` is what the reader would like.
 */
export type SizedPages = <Value>(most: number, read: (limit: number) => Promise<Value>) => Promise<Value>

export function sizedPages(): SizedPages {
  let largest = Number.POSITIVE_INFINITY
  return async (most, read) => {
    const limit = Math.min(most, largest)
    try {
      return await read(limit)
    } catch (error) {
      if (limit <= DEFAULT_LIMIT || !mayMeanPages(error)) throw error
      const value = await read(DEFAULT_LIMIT)
      largest = DEFAULT_LIMIT
      return value
    }
  }
}

const mayMeanPages = (error: unknown): boolean =>
  error instanceof ServiceFailed && (error.failure.status === 400 || error.failure.status === 422)

/**
 * Reads pages until all counted rows are there, or a page brings nothing new. A row that comes twice (rows move while
 * one reads) counts once, as it was last seen. A page after the first that fails ends the reading, and takes away nothing
 * of what came before it.
 */
export async function walkPages<Row>(
  read: ReadPage<Row>,
  page_limit: number,
  idOf: (row: Row) => string,
  failed: (why: ServiceFailed) => void,
): Promise<ListResult<Row>> {
  const rows = new Map<string, Row>()
  let unread = 0
  /** How many rows came, those that came again and those that could not be read included. */
  let came = 0

  const readOn = async (page_number: number): Promise<{ count: number | null; more: boolean }> => {
    const page = await read({ page_number, page_limit })
    const before = rows.size
    for (const row of page.rows) rows.set(idOf(row), row)
    const size = page.rows.length + page.unread
    came += size
    unread += page.unread
    return { count: page.count, more: isMoreToCome(page, size, rows.size > before) }
  }

  const isMoreToCome = ({ count, unread: unreadHere }: Page<Row>, size: number, isNew: boolean): boolean => {
    if (count === null) return isNew
    const reached = rows.size + unread
    if (reached < count) return isNew || unreadHere > 0
    // A full page whose count is reached may be counting itself alone.
    return isNew && (reached > count || size >= page_limit)
  }

  const first = await readOn(1)
  let last = first
  let sameCount = true
  try {
    for (let number = 2; last.more && number <= MOST_PAGES; number++) {
      last = await readOn(number)
      sameCount &&= last.count === first.count
    }
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    failed(error)
  }
  return {
    rows: [...rows.values()],
    // After a failure `last` is the page before it, which said that there is more.
    missing: unread > 0 || last.more || came < (first.count ?? 0),
    complete: sameCount && !last.more && unread === 0 && came === rows.size && came === first.count,
  }
}
