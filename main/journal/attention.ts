import type { DatabaseSync } from 'node:sqlite'
import type { AttentionCause } from '../../shared/attention.ts'
import type { Failure } from '../../shared/failure.ts'
import type { AttentionItem } from '../../shared/ipc/index.ts'
import { money } from '../../shared/money.ts'
import { prepared } from './prepared.ts'
import type { Row } from './row.ts'

/** Something for a person, as it was written down. What can be done about it, the sale's state decides. */
export type AttentionEntry = Omit<AttentionItem, 'remedies' | 'missing'>

const ENTRY = `SELECT attention.id, sale_id, sender_invoice_no, cause, failure, amount, at
  FROM attention JOIN sale ON sale.id = sale_id WHERE settled_at IS NULL`

/** What waits for a person. */
export function attentionTable(database: DatabaseSync) {
  return {
    attention: (): AttentionEntry[] =>
      prepared(database, `${ENTRY} ORDER BY at, attention.id`).all().map(asEntry),
    /** Null where there is none, or it was settled. */
    attentionItem: (id: number): AttentionEntry | null => {
      const row = prepared(database, `${ENTRY} AND attention.id = ?`).get(id)
      return row ? asEntry(row) : null
    },
    attentionCount: () =>
      Number(
        (prepared(database, 'SELECT count(*) AS count FROM attention WHERE settled_at IS NULL').get() as Row)
          .count,
      ),
    /** Answers with the sale it was about, or null where there was nothing to settle. */
    settleAttention: (id: number, remedy: string | null, at: number) => {
      const row = prepared(
        database,
        'UPDATE attention SET settled_at = ?, remedy = ? WHERE id = ? AND settled_at IS NULL RETURNING sale_id',
      ).get(at, remedy, id) as Row | undefined
      return row ? String(row.sale_id) : null
    },
  }
}

const asEntry = (row: Row): AttentionEntry => ({
  id: Number(row.id),
  saleId: String(row.sale_id),
  senderInvoiceNo: String(row.sender_invoice_no),
  cause: row.cause as AttentionCause,
  failure: row.failure === null ? null : (JSON.parse(String(row.failure)) as Failure),
  amount: row.amount === null ? null : money(Number(row.amount)),
  at: Number(row.at),
})
