/**
 * The worker thread for table files: parsing a workbook of 100,000 rows takes seconds, in which the till must sell.
 * The main thread asks for one batch of rows at a time, so that receiving them never blocks it. The size of a batch is counted
 * in cells and letters: two thousand rows of 256 columns would block the main thread for a third of a second.
 */
import { closeSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Task, ToMain, ToWorker } from './messages.ts'
import { readTable } from './read-table.ts'
import { addToCsv, beginCsv, type Cell, type WrittenTable, writeXlsx } from './write-table.ts'

/** About 1000 rows of a list of goods. */
const BATCH = 150_000
/** What a cell costs besides its letters. */
const CELL = 10

const port = parentPort
if (port === null) throw new Error('not started as a worker thread')
const say = (message: ToMain): void => port.postMessage(message)
const task = workerData as Task

if (task.task === 'read') read(task.bytes).catch(failed)
else write(task)

function failed(error: unknown): void {
  say({ kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' })
}

async function read(bytes: Uint8Array): Promise<void> {
  const { how, sheets } = await readTable(bytes)
  const rows = sheets.flatMap((sheet) => sheet.rows)
  let at = 0
  const send = (): void => {
    const from = at
    for (let left = BATCH; left > 0 && at < rows.length; at++)
      for (const cell of rows[at] ?? []) left -= cell.length + CELL
    if (from === at)
      say({
        kind: 'read',
        how,
        sheets: sheets.map(({ rows: { length }, ...sheet }) => ({ ...sheet, length })),
      })
    else say({ kind: 'rows', rows: rows.slice(from, at).map((row) => JSON.stringify(row)), all: rows.length })
  }
  port?.on('message', send)
  send()
}

type Taking = {
  readonly take: (rows: readonly (readonly Cell[])[]) => void
  readonly end: () => Promise<void>
}

function write(table: WrittenTable): void {
  const file = openSync(table.path, 'w')
  const { take, end } = table.format === 'csv' ? intoCsv(file) : intoXlsx(table)
  const finish = async (): Promise<void> => {
    await end()
    closeSync(file)
    say({ kind: 'written' })
  }
  port?.on('message', (message: ToWorker) => {
    if (message.kind === 'row batch') {
      take(message.rows)
      say({ kind: 'more' })
    } else if (message.kind === 'end') {
      finish().catch(failed)
    }
  })
  say({ kind: 'more' })
}

/** Writes rows as they come, because a year's entries do not fit in memory. */
function intoCsv(file: number): Taking {
  beginCsv(file)
  return { take: (rows) => addToCsv(file, rows), end: () => Promise.resolve() }
}

function intoXlsx(table: WrittenTable): Taking {
  const kept: (readonly Cell[])[] = []
  return { take: (rows) => void kept.push(...rows), end: () => writeXlsx(table, kept) }
}
