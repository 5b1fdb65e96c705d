import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Cell, writeTable } from '../../../main/tables/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function* rowsUntil(end: number): Generator<readonly Cell[], void> {
  for (let row = 0; row < end; row++) yield [row]
}

test('a CSV file has every row in order, in any number of batches', async () => {
  const folder = temporaryFolder()
  const path = await writeTable({ folder, name: 'rows', format: 'csv', rows: rowsUntil(1_234) })
  const rows = readFileSync(path, 'utf8').slice(1).trim().split('\r\n')
  expect(rows).toEqual(Array.from({ length: 1_234 }, (_, row) => String(row)))
})

test('more rows than a workbook can have are refused by name, and leave no file', async () => {
  const folder = temporaryFolder()
  const rows = rowsUntil(Number.POSITIVE_INFINITY)
  await expect(writeTable({ folder, name: 'rows', format: 'xlsx', rows })).rejects.toThrow('TABLE_TOO_LONG')
  expect(readdirSync(folder)).toEqual([])
})

function* brokenAfter(end: number): Generator<readonly Cell[], void> {
  yield* rowsUntil(end)
  throw new Error('the journal is closed')
}

test('a file whose rows fail is refused by name, the earlier one stays, and the next one is written', async () => {
  const folder = temporaryFolder()
  const file = { folder, name: 'rows', format: 'csv' } as const
  const path = await writeTable({ ...file, rows: rowsUntil(3) })
  const kept = readFileSync(path, 'utf8')
  const broken = writeTable({ ...file, rows: brokenAfter(5_000) })
  const next = writeTable({ ...file, rows: rowsUntil(3) })
  await expect(broken).rejects.toThrow('FILE_NOT_WRITTEN')
  expect(readFileSync(path, 'utf8')).toBe(kept)
  await next
  expect(readFileSync(path, 'utf8')).toBe(kept)
  expect(readdirSync(folder)).toEqual(['rows.csv'])
})
