import type { Page } from './decode.ts'
import { ServiceFailed } from './failed.ts'
import type { ListResult } from './types.ts'

/** The contract gives no largest page_limit (section 8): a service that gives fewer rows a page is walked on. */
const PAGE_LIMIT = 100
/** 20,000 rows: beyond it the service is taken to have no end. */
const MOST_PAGES = 200

type ReadPage<Row> = (offset: {
  readonly page_number: number
  readonly page_limit: number
}) => Promise<Page<Row>>

/**
 * Reads pages until all counted rows are there, or a page brings nothing new. A row that comes twice (rows move while
 * one reads) counts once, as it was last seen. A page after the first that fails ends the reading, and takes away nothing
 * of what came before it.
 */
export async function walkPages<Row>(
  read: ReadPage<Row>,
  idOf: (row: Row) => string,
  failed: (why: ServiceFailed) => void,
): Promise<ListResult<Row>> {
  const rows = new Map<string, Row>()
  let unread = 0
  /** How many rows came, those that came again and those that could not be read included. */
  let came = 0

  const readOn = async (page_number: number): Promise<{ count: number | null; more: boolean }> => {
    const page = await read({ page_number, page_limit: PAGE_LIMIT })
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
    return isNew && (reached > count || size >= PAGE_LIMIT)
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
