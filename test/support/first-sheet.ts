import { readTable } from '../../main/shop/tables/read-table.ts'

/** The rows of the first visible sheet of a file. */
export async function firstSheet(bytes: Uint8Array) {
  const { how, sheets } = await readTable(bytes)
  return { how, rows: sheets.find(({ hidden }) => !hidden)?.rows ?? [] }
}
