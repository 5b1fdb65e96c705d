import type { Page } from './decode.ts'

/** The contract gives no largest page_limit (section 8): a service that gives fewer rows a page is walked on. */
const PAGE_LIMIT = 100
/** 20,000 rows: beyond it the service is taken to have no end. */
const MOST_PAGES = 200

type RowOf<OnePage extends Page<unknown>> = OnePage['rows'][number]

export type Walked<OnePage extends Page<unknown>> = {
  readonly first: OnePage
  readonly rows: readonly RowOf<OnePage>[]
  /** Whether as many rows came as the service counted. */
  readonly complete: boolean
  /** There was always more: this is not the whole list. */
  readonly endless: boolean
}

/**
 * Reads pages until all counted rows are there, or a page brings nothing new. A row that comes twice (rows move while
 * one reads) counts once, as it was last seen.
 */
export async function walkPages<OnePage extends Page<unknown>>(
  read: (offset: { readonly page_number: number; readonly page_limit: number }) => Promise<OnePage>,
  idOf: (row: RowOf<OnePage>) => string,
): Promise<Walked<OnePage>> {
  const rows = new Map<string, RowOf<OnePage>>()
  const readPage = async (page_number: number): Promise<{ page: OnePage; more: boolean }> => {
    const page = await read({ page_number, page_limit: PAGE_LIMIT })
    const before = rows.size
    for (const row of page.rows) rows.set(idOf(row), row)
    return { page, more: rows.size > before && rows.size < page.count }
  }

  const first = await readPage(1)
  let last = first
  for (let number = 2; last.more && number <= MOST_PAGES; number++) last = await readPage(number)
  return {
    first: first.page,
    rows: [...rows.values()],
    complete: rows.size >= last.page.count,
    endless: last.more,
  }
}
