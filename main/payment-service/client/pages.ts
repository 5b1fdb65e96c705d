import type { Page } from './decode-fields.ts'
import { ServiceFailed } from './failed.ts'
import type { ListResult } from './types.ts'

/** The contract names no largest page_limit (docs/payment-service.md#pagination). Smaller pages mean more requests. */
export const PAGE_LIMIT = 100
/** The contract's default, which every service takes. */
const DEFAULT_LIMIT = 10
/** 20,000 rows: a longer list counts as endless. */
const MOST_PAGES = 200

export type PageOffset = { readonly page_number: number; readonly page_limit: number }
type ReadPage<Row> = (offset: PageOffset) => Promise<Page<Row>>

/**
 * Reads with the largest pages that the service takes. If it refuses a request and takes the same with default pages,
 * larger pages are not requested again. `most` is the size that the reader wants.
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
 * Reads pages until all counted rows are there or a page brings nothing new. A row that comes twice, because rows move
 * between pages, counts once, as last seen. After a failure on a later page the earlier rows are kept.
 */
export async function walkPages<Row>(
  read: ReadPage<Row>,
  page_limit: number,
  idOf: (row: Row) => string,
  failed: (why: ServiceFailed) => void,
): Promise<ListResult<Row>> {
  const rows = new Map<string, Row>()
  let unread = 0
  /** How many rows came, repeated and unreadable ones included. */
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
    // The count may be of this page only, so a full page is followed by another request.
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
    // After a failure `last` is the page before it, whose `more` is true.
    missing: unread > 0 || last.more || came < (first.count ?? 0),
    complete: sameCount && !last.more && unread === 0 && came === rows.size && came === first.count,
  }
}
