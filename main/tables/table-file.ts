/** Rows as a file that a spreadsheet opens, written beside the one it replaces. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../shared/failure.ts'
import { writeInThread } from './in-thread.ts'
import type { Cell } from './write-table.ts'

export type TableFile = {
  readonly folder: string
  /** Without its ending. */
  readonly name: string
  readonly format: 'csv' | 'xlsx'
  readonly rows: Iterable<readonly Cell[]>
}

const BATCH = 500

/** Answers where the file lies. Throws FILE_NOT_WRITTEN, and what was there before stays. */
export async function writeTable({ folder, name, format, rows }: TableFile): Promise<string> {
  const path = join(folder, `${name}.${format}`)
  const draft = `${path}.new`
  try {
    await mkdir(folder, { recursive: true })
    await writeInThread(draft, format, batchesOf(rows)).done
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
  return path
}

function* batchesOf(rows: Iterable<readonly Cell[]>): Generator<readonly (readonly Cell[])[], void> {
  let batch: (readonly Cell[])[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
