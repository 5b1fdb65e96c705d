import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Cell, writeTable } from '../../../main/tables/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function* rowsUntil(end: number): Generator<readonly Cell[], void> {
  for (let row = 0; row < end; row++) yield [row]
}

test('a CSV file has every row in its order, however many batches they come in', async () => {
  const folder = temporaryFolder()
  const path = await writeTable({ folder, name: 'rows', format: 'csv', rows: rowsUntil(1_234) })
  const rows = readFileSync(path, 'utf8').slice(1).trim().split('\r\n')
  expect(rows).toEqual(Array.from({ length: 1_234 }, (_, row) => String(row)))
})

test('more rows than a workbook holds are refused by name, and leave nothing behind', async () => {
  const folder = temporaryFolder()
  const rows = rowsUntil(Number.POSITIVE_INFINITY)
  await expect(writeTable({ folder, name: 'rows', format: 'xlsx', rows })).rejects.toThrow('TABLE_TOO_LONG')
  expect(readdirSync(folder)).toEqual([])
})
