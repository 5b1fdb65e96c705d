/** Writes rows into a file for a spreadsheet. */
import { CommandRefused } from '../../../shared/failure.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import { writeInThread } from './in-thread.ts'
import type { Cell } from './write-table.ts'

export type TableFile = {
  readonly folder: string
  /** The file's name without its extension. */
  readonly name: string
  readonly format: 'csv' | 'xlsx'
  /** The name of a workbook's sheet. Default: the file's name. */
  readonly sheet?: string
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>
  /** The total row of a workbook. A CSV file has none, because a program that reads it would take the total for data. */
  readonly total?: readonly Cell[] | null
}

const BATCH = 500
/** The limit of a worksheet. Excel reports a longer one as damaged. */
const MOST_ROWS = 1_048_576

/** Returns the path of the file. Throws NOT_SAVED or TABLE_TOO_LONG; then an earlier file stays. */
export async function writeTable({
  folder,
  name,
  format,
  sheet = name,
  rows,
  total = null,
}: TableFile): Promise<string> {
  const most = format === 'xlsx' ? MOST_ROWS : Number.POSITIVE_INFINITY
  const { path } = await writeDocument(
    folder,
    `${name}.${format}`,
    (draft) => writeInThread({ path: draft, format, sheet, total }, batchesOf(rows, most)).done,
  )
  return path
}

async function* batchesOf(
  rows: TableFile['rows'],
  most: number,
): AsyncGenerator<readonly (readonly Cell[])[], void> {
  let batch: (readonly Cell[])[] = []
  let all = 0
  for await (const row of rows) {
    all += 1
    if (all > most) throw new CommandRefused('TABLE_TOO_LONG')
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
