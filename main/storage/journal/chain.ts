/**
 * The hash chain over everything that is recorded: events in the order of their positions, and rows of the audit trail
 * in the order of writing.
 *
 *     id ─▶ event 1 ─▶ event 2 ─▶ audit row 1 ─▶ event 3 ─▶ … ─▶ head
 *
 * Each hash covers its row and the previous hash. The head is stored separately, so that a cut end is found. Each Z
 * stores and prints the head before it, so that a chain that somebody computed again does not match the paper
 * (docs/decisions/chain.md).
 */
import { hash } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ChainHead } from '../../../shared/books/shift.ts'
import { exact, prepared, type Row } from '../sqlite/index.ts'

/** The end of the chain. `id` is random, drawn when the chain was begun; the first hash covers it. */
export type Chain = ChainHead & {
  /** The number of the last audit row. */
  readonly entry: number
}

const ENVELOPE = [
  'id',
  'subject',
  'seq',
  'at',
  'kind',
  'version',
  'body',
  'command',
  'actor',
  'shift_id',
] as const

type Envelope = Readonly<Record<(typeof ENVELOPE)[number], unknown>>

export function chainOf(database: DatabaseSync): Chain {
  const row = prepared(database, 'SELECT id, position, entry, head FROM chain').get()
  if (row === undefined) throw new Error('the head of the chain is missing')
  return {
    id: String(row.id),
    position: Number(row.position),
    entry: Number(row.entry),
    head: String(row.head),
  }
}

export const writeChain = (database: DatabaseSync, { position, entry, head }: Chain): void =>
  void prepared(database, 'UPDATE chain SET position = ?, entry = ?, head = ?').run(position, entry, head)

/** The chain after one more event. */
export function withEvent(chain: Chain, position: number, event: Envelope | Row): Chain {
  const values = ENVELOPE.map((name) => exact(event[name]))
  return { ...chain, position, head: hashOf([chain.head, position, ...values]) }
}

export const withAuditRow = (chain: Chain, row: { readonly seq: number; readonly hash: string }): Chain => ({
  ...chain,
  entry: row.seq,
  head: hashOf([chain.head, 'audit', row.seq, row.hash]),
})

const hashOf = (values: readonly unknown[]): string => hash('sha256', JSON.stringify(values), 'hex')

/** The hash as it is stored with its event. */
export const hashBlob = ({ head }: Chain): Buffer => Buffer.from(head, 'hex')

export type Link = {
  readonly before: Chain
  readonly after: Chain
  /** Null where the link is an audit row. */
  readonly event: Row | null
}

/** Computes the chain again from the rows, link by link. Missing positions are skipped. */
export function* linksOf(database: DatabaseSync): Generator<Link> {
  const entries = database.prepare('SELECT seq, after, hash FROM audit ORDER BY seq').iterate()
  let entry = entries.next()
  let before = begun(chainOf(database))
  for (const event of eventsByPosition(database)) {
    for (
      ;
      !entry.done && (event === null || Number(entry.value.after) < Number(event.position));
      entry = entries.next()
    ) {
      const after = withAuditRow(before, { seq: Number(entry.value.seq), hash: String(entry.value.hash) })
      yield { before, after, event: null }
      before = after
    }
    if (event === null) return
    const after = withEvent(before, Number(event.position), event as Envelope)
    yield { before, after, event }
    before = after
  }
}

const BATCH = 1000

/** Reads in batches, so that rows can be written in between; null marks the end. */
export function* eventsByPosition(database: DatabaseSync): Generator<Row | null> {
  const next = database.prepare(
    `SELECT position, ${ENVELOPE.join(', ')}, hash FROM event WHERE position > ? ORDER BY position LIMIT ${BATCH}`,
  )
  next.setReadBigInts(true)
  for (
    let batch: Row[] = next.all(0);
    batch.length > 0;
    batch = next.all(batch.at(-1)?.position as SQLInputValue)
  )
    yield* batch
  yield null
}

const begun = ({ id }: Chain): Chain => ({ id, position: 0, entry: 0, head: id })

/** Computes the hash chain over all rows, for a journal whose rows were written without it. The caller holds the transaction. */
export function chainAll(database: DatabaseSync): void {
  const stands = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'event_stands'").get()
  const keep = database.prepare('UPDATE event SET hash = ? WHERE position = ?')
  database.exec('DROP TRIGGER event_stands')
  let last = begun(chainOf(database))
  for (const { after, event } of linksOf(database)) {
    last = after
    if (event === null) continue
    keep.run(hashBlob(after), after.position)
  }
  writeChain(database, last)
  database.exec(String(stands?.sql))
}

export type ChainReader = ReturnType<typeof chainReader>

export function chainReader(database: DatabaseSync) {
  return {
    /** The position and hash of the chain's end. */
    head: (): ChainHead => {
      const { id, position, head } = chainOf(database)
      return { id, position, head }
    },
  }
}
