import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { exportReport as writeReport } from '../reports/index.ts'
import type { CommandContext } from './command-context.ts'

export async function exportReport(
  context: CommandContext,
  { table, format, ...range }: ParsedRequestOf<'exportReport'>,
): Promise<{ path: string }> {
  const { from, to, rows } = await context.shop().reports.table(range, table)
  const { language } = context.settings.read()
  return { path: await writeReport({ from, to, table, rows, format, folder: context.documents, language }) }
}
