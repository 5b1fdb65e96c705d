/**
 * Where a till keeps its files (docs/decisions/data-place.md).
 *
 *     Windows   %ProgramData%\Tugrik POS\data       the shop's data: journals, register, backups; for all who sign in here
 *               %LOCALAPPDATA%\Tugrik POS           what one of them alone can use: secrets, Chromium's data, crash reports
 *     others    one folder of the user
 */
import systemPath, { type PlatformPath } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import { isThere } from './held-files.ts'

export type DataPlaces = {
  /** Where the till's data are for all users of the computer. */
  readonly shared: string
  /** What belongs to one user of the computer. */
  readonly own: string
  /** The folder above `shared` that the installer of Windows makes, with its access list; null elsewhere. */
  readonly installed: string | null
}

export type Surroundings = {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The system's folder for the settings of programs of this user. */
  readonly appData: string
  readonly isInstalled: boolean
}

export function dataPlaces(
  { platform, environment, appData, isInstalled }: Surroundings,
  path: PlatformPath = systemPath,
): DataPlaces {
  const { TUGRIK_DATA, ProgramData, LOCALAPPDATA } = environment
  const usual = path.join(appData, 'tugrik-pos')
  const one = TUGRIK_DATA || (platform === 'win32' && isInstalled ? null : usual)
  if (one !== null) return { shared: one, own: one, installed: null }
  const installed = path.join(ProgramData || 'C:\\ProgramData', 'Tugrik POS')
  return {
    shared: path.join(installed, 'data'),
    own: path.join(LOCALAPPDATA || path.join(appData, '..', 'Local'), 'Tugrik POS'),
    installed,
  }
}

/** Throws DATA_PLACE_MISSING without the installer's folder: if a user made it, everybody could read it. */
export function dataFolder({ shared, installed }: DataPlaces): string {
  if (installed !== null && !isThere(installed)) throw new CommandRefused('DATA_PLACE_MISSING', installed)
  return shared
}
