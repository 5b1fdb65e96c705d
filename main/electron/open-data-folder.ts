import type { Log } from '../base/clock-and-log.ts'
import { type DataPlaces, dataFolder } from '../base/files/data-place.ts'
import { assertWritable } from '../base/files/private-files.ts'
import { logFile } from '../base/log/index.ts'

/** The till's data folder and its log. */
export function openDataFolder(
  places: DataPlaces,
  options: Parameters<typeof logFile>[1] = {},
): { readonly folder: string; readonly log: Log } {
  const folder = dataFolder(places)
  assertWritable(folder)
  return { folder, log: logFile(folder, options) }
}
