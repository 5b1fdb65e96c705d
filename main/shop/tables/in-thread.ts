/** Reads and writes table files in a worker thread. */
import { type Limits, type Reply, type Running, startThread } from '../../base/thread.ts'
import type { Read, Task, ToMain, ToWorker } from './messages.ts'
import type { Cell, WrittenTable } from './write-table.ts'

/** More memory and time than any shop's list of goods needs on a slow machine. */
const LIMITS: Limits = { megabytes: 1500, ms: 180_000 }

export type ReadRows = Read & { readonly rows: TableRows }

/**
 * Each row is kept as one text, and its cells are made when they are asked for: a million short texts would keep the
 * garbage collector busy, and the till waiting.
 */
export type TableRows = {
  readonly length: number
  /** The cells of a row, from 0; none for a row that is not there. */
  readonly cells: (row: number) => readonly string[]
}

const tableRows = (texts: readonly string[]): TableRows => ({
  length: texts.length,
  cells: (row) => JSON.parse(texts[row] ?? '[]') as readonly string[],
})

/** Rejects where the bytes are not a table, beyond a limit of memory or time, and after `stop`. */
export function readInThread(
  bytes: Uint8Array,
  progress: (rows: number, all: number) => void,
  limits: Partial<Limits> = {},
): Running<ReadRows> {
  const rows: string[] = []
  return start<ReadRows>({ task: 'read', bytes }, { ...LIMITS, ...limits }, (message, { done, send }) => {
    if (message.kind === 'read')
      return done({ how: message.how, sheets: message.sheets, rows: tableRows(rows) })
    if (message.kind !== 'rows') return
    for (const row of message.rows) rows.push(row)
    progress(rows.length, message.all)
    send({ kind: 'more' })
  })
}

/** Passes a batch of rows to the thread each time it asks for one. */
export const writeInThread = (
  table: WrittenTable,
  batches: AsyncIterator<readonly (readonly Cell[])[]>,
): Running<true> =>
  start<true>({ task: 'write', ...table }, { ...LIMITS, ms: null }, (message, { done, fail, send }) => {
    if (message.kind === 'written') return done(true)
    if (message.kind !== 'more') return
    batches
      .next()
      .then((next) => send(next.done ? { kind: 'end' } : { kind: 'row batch', rows: next.value }), fail)
  })

function start<Value>(
  task: Task,
  limits: Limits,
  onMessage: (message: ToMain, reply: Reply<Value, ToWorker>) => void,
): Running<Value> {
  return startThread<ToMain, Value, ToWorker>('tables-worker.js', task, limits, (message, reply) =>
    message.kind === 'failed' ? reply.fail(new Error(message.reason)) : onMessage(message, reply),
  )
}
