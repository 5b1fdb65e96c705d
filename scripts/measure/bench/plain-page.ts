/** A page of sales by one SQL query, as the best of what a program without a search of its own does. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { placeOf, type SaleSearch } from '../../../main/storage/projections/index.ts'

/** Returns the query of a search, ready to run. */
export const plainPage =
  (database: DatabaseSync) =>
  (search: SaleSearch): (() => readonly { readonly id: string; readonly snapshot: string }[]) => {
    const { text, values } = queryOf(database, search)
    const statement = database.prepare(text)
    return () =>
      statement.all(...values).map(({ id, snapshot }) => ({ id: String(id), snapshot: String(snapshot) }))
  }

function queryOf(database: DatabaseSync, search: SaleSearch) {
  const { from, to, before, least, most, limit } = search
  const low = from === null ? 0 : placeOf(from)
  const high = Math.min(
    before ?? Number.MAX_SAFE_INTEGER,
    to === null ? Number.MAX_SAFE_INTEGER : placeOf(to),
  )
  const count = database.prepare('SELECT count(*) AS many FROM sale_term WHERE term = ?')
  const groups = search.groups
    .map((terms) => ({
      terms,
      many: terms.reduce((sum, term) => sum + Number(count.get(term)?.many), 0),
    }))
    .sort((one, other) => one.many - other.many)
    .map(({ terms }) => terms)
  const [first, ...others] = groups
  const wheres = ['lead.place >= ? AND lead.place < ?']
  const values: SQLInputValue[] = []
  let source = 'found_sale AS lead'
  if (first !== undefined) {
    const distinct = first.length === 1 ? '' : 'DISTINCT'
    const terms = first.map(() => '?').join()
    source = `(SELECT ${distinct} place FROM sale_term WHERE term IN (${terms}) AND place >= ? AND place < ?) AS lead`
    values.push(...first, low, high)
  }
  values.push(low, high)
  for (const terms of others) {
    wheres.push(
      `EXISTS (SELECT 1 FROM sale_term WHERE term IN (${terms.map(() => '?')}) AND sale_term.place = lead.place)`,
    )
    values.push(...terms)
  }
  if (least !== null || most !== null) {
    wheres.push('found.total BETWEEN ? AND ?')
    values.push(least ?? 0, most ?? Number.MAX_SAFE_INTEGER)
  }
  return {
    text: `SELECT sale.id, sale.snapshot FROM ${source} CROSS JOIN found_sale AS found ON found.place = lead.place
      CROSS JOIN sale ON sale.id = found.sale_id WHERE ${wheres.join(' AND ')} ORDER BY lead.place DESC LIMIT ?`,
    values: [...values, limit],
  }
}
