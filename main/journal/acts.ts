import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './prepared.ts'
import type { Row } from './row.ts'
import { inTransaction } from './transaction.ts'

/** How long the name of an act is kept: a page that asks again asks within minutes, after a restart within days. */
const KEPT_MS = 7 * 24 * 3_600_000

/** What a person meant to do once, by the name that the page made for it. */
export function actTable(database: DatabaseSync) {
  return {
    once: <Value>(act: string, at: number, work: () => Value): Value => {
      const done = prepared(database, 'SELECT answer FROM act WHERE id = ?').get(act) as Row | undefined
      if (done) return (done.answer === null ? undefined : JSON.parse(String(done.answer))) as Value
      return inTransaction(database, () => {
        const answer = work()
        if (answer instanceof Promise) throw new TypeError('an act that is done once is done at once')
        prepared(database, 'INSERT INTO act (id, at, answer) VALUES (?, ?, ?)').run(
          act,
          at,
          JSON.stringify(answer) ?? null,
        )
        return answer
      })
    },
    /** Writes nothing where there is nothing to forget. */
    forgetActs: (now: number): void => {
      const old = prepared(database, 'SELECT 1 FROM act WHERE at < ? LIMIT 1').get(now - KEPT_MS)
      if (old) prepared(database, 'DELETE FROM act WHERE at < ?').run(now - KEPT_MS)
    },
  }
}
