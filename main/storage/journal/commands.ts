/** Stores the answers of executed commands by idempotency key. */
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import { prepared, type Row } from '../sqlite/index.ts'

/** How long a command is kept. A page repeats one within minutes, or after a restart within days. */
const KEPT_MS = 7 * 24 * 3_600_000
/** The newest commands are kept at any age, because after a jump of the clock a recent one may look old. */
const KEPT_AT_LEAST = 2_000

export type Command = {
  /** Its idempotency key. */
  readonly id: string
  readonly at: number
  /** A key belongs to one person and one request. */
  readonly actor: Cashier | null
  /** Hash of the request. */
  readonly request: string
}

export type Done = { readonly answer: unknown }

export function commandTable(database: DatabaseSync) {
  return {
    /** The stored answer; null for a new command. Throws COMMAND_REUSED where the key belongs to another one. */
    done: ({ id, actor, request }: Command): Done | null => {
      const row = prepared(database, 'SELECT person, request, answer FROM command WHERE id = ?').get(id) as
        | Row
        | undefined
      if (row === undefined) return null
      const isOurs = row.request === request && row.person === (actor?.id ?? null)
      if (!isOurs) throw new CommandRefused('COMMAND_REUSED')
      return { answer: row.answer === null ? undefined : JSON.parse(String(row.answer)) }
    },
    keep: ({ id, at, actor, request }: Command, answer: unknown): void =>
      void prepared(
        database,
        'INSERT INTO command (id, at, person, request, answer) VALUES (?, ?, ?, ?, ?)',
      ).run(id, at, actor?.id ?? null, request, JSON.stringify(answer) ?? null),
    /** Deletes old commands. Writes nothing where there are none. */
    forget: (now: number): void => {
      // Places are numbered upwards without gaps, so these are the newest. Only a rescued journal may have gaps: it keeps fewer.
      const old = `at < ? AND place <= (SELECT max(place) FROM command) - ${KEPT_AT_LEAST}`
      if (prepared(database, `SELECT 1 FROM command WHERE ${old} LIMIT 1`).get(now - KEPT_MS))
        prepared(database, `DELETE FROM command WHERE ${old}`).run(now - KEPT_MS)
    },
  }
}
