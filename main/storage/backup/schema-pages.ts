/**
 * Reads the pages of a database's schema without SQLite (sqlite.org/fileformat2.html). When SQLite opens
 * a file, it reads the schema and follows every page number in it. In a file whose pages refer to each other in circles
 * it never ends, and a thread inside SQLite cannot be stopped.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { untilFree } from '../../base/files/held-files.ts'

const MAGIC = 'SQLite format 3\0'
const HEADER = 100
const INTERIOR = 5
const LEAF = 13
/** Many times the pages that our schema needs. */
const MOST_PAGES = 1000

/** Throws where the file is no database, or its schema is no tree. */
export function assertSchemaIsTree(path: string): void {
  const file = untilFree('open', path, () => openSync(path, 'r'))
  try {
    walk(file)
  } finally {
    closeSync(file)
  }
}

function walk(file: number): void {
  const header = bytesAt(file, 0, HEADER)
  if (header.toString('latin1', 0, 16) !== MAGIC) throw new Error('no database')
  const told = header.readUInt16BE(16)
  const size = told === 1 ? 65_536 : told
  if (size < 512 || (size & (size - 1)) !== 0) throw new Error('no page size')
  const seen = new Set<number>()
  const waiting = [1]
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (page < 1 || seen.has(page) || seen.size >= MOST_PAGES) throw new Error('the schema is no tree')
    seen.add(page)
    waiting.push(...childrenIn(bytesAt(file, (page - 1) * size, size), page === 1 ? HEADER : 0))
  }
}

/** The pages that a page of a table's tree names; none for a leaf. */
function childrenIn(page: Buffer, at: number): readonly number[] {
  const type = page[at]
  if (type === LEAF) return []
  if (type !== INTERIOR) throw new Error('no page of a table')
  const cells = page.readUInt16BE(at + 3)
  const children = [page.readUInt32BE(at + 8)]
  for (let cell = 0; cell < cells; cell += 1)
    children.push(page.readUInt32BE(page.readUInt16BE(at + 12 + 2 * cell)))
  return children
}

function bytesAt(file: number, place: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (readSync(file, bytes, 0, length, place) !== length) throw new Error('the file is cut off')
  return bytes
}
