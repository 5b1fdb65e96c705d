import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type LiveCatalogue, makeCatalogue } from './catalogue.ts'
import { CatalogueDamaged } from './damaged.ts'
import { readRows } from './rows.ts'

/** Reads a catalogue file whole. Throws CatalogueDamaged with every wrong row, or for a file that cannot be read. */
export async function loadCatalogue(file: string): Promise<LiveCatalogue> {
  const { products, problems } = readRows(await readJson(file))
  if (problems.length > 0) throw new CatalogueDamaged(basename(file), problems)
  return makeCatalogue(products)
}

async function readJson(file: string): Promise<unknown> {
  try {
    const content = await readFile(file, 'utf8')
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const problem =
      cause instanceof SyntaxError ? `is no JSON (${cause.message})` : `cannot be read (${String(cause)})`
    throw new CatalogueDamaged(basename(file), [{ row: null, field: null, problem }])
  }
}
