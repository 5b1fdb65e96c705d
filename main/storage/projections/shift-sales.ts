import type { DatabaseSync } from 'node:sqlite'
import type { NumbersOfDay } from '../../../shared/books/shift.ts'
import { keyValueTable } from '../journal/index.ts'
import { numberOrNull, prepared, type Row } from '../sqlite/index.ts'

/** Reads the sales of a shift, for its report. */
export function shiftSaleReader(database: DatabaseSync) {
  const keyValues = keyValueTable(database)
  return {
    /** The times of the first and the last sale in the shift, and how many of its sales lack events. */
    sold: (id: string) => {
      const row = prepared(
        database,
        `SELECT min(e.at) AS first, max(e.at) AS last, 
             coalesce(sum(s.partly = 1 OR s.version <> (SELECT count(*) FROM event x WHERE x.subject = s.id)), 0) AS partly
           FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           LEFT JOIN event e ON e.subject = t.sale_id AND e.kind = 'paid' AND e.shift_id = t.shift_id
           WHERE t.shift_id = ?`,
      ).get(id) as Row
      return {
        firstAt: numberOrNull(row.first),
        lastAt: numberOrNull(row.last),
        partly: Number(row.partly),
      }
    },
    /** For each day the range of numbers of sales opened in the shift, and how many numbers in it the journal lacks. */
    numbers: (id: string): readonly NumbersOfDay[] =>
      prepared(
        database,
        `SELECT day, min(sequence) AS first, max(sequence) AS last, (max(sequence) - min(sequence) + 1) - (
             SELECT count(DISTINCT o.sequence) FROM sale o
             WHERE o.terminal = s.terminal AND o.tag = s.tag AND o.day = s.day AND o.sequence BETWEEN min(s.sequence) AND max(s.sequence)
           ) AS missing
           FROM shift_sale t JOIN sale s ON s.id = t.sale_id
           JOIN event e ON e.subject = t.sale_id AND e.seq = 1 AND e.shift_id = t.shift_id
           WHERE t.shift_id = ? AND s.snapshot ->> '$.origin' IS NULL
           GROUP BY s.terminal, s.tag, s.day ORDER BY s.day`,
      )
        .all(id)
        .map((row: Row) => ({
          day: String(row.day),
          first: Number(row.first),
          last: Number(row.last),
          missing: Number(row.missing),
        })),
    /** The terminal codes of the shift's till: all that this journal has used, or another till's only one. */
    codes: (shiftId: string): readonly string[] => {
      const shift = prepared(database, 'SELECT terminal, tag FROM shift WHERE id = ?').get(shiftId)
      const codes = prepared(
        database,
        `SELECT DISTINCT key AS code FROM ledger_sum
           WHERE account = 'till' AND book > 'day ' AND book < 'day a'
           AND EXISTS (SELECT 1 FROM sale WHERE terminal = key AND tag = ?)`,
      )
        .all(keyValues.read('tag'))
        .map(({ code }) => String(code))
      const isOwn = shift?.tag === keyValues.read('tag') || codes.includes(String(shift?.terminal))
      return isOwn ? codes : [String(shift?.terminal)]
    },
  }
}
