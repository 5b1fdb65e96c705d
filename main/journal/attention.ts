import type { DatabaseSync } from 'node:sqlite'
import type { Failure } from '../../shared/failure.ts'
import type { AttentionCause, AttentionItem } from '../../shared/ipc/index.ts'
import { money } from '../../shared/money.ts'
import type { Row } from './row.ts'

/** What waits for a person. */
export function attentionTable(database: DatabaseSync) {
  return {
    attention: (): AttentionItem[] =>
      database
        .prepare(
          `SELECT attention.id, sale_id, sender_invoice_no, cause, failure, amount, at
           FROM attention JOIN sale ON sale.id = sale_id WHERE settled_at IS NULL ORDER BY at, attention.id`,
        )
        .all()
        .map((row: Row) => ({
          id: Number(row.id),
          saleId: String(row.sale_id),
          senderInvoiceNo: String(row.sender_invoice_no),
          cause: row.cause as AttentionCause,
          failure: row.failure === null ? null : (JSON.parse(String(row.failure)) as Failure),
          amount: row.amount === null ? null : money(Number(row.amount)),
          at: Number(row.at),
        })),
    attentionCount: () =>
      Number(
        (database.prepare('SELECT count(*) AS count FROM attention WHERE settled_at IS NULL').get() as Row)
          .count,
      ),
    /** Answers with the sale it was about, or null where there was nothing to settle. */
    settleAttention: (id: number, at: number) => {
      const row = database
        .prepare('UPDATE attention SET settled_at = ? WHERE id = ? AND settled_at IS NULL RETURNING sale_id')
        .get(at, id) as Row | undefined
      return row ? String(row.sale_id) : null
    },
  }
}
