import type { DatabaseSync } from 'node:sqlite'
import type { SaleSummary } from '../../shared/ipc/index.ts'
import { money } from '../../shared/money.ts'
import type { RecordedEvent, Sale, SaleEvent, SaleStateName } from '../../shared/sale.ts'
import type { Row } from './row.ts'

/** Sales and their events, read. */
export function saleReads(database: DatabaseSync) {
  const asSale = (row: Row): Sale => JSON.parse(String(row.snapshot)) as Sale
  return {
    sale: (id: string) => {
      const row = database.prepare('SELECT snapshot FROM sale WHERE id = ?').get(id)
      return row ? asSale(row) : null
    },
    saleByInvoice: (invoiceId: string) => {
      const row = database.prepare('SELECT snapshot FROM sale WHERE invoice_id = ?').get(invoiceId)
      return row ? asSale(row) : null
    },
    events: (saleId: string): RecordedEvent[] =>
      database
        .prepare('SELECT seq, at, body FROM sale_event WHERE sale_id = ? ORDER BY seq')
        .all(saleId)
        .map((row: Row) => ({
          seq: Number(row.seq),
          at: Number(row.at),
          event: JSON.parse(String(row.body)) as SaleEvent,
        })),
    dueSales: () =>
      database.prepare('SELECT snapshot FROM sale WHERE due = 1 ORDER BY opened_at').all().map(asSale),
    waiting: () => {
      const row = database
        .prepare(
          `SELECT count(*) AS count, min(state_since) AS oldest FROM sale
           WHERE due = 1 AND state IN ('invoicing', 'cancelling', 'receipting')`,
        )
        .get() as Row
      return { count: Number(row.count), oldestAt: row.oldest === null ? null : Number(row.oldest) }
    },
    salesOf: (day: string) =>
      database
        .prepare('SELECT snapshot, total FROM sale WHERE day = ? ORDER BY sequence DESC')
        .all(day)
        .map(summary),
    nextSequence: (terminal: string, day: string) => {
      const row = database
        .prepare('SELECT coalesce(max(sequence), 0) + 1 AS next FROM sale WHERE terminal = ? AND day = ?')
        .get(terminal, day) as Row
      return Number(row.next)
    },
  }
}

function summary(row: Row): SaleSummary {
  const sale = JSON.parse(String(row.snapshot)) as Sale
  return {
    id: sale.id,
    sequence: sale.sequence,
    senderInvoiceNo: sale.senderInvoiceNo,
    openedAt: sale.openedAt,
    state: sale.state.name as SaleStateName,
    total: money(Number(row.total)),
    lineCount: sale.lines.length,
    goods: sale.lines
      .slice(0, 3)
      .map((line) => line.product.name)
      .join(', '),
  }
}
