export { type ReadRows, type Running, readInThread } from './in-thread.ts'
export { writeTable } from './table-file.ts'
export type { Cell } from './write-table.ts'
