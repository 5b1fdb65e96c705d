/** What a person meant to do once, by the key that the page made for it. */
import type { DatabaseSync } from 'node:sqlite'
import { CommandRefused } from '../../shared/failure.ts'
import type { Cashier } from '../../shared/staff.ts'
import { prepared } from './prepared.ts'
import type { Row } from './row.ts'

/** How long a command is remembered: a page that asks again asks within minutes, after a restart within days. */
const KEPT_MS = 7 * 24 * 3_600_000
/** The last so many are remembered however old they seem: by a clock that jumped, what was done just now is not forgotten. */
const KEPT_AT_LEAST = 2_000

export type Command = {
  /** Its idempotency key. */
  readonly id: string
  readonly at: number
  /** A key belongs to one person and one request. */
  readonly actor: Cashier | null
  /** Hash of what was asked for. */
  readonly request: string
}

export type Done = { readonly answer: unknown }

export function commandTable(database: DatabaseSync) {
  return {
    /** What it answered when it was done; null where it was not. Throws COMMAND_REUSED where it was another one. */
    done: ({ id, actor, request }: Command): Done | null => {
      const row = prepared(database, 'SELECT person, request, answer FROM command WHERE id = ?').get(id) as
        | Row
        | undefined
      if (row === undefined) return null
      // Journals from before it was kept do not say whose it was.
      const isOurs = row.request === null || (row.request === request && row.person === (actor?.id ?? null))
      if (!isOurs) throw new CommandRefused('COMMAND_REUSED')
      return { answer: row.answer === null ? undefined : JSON.parse(String(row.answer)) }
    },
    keep: ({ id, at, actor, request }: Command, answer: unknown): void =>
      void prepared(
        database,
        'INSERT INTO command (id, at, person, request, answer) VALUES (?, ?, ?, ?, ?)',
      ).run(id, at, actor?.id ?? null, request, JSON.stringify(answer) ?? null),
    /** Writes nothing where there is nothing to forget. */
    forget: (now: number): void => {
      const newest = `SELECT place FROM command ORDER BY place DESC LIMIT ${KEPT_AT_LEAST}`
      const old = `at < ? AND place NOT IN (${newest})`
      if (prepared(database, `SELECT 1 FROM command WHERE ${old} LIMIT 1`).get(now - KEPT_MS))
        prepared(database, `DELETE FROM command WHERE ${old}`).run(now - KEPT_MS)
    },
  }
}
