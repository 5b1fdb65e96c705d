export { type ReadRows, readInThread, type TableRows } from './in-thread.ts'
export { writeTable } from './table-file.ts'
export { fileName, type OfMode, sheetTitle } from './test-mark.ts'
export type { Cell } from './write-table.ts'
