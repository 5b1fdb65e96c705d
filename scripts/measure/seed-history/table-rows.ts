/** Writes rows directly into the tables of a journal: for a million sales. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { chargedInvoice } from '../../../main/storage/projections/index.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { statusOf } from '../../../shared/sale/status.ts'

/** Inserts rows; the keys are the names of the columns. */
export function into<Column extends string>(
  database: DatabaseSync,
  table: string,
  columns: readonly Column[],
): (row: Readonly<Record<Column, SQLInputValue>>) => void {
  const values = columns.map((column) => `:${column}`)
  const insert = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`,
  )
  return (row) => void insert.run(row)
}

export const SALE_COLUMNS = [
  'id',
  'terminal',
  'day',
  'sequence',
  'sender_invoice_no',
  'opened_at',
  'version',
  'state',
  'invoice_id',
] as const

/** The columns of a sale's row that every version of the journal has. */
export const saleRow = (sale: Sale): Record<(typeof SALE_COLUMNS)[number], SQLInputValue> => ({
  id: sale.id,
  terminal: sale.terminal,
  day: sale.day,
  sequence: sale.sequence,
  sender_invoice_no: sale.senderInvoiceNo,
  opened_at: sale.openedAt,
  version: sale.version,
  state: statusOf(sale).name,
  invoice_id: chargedInvoice(sale),
})
