import { type DataPlaces, dataFolder } from '../data-place.ts'
import type { Log } from '../environment.ts'
import { logFile } from '../log/index.ts'
import { assertWritable } from '../private-files.ts'

/** The till's data folder and its log. */
export function openDataFolder(
  places: DataPlaces,
  options: Parameters<typeof logFile>[1] = {},
): { readonly folder: string; readonly log: Log } {
  const folder = dataFolder(places)
  assertWritable(folder)
  return { folder, log: logFile(folder, options) }
}
