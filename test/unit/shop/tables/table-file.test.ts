import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Cell, writeTable } from '../../../../main/shop/tables/index.ts'
import { firstSheet } from '../../../support/first-sheet.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { unzipped } from '../../../support/unzip.ts'

function* rowsUntil(end: number): Generator<readonly Cell[], void> {
  for (let row = 0; row < end; row++) yield [row]
}

test('a CSV file has every row in order, in any number of batches', async () => {
  const folder = temporaryFolder()
  const path = await writeTable({
    folder,
    name: 'rows',
    format: 'csv',
    sheet: 'Rows',
    rows: rowsUntil(1_234),
  })
  const rows = readFileSync(path, 'utf8').slice(1).trim().split('\r\n')
  expect(rows).toEqual(Array.from({ length: 1_234 }, (_, row) => String(row)))
})

test('more rows than a workbook can have are refused by name, and leave no file', async () => {
  const folder = temporaryFolder()
  const rows = rowsUntil(Number.POSITIVE_INFINITY)
  await expect(writeTable({ folder, name: 'rows', format: 'xlsx', rows })).rejects.toThrow('TABLE_TOO_LONG')
  expect(readdirSync(folder)).toEqual([])
})

const CELLS: readonly Cell[] = ['=1+1', ' ＠a', -5, { amount: -550 }, { day: '-1' }, 'constructor', '_x0041_']

test('in a CSV file texts are no formulas, and negative numbers stay numbers', async () => {
  const path = await writeTable({
    folder: temporaryFolder(),
    name: 'rows',
    format: 'csv',
    sheet: 'Rows',
    rows: [CELLS],
  })
  const row = readFileSync(path, 'utf8').slice(1).trimEnd()
  expect(row).toBe("'=1+1,' ＠a,-5,-5.50,'-1,constructor,_x0041_")
})

test('in a workbook texts are text cells, numbers are number cells, and there is no formula', async () => {
  const cells = CELLS.slice(0, 4).concat(CELLS.slice(5))
  const path = await writeTable({
    folder: temporaryFolder(),
    name: 'rows',
    format: 'xlsx',
    sheet: 'Rows',
    rows: [cells],
  })
  const files = unzipped(readFileSync(path))
  expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f')
  expect((await firstSheet(readFileSync(path))).rows[0]).toEqual([
    '=1+1',
    ' ＠a',
    '-5',
    '-5.5',
    'constructor',
    '_x0041_',
  ])
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
  await expect(broken).rejects.toThrow('NOT_SAVED')
  expect(readFileSync(path, 'utf8')).toBe(kept)
  await next
  expect(readFileSync(path, 'utf8')).toBe(kept)
  expect(readdirSync(folder)).toEqual(['rows.csv'])
})

test('a workbook has a named sheet, bold heads that stay in view, widths for its contents, and its total', async () => {
  const path = await writeTable({
    folder: temporaryFolder(),
    name: 'rows',
    format: 'xlsx',
    sheet: 'Days: 1/2 [all], and a name that is too long for Excel',
    rows: [
      ['Name', 'Count', 'Amount'],
      ['x'.repeat(40), 12_000, { amount: 123_456_789 }],
    ],
    total: ['Total', 12_000, { amount: 123_456_789 }],
  })
  const files = unzipped(readFileSync(path))
  expect(files.get('xl/workbook.xml')).toContain('name="Days  1 2  all , and a name tha"')
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect([...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))).toEqual([
    42, 9, 16,
  ])
  expect(sheet).toContain('state="frozen"')
  const styles = files.get('xl/styles.xml') ?? ''
  for (const format of ['#,##0', '#,##0.00', '<b/>']) expect(styles).toContain(format)
  expect((await firstSheet(readFileSync(path))).rows.at(-1)).toEqual(['Total', '12000', '1234567.89'])
})
