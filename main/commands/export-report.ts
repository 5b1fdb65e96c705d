import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { exportReport as writeReport } from '../reports/index.ts'
import type { Desk } from './desk.ts'

export async function exportReport(
  desk: Desk,
  { table, format, ...range }: ParsedRequestOf<'exportReport'>,
): Promise<{ path: string }> {
  const { from, to, rows } = await desk.shop().reports.table(range, table)
  const { language } = desk.settings.read()
  return { path: await writeReport({ from, to, table, rows, format, folder: desk.documents, language }) }
}
