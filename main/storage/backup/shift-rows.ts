/**
 * Makes rows of shifts for a salvaged journal where the stored rows cannot be read. A shift that is only named in
 * events of sales gets a row too, so that their money is counted in a drawer. Its state is `left`, and a person closes
 * it.
 */
import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable } from '../journal/index.ts'
import { prepared, type Row } from '../sqlite/index.ts'

const KINDS = new Set(['shift-opened', 'cash-in', 'cash-out', 'shift-closed'])

/** Call it before inserting the first event of a shift, because events refer to its row. */
export function insertShift(target: DatabaseSync, id: string, { kind, at }: Row): void {
  if (KINDS.has(String(kind))) begin(target, id, at)
}

function begin(target: DatabaseSync, id: string, at: unknown): void {
  prepared(
    target,
    `INSERT OR IGNORE INTO shift (id, terminal, tag, state, opened_at, version) VALUES (?, '${MADE}', '', 'left', ?, 1)`,
  ).run(id, Number(at))
}

/** The terminal code of a row that `makeShifts` still has to complete. */
const MADE = ''

/** Completes the rows from all events. Returns the shifts that are not closed, whose later events may be lost. */
export function makeShifts(target: DatabaseSync): readonly string[] {
  for (const { id, at } of target
    .prepare(
      `SELECT shift_id AS id, min(at) AS at FROM event
         WHERE shift_id IS NOT NULL AND shift_id NOT LIKE '-%' AND shift_id NOT IN (SELECT id FROM shift)
         GROUP BY shift_id`,
    )
    .all())
    begin(target, String(id), at)
  const made = target.prepare(`SELECT * FROM shift WHERE terminal = '${MADE}'`).all()
  const unclosed = made.filter((row) => !makeRow(target, row)).map(({ id }) => String(id))
  openLast(target, unclosed)
  return unclosed
}

/** Returns whether the shift was closed. */
function makeRow(target: DatabaseSync, { id, opened_at }: Row): boolean {
  const events = target
    .prepare('SELECT seq, at, kind, body FROM event WHERE subject = ? ORDER BY seq')
    .all(id as string)
  const bodyOf = (wanted: string): Row => {
    const body = events.find(({ kind }) => kind === wanted)?.body
    return body === undefined ? {} : (JSON.parse(String(body)) as Row)
  }
  const sold = lastSale(target, String(id))
  const terminal = String(bodyOf('shift-opened').terminal ?? sold?.terminal ?? terminalOfAny(target))
  const closed = events.find(({ kind }) => kind === 'shift-closed')
  const zNumber = Number(bodyOf('shift-closed').zNumber ?? 0)
  const isClosed = closed !== undefined && zNumber > 0
  const tag = String(sold?.tag ?? keyValueTable(target).read('tag') ?? id)
  const isTaken = prepared(target, 'SELECT 1 FROM shift WHERE terminal = ? AND tag = ? AND z_number = ?').get(
    terminal,
    tag,
    zNumber,
  )
  prepared(
    target,
    `UPDATE shift SET terminal = ?, tag = ?, opened_at = ?, version = ?, state = ?, closed_at = ?, z_number = ? WHERE id = ?`,
  ).run(
    terminal,
    isTaken === undefined ? tag : String(id),
    Number(events[0]?.at ?? opened_at),
    Number(events.at(-1)?.seq ?? 1),
    isClosed ? 'closed' : 'left',
    isClosed ? Number(closed.at) : null,
    isClosed ? zNumber : null,
    String(id),
  )
  return isClosed
}

/** The newest sale of the shift, preferably one with this journal's tag. */
const lastSale = (target: DatabaseSync, shiftId: string): Row | undefined =>
  prepared(
    target,
    `SELECT terminal, substr(sender_invoice_no, -4) AS tag FROM sale
       WHERE id IN (SELECT sale_id FROM shift_sale WHERE shift_id = ?1)
       ORDER BY substr(sender_invoice_no, -4) = ?2 DESC, opened_at DESC LIMIT 1`,
  ).get(shiftId, keyValueTable(target).read('tag'))

function terminalOfAny(target: DatabaseSync): unknown {
  const row = target
    .prepare(
      `SELECT terminal FROM (SELECT terminal, opened_at FROM sale UNION ALL SELECT terminal, opened_at FROM shift)
         WHERE terminal <> '${MADE}' ORDER BY opened_at DESC LIMIT 1`,
    )
    .get()
  return row?.terminal ?? '?'
}

/** Opens the shift of this journal with the newest event, because its drawer is in use. */
function openLast(target: DatabaseSync, unclosed: readonly string[]): void {
  if (target.prepare(`SELECT 1 FROM shift WHERE state = 'open'`).get() !== undefined) return
  const own = keyValueTable(target).read('tag')
  const last = target
    .prepare(
      `SELECT id FROM shift WHERE id IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR tag = ?2)
         ORDER BY max(opened_at, coalesce((SELECT max(at) FROM event WHERE shift_id = shift.id), 0)) DESC LIMIT 1`,
    )
    .get(JSON.stringify(unclosed), own)
  if (last !== undefined) target.prepare(`UPDATE shift SET state = 'open' WHERE id = ?`).run(String(last.id))
}
