import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable, tagsOfJournal } from '../journal/index.ts'
import { prepared, textOrNull } from '../sqlite/index.ts'

/** Reads the numbers that sales have, such as `K01-261120-0147-X7F3`. */
export function saleNumberReader(database: DatabaseSync) {
  const facts = keyValueTable(database)
  return {
    /** The next number of the day. */
    nextSequence: (terminal: string, day: string): number => {
      const next = 'SELECT coalesce(max(sequence), 0) + 1 AS next FROM sale WHERE terminal = ? AND day = ?'
      return Number(prepared(database, next).get(terminal, day)?.next)
    },
    /** The number of the newest sale of this journal's tag, or else of any tag. */
    last: (): string | null => {
      const newest = 'SELECT sender_invoice_no AS number FROM sale'
      const row =
        prepared(database, `${newest} WHERE tag = ? ORDER BY rowid DESC LIMIT 1`).get(facts.read('tag')) ??
        prepared(database, `${newest} ORDER BY rowid DESC LIMIT 1`).get()
      return textOrNull(row?.number)
    },
    /**
     * Whether this till sold: a sale has the tag of the journal, one of its tags before rescues, or this terminal code.
     * Sales of other tills that came here for a return do not count.
     */
    areOwn: (terminal: string | null): boolean => {
      const own = `SELECT 1 FROM sale WHERE (terminal = ? OR tag IN (SELECT value FROM json_each(?)))
        AND snapshot ->> '$.origin' IS NULL LIMIT 1`
      return prepared(database, own).get(terminal, JSON.stringify(tagsOfJournal(facts))) !== undefined
    },
    /** The newest number with this terminal code from a journal with another tag; null where there is none. */
    lastOfOthers: (terminal: string, tag: string): string | null => {
      const newest = `SELECT sender_invoice_no AS number FROM sale WHERE terminal = ? AND sender_invoice_no NOT LIKE ?
        ORDER BY day DESC, sequence DESC LIMIT 1`
      return textOrNull(prepared(database, newest).get(terminal, `%-${tag}`)?.number)
    },
  }
}
