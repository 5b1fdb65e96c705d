import { type DataReport, dataFolder, foldersLeftBehind } from '../data-move.ts'
import type { DataPlaces } from '../data-place.ts'
import type { Log } from '../environment.ts'
import { logFile } from '../log/index.ts'
import { assertWritable } from '../private-files.ts'

/**
 * The till's data folder and its log. An older version's data may be brought there, so only the process with the
 * single-instance lock may call it.
 */
export function openDataFolder(
  places: DataPlaces,
  options: Parameters<typeof logFile>[1] = {},
): { readonly folder: string; readonly leftBehind: readonly string[]; readonly log: Log } {
  const reports: Parameters<DataReport>[] = []
  const folder = dataFolder(places, (...report) => void reports.push(report))
  assertWritable(folder)
  const log = logFile(folder, options)
  for (const report of reports) log.warn(...report)
  return { folder, leftBehind: foldersLeftBehind(places), log }
}
