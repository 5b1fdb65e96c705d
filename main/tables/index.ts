export { type ReadRows, readInThread } from './in-thread.ts'
export { isSpreadsheetError } from './spreadsheet-error.ts'
export { writeTable } from './table-file.ts'
export type { Cell } from './write-table.ts'
