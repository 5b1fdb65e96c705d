/** Lottery numbers and QRs of e-receipts, sealed until their paper is confirmed. */
import type { DatabaseSync } from 'node:sqlite'
import { prepared, type Row } from '../sqlite/index.ts'

export type Seal = { readonly paymentId: string; readonly sealed: Uint8Array }

export type SealReader = ReturnType<typeof sealReader>

export function sealReader(database: DatabaseSync) {
  return {
    /** Sales with a seal. */
    sales: (): readonly string[] =>
      prepared(database, 'SELECT DISTINCT sale_id FROM receipt_seal')
        .all()
        .map((row: Row) => String(row.sale_id)),
    /** The seals of a sale by payment. */
    of: (saleId: string): ReadonlyMap<string, Uint8Array> => {
      const rows = prepared(database, 'SELECT payment_id, sealed FROM receipt_seal WHERE sale_id = ?').all(
        saleId,
      )
      return new Map(rows.map((row: Row) => [String(row.payment_id), row.sealed as Uint8Array]))
    },
  }
}

export const keepSeal = (database: DatabaseSync, saleId: string, { paymentId, sealed }: Seal): void =>
  void prepared(
    database,
    'INSERT OR REPLACE INTO receipt_seal (sale_id, payment_id, sealed) VALUES (?, ?, ?)',
  ).run(saleId, paymentId, sealed)

/** The bytes are overwritten, because `secure_delete` is on. */
export const eraseSeal = (database: DatabaseSync, saleId: string, paymentId: string): void =>
  void prepared(database, 'DELETE FROM receipt_seal WHERE sale_id = ? AND payment_id = ?').run(
    saleId,
    paymentId,
  )
