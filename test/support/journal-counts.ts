import type { JournalReader } from '../../main/storage/store/index.ts'
import type { SaleRow } from '../../shared/books/history.ts'

/** All rows of the history that match a term of each group, newest first. */
export function everyRow(
  { search }: Pick<JournalReader, 'search'>,
  groups: readonly (readonly string[])[] = [],
): readonly SaleRow[] {
  const rows: SaleRow[] = []
  for (let before: number | null = null; ; ) {
    const page = search.find({ groups, from: null, to: null, least: null, most: null, before, limit: 100 })
    rows.push(...page.rows)
    if (page.next === null) return rows
    before = page.next
  }
}

/** How many sales and events of sales the journal has, and the sum of the sales' totals. */
export function countsOf(journal: Pick<JournalReader, 'search' | 'sales'>) {
  const rows = everyRow(journal)
  const sumOf = (of: (row: SaleRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    sales: rows.length,
    events: sumOf(({ id }) => journal.sales.events(id).length),
    total: sumOf(({ total }) => total),
  }
}
