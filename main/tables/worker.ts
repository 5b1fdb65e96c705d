/**
 * A thread of its own for tables in files: parsing a workbook of 100,000 rows takes seconds, in which the till must sell.
 * Rows go over in batches, each asked for, so that the main thread is never held up by taking them in.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Task, ToMain, ToWorker } from './messages.ts'
import { readTable } from './read-table.ts'
import { type Cell, writeCsv, writeXlsx } from './write-table.ts'

const BATCH = 2000

const port = parentPort
if (port === null) throw new Error('started as no thread')
const say = (message: ToMain): void => port.postMessage(message)
const task = workerData as Task

if (task.task === 'read') read(task.bytes).catch(failed)
else write(task.path, task.format)

function failed(error: unknown): void {
  say({ kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' })
}

async function read(bytes: Uint8Array): Promise<void> {
  const { how, rows } = await readTable(bytes)
  let at = 0
  const send = (): void => {
    if (at >= rows.length) say({ kind: 'read', how })
    else say({ kind: 'rows', rows: rows.slice(at, at + BATCH), all: rows.length })
    at += BATCH
  }
  port?.on('message', send)
  send()
}

function write(path: string, format: 'csv' | 'xlsx'): void {
  const rows: (readonly Cell[])[] = []
  port?.on('message', (message: ToWorker) => {
    if (message.kind === 'row batch') {
      for (const row of message.rows) rows.push(row)
      say({ kind: 'more' })
    } else if (message.kind === 'end') {
      const writing = format === 'csv' ? writeCsv(path, rows) : writeXlsx(path, rows)
      writing.then(() => say({ kind: 'written' }), failed)
    }
  })
  say({ kind: 'more' })
}
