/**
 * A draft is a copy of the register in a file of its own. A worker thread writes and checks it (register-worker.ts). Then
 * it replaces the register, or the register's copy in `backups`. If the work is interrupted, the draft is removed and
 * nothing has changed.
 */
import { DatabaseSync } from 'node:sqlite'
import { CommandRefused, type Failure } from '../../../shared/failure.ts'
import { startThread } from '../../base/thread.ts'
import { closing, diskFiles, inTransaction, prepared } from '../sqlite/index.ts'
import { damageLooks } from './integrity.ts'
import type { Kind, NewRow, NewRows, RegisterChange, Watch } from './types.ts'
import { OR_UPDATE, writeOwnRows } from './write-rows.ts'

/** What the worker thread does: it replaces all rows of `kind` in the file, then checks the file. If `kind` is null, it only checks. */
export type Task = { readonly file: string; readonly kind: Kind | null }
/** The next rows to write. An empty list means that there are no more. */
export type ToThread = readonly NewRow[]
export type FromThread = 'more' | 'done' | { readonly failure: Failure }

const MOST_MEGABYTES = 256

/** How many rows are sent to the thread at a time. Other work runs in between. */
const PORTION = 500

/** Checks all pages of the file and flushes it to disk. Throws NOT_SAVED if it is damaged. */
export const checkInThread = (file: string): Promise<boolean> => inThread({ file, kind: null }, () => null)

/** Replaces all rows of a kind in the file, and checks it. Resolves with false if it was stopped. */
export function replaceInThread(file: string, kind: Kind, rows: NewRows, watch?: Watch): Promise<boolean> {
  let at = 0
  const portions = inPortions(rows)
  return inThread({ file, kind }, () => {
    watch?.progress(at, rows.length)
    if (watch?.stopped()) return null
    const portion = portions.next().value ?? []
    at += portion.length
    return portion
  })
}

function* inPortions(rows: Iterable<NewRow>): Generator<readonly NewRow[], undefined> {
  let portion: NewRow[] = []
  for (const row of rows) {
    portion.push(row)
    if (portion.length < PORTION) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

async function inThread(task: Task, next: () => ToThread | null): Promise<boolean> {
  const limits = { megabytes: MOST_MEGABYTES, ms: null }
  const { done } = startThread<FromThread, boolean, ToThread>(
    'register-worker.js',
    task,
    limits,
    (message, reply) => {
      if (message === 'done') return reply.done(true)
      if (message !== 'more')
        return reply.fail(new CommandRefused(message.failure.name, message.failure.detail))
      try {
        const rows = next()
        if (rows === null) reply.done(false)
        else reply.send(rows)
      } catch (error) {
        reply.fail(error) // a row could not be made
      }
    },
  )
  return done
}

export function checkDraft(file: string): void {
  closing(new DatabaseSync(file), (draft) => {
    for (const _ of damageLooks(draft, 'NOT_SAVED'));
  })
  diskFiles.sync(file)
}

/** An unfinished draft is thrown away, so it needs no rollback journal, and is flushed only at its end. */
function openDraft(file: string): DatabaseSync {
  const draft = new DatabaseSync(file)
  draft.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON')
  return draft
}

/** Replaces the rows of a kind by those that are passed to `take`, when `end` is called. */
export function fillDraft(file: string, kind: Kind) {
  const draft = openDraft(file)
  draft.exec(`
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE incoming (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
  `)
  return {
    take: (rows: readonly NewRow[]): void => {
      const put = prepared(
        draft,
        'INSERT INTO incoming (key, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
      )
      inTransaction(draft, () => {
        for (const { key, body } of rows) put.run(key, body)
      })
    },
    end: (): void => {
      inTransaction(draft, () => takeIncoming(draft, kind))
      draft.close()
      checkDraft(file)
    },
  }
}

function takeIncoming(draft: DatabaseSync, kind: Kind): void {
  draft
    .prepare(
      `UPDATE register SET version = version + 1, body = NULL
        WHERE kind = ? AND body IS NOT NULL AND key NOT IN (SELECT key FROM incoming)`,
    )
    .run(kind)
  draft
    .prepare(
      `INSERT INTO register (position, kind, key, version, body)
        SELECT (SELECT ifnull(max(position), 0) FROM register) + position, ?, key, 1, body FROM incoming WHERE true
        ORDER BY position ${OR_UPDATE}`,
    )
    .run(kind)
}

export type RowName = { readonly kind: Kind; readonly key: string }

type WholeRow = RowName & {
  readonly position: number
  readonly version: number
  readonly body: string | null
}

/** Copies the rows with these names from the register into the draft, adds the notes, and flushes the draft to disk. */
export function bringUpToDate(
  file: string,
  register: DatabaseSync,
  names: Iterable<RowName>,
  notes: readonly RegisterChange[],
): void {
  const read = prepared(register, 'SELECT * FROM register WHERE kind = ? AND key = ?')
  const found = [...names].map(
    (name) => [name, read.get(name.kind, name.key) as WholeRow | undefined] as const,
  )
  closing(openDraft(file), (draft) => {
    const remove = draft.prepare('DELETE FROM register WHERE kind = ? AND key = ?')
    const put = draft.prepare(
      `INSERT INTO register (position, kind, key, version, body)
        VALUES ((SELECT ifnull(max(position), 0) + 1 FROM register), ?, ?, ?, ?)
        ON CONFLICT (kind, key) DO UPDATE SET version = excluded.version, body = excluded.body,
          position = CASE WHEN body IS NULL AND excluded.body IS NOT NULL THEN excluded.position ELSE position END`,
    )
    inTransaction(draft, () => {
      for (const [{ kind, key }, row] of found) if (row === undefined) remove.run(kind, key)
      const rows = found.flatMap(([, row]) => row ?? []).sort((one, other) => one.position - other.position)
      for (const { kind, key, version, body } of rows) put.run(kind, key, version, body)
      writeOwnRows(draft, notes)
    })
  })
  diskFiles.sync(file)
}
