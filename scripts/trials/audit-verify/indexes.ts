/**
 * Checks the search index of sales: computes it again in temporary tables, compares, and rolls back. An incomplete sale
 * may have extra entries, made by lost events; of such a sale only missing entries are findings.
 */
import type { DatabaseSync } from 'node:sqlite'
import { asIndexed, linesOf, readableTerms } from '../../../main/storage/projections/index.ts'
import type { Row } from '../../../main/storage/sqlite/index.ts'

export function wrongIndexes(database: DatabaseSync): readonly string[] {
  database.exec(`BEGIN; ${MADE}`)
  try {
    makeAnew(database)
    return CHECKS.flatMap(([what, query]) => {
      const row: Row | undefined = database.prepare(`${query} LIMIT 1`).get()
      return row === undefined ? [] : [`${what}: ${Object.values(row).join(', ')}`]
    })
  } finally {
    database.exec('ROLLBACK')
  }
}

const MADE = `
  CREATE TEMP TABLE made_place (sale_id TEXT NOT NULL, place INTEGER NOT NULL, total INTEGER NOT NULL);
  INSERT INTO made_place SELECT sale_id, place, total FROM found_sale;
  CREATE INDEX temp.made_place_sale ON made_place (sale_id);
  CREATE TEMP TABLE made_term (term TEXT NOT NULL, place INTEGER NOT NULL);
  CREATE TEMP TABLE made_invoice (invoice_id TEXT NOT NULL, sale_id TEXT NOT NULL);
  CREATE TEMP TABLE made_goods (code TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (code, name));
`
function makeAnew(database: DatabaseSync): void {
  const term = database.prepare('INSERT INTO made_term SELECT ?, place FROM made_place WHERE sale_id = ?')
  const invoiced = database.prepare('INSERT INTO made_invoice VALUES (?, ?)')
  const goods = database.prepare('INSERT OR IGNORE INTO made_goods VALUES (?, ?)')
  for (const row of database.prepare('SELECT id, total, snapshot FROM sale ORDER BY rowid').iterate()) {
    const indexed = asIndexed(row)
    for (const one of readableTerms(indexed)) term.run(one, String(row.id))
    for (const { invoice } of indexed.sale.invoices ?? [])
      if (invoice) invoiced.run(invoice.invoiceId, String(row.id))
    for (const { product } of linesOf(indexed.sale)) goods.run(product.code, product.name)
  }
}

const INCOMPLETE = '(SELECT id FROM sale WHERE partly = 1)'

const CHECKS: readonly (readonly [what: string, query: string])[] = [
  [
    'the place of a sale in the history is not right',
    `SELECT sale.sender_invoice_no FROM sale LEFT JOIN made_place p ON p.sale_id = sale.id GROUP BY sale.id
       HAVING count(p.place) <> 1 OR max(p.total) <> sale.total OR max(p.place) / 1000 <> sale.opened_at`,
  ],
  [
    'a place in the history is of no sale',
    'SELECT place FROM found_sale WHERE sale_id NOT IN (SELECT id FROM sale)',
  ],
  [
    'a sale is not found by',
    'SELECT * FROM (SELECT term, place FROM made_term EXCEPT SELECT term, place FROM sale_term)',
  ],
  [
    'a sale is found by what it has not',
    'SELECT * FROM (SELECT term, place FROM sale_term EXCEPT SELECT term, place FROM made_term)',
  ],
  [
    'no sale is found by the invoice',
    'SELECT invoice_id FROM made_invoice WHERE invoice_id NOT IN (SELECT invoice_id FROM sale_invoice)',
  ],
  [
    'a sale is found by an invoice that it has not',
    `SELECT * FROM (SELECT invoice_id, sale_id FROM sale_invoice EXCEPT SELECT invoice_id, sale_id FROM made_invoice)
       WHERE sale_id NOT IN ${INCOMPLETE}`,
  ],
  [
    'a sale is not among those of its shift',
    `SELECT * FROM (SELECT shift_id, subject FROM event WHERE shift_id IS NOT NULL EXCEPT SELECT shift_id, sale_id FROM shift_sale)`,
  ],
  [
    'a sale is among those of another shift',
    `SELECT * FROM (SELECT shift_id, sale_id FROM shift_sale EXCEPT SELECT shift_id, subject FROM event)
       WHERE sale_id NOT IN ${INCOMPLETE}`,
  ],
  [
    'the name of goods that were sold is missing',
    'SELECT * FROM (SELECT code, name FROM made_goods EXCEPT SELECT code, name FROM sold_goods)',
  ],
  [
    'no goods were rung up under the name',
    `SELECT * FROM (SELECT code, name FROM sold_goods EXCEPT SELECT code, name FROM made_goods
         EXCEPT SELECT body ->> '$.line.product.code', body ->> '$.line.product.name' FROM event WHERE kind = 'line-added')
       WHERE NOT EXISTS ${INCOMPLETE}`,
  ],
]
