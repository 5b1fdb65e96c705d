/** Reads and writes table files in a worker thread. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TableKind } from '../../shared/goods-import.ts'
import type { Task, ToMain, ToWorker } from './messages.ts'
import type { Cell } from './write-table.ts'

/** More memory and time than any shop's list of goods needs on a slow machine. */
const LIMITS: Limits = { megabytes: 1500, ms: 180_000 }

type Limits = { readonly megabytes: number; readonly ms: number | null }

/** The built program has the thread's file in the same folder. From sources Node 24 runs its TypeScript. */
const THREAD = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'worker.ts')
  : join(import.meta.dirname, 'tables-worker.js')

export type Running<Value> = { readonly done: Promise<Value>; readonly stop: () => void }

export type ReadRows = { readonly how: TableKind; readonly rows: readonly (readonly string[])[] }

/** Rejects where the bytes are not a table, beyond a limit of memory or time, and after `stop`. */
export function readInThread(
  bytes: Uint8Array,
  progress: (rows: number, all: number) => void,
  limits: Partial<Limits> = {},
): Running<ReadRows> {
  const rows: (readonly string[])[] = []
  return running<ReadRows>({ task: 'read', bytes }, { ...LIMITS, ...limits }, (message, say) => {
    if (message.kind === 'read') return { how: message.how, rows }
    if (message.kind !== 'rows') return null
    for (const row of message.rows) rows.push(row)
    progress(rows.length, message.all)
    say({ kind: 'more' })
    return null
  })
}

/** Passes a batch of rows to the thread each time it asks for one. */
export function writeInThread(
  path: string,
  format: 'csv' | 'xlsx',
  batches: AsyncIterator<readonly (readonly Cell[])[]>,
): Running<true> {
  return running<true>({ task: 'write', path, format }, { ...LIMITS, ms: null }, (message, say, fail) => {
    if (message.kind === 'written') return true
    if (message.kind !== 'more') return null
    batches
      .next()
      .then((next) => say(next.done ? { kind: 'end' } : { kind: 'row batch', rows: next.value }), fail)
    return null
  })
}

function running<Value>(
  task: Task,
  { megabytes, ms }: Limits,
  heard: (message: ToMain, say: (message: ToWorker) => void, fail: (error: unknown) => void) => Value | null,
): Running<Value> {
  const worker = new Worker(THREAD, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  let deadline: NodeJS.Timeout | undefined
  const done = new Promise<Value>((resolve, reject) => {
    if (ms !== null) deadline = setTimeout(() => reject(new Error('it takes too long')), ms)
    worker.on('message', (message: ToMain) => {
      if (message.kind === 'failed') return reject(new Error(message.reason))
      const value = heard(message, (answer) => worker.postMessage(answer), reject)
      if (value !== null) resolve(value)
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the thread ended')))
  })
  return {
    // `done` settles after the thread has ended, so that the caller can remove the thread's file.
    done: done.finally(() => {
      clearTimeout(deadline)
      return worker.terminate()
    }),
    stop: () => void worker.terminate(),
  }
}
