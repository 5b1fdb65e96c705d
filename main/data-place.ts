/**
 * Where a till keeps its files (docs/decisions/data-place.md).
 *
 *     Windows   %ProgramData%\Tugrik POS\data       the shop's data: journals, register, backups; for all who sign in here
 *               %LOCALAPPDATA%\Tugrik POS           what one of them alone can use: secrets, Chromium's data, crash reports
 *               %LOCALAPPDATA%\Tugrik POS\data      the data of one who had a till of their own before
 *               %APPDATA%\tugrik-pos                where older versions kept both
 *     others    one folder of the user
 */
import systemPath, { type PlatformPath } from 'node:path'

export type DataPlaces = {
  /** Where the till's data are for all users of the computer. */
  readonly shared: string
  /** What belongs to one user of the computer. */
  readonly own: string
  /** Only on an installed Windows: where the data of one user alone are, and where older versions kept all. */
  readonly windows: { readonly alone: string; readonly older: string } | null
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
  if (one !== null) return { shared: one, own: one, windows: null }
  const home = LOCALAPPDATA || path.join(appData, '..', 'Local')
  const own = path.join(home, 'Tugrik POS')
  return {
    shared: path.join(ProgramData || 'C:\\ProgramData', 'Tugrik POS', 'data'),
    own,
    windows: { alone: path.join(own, 'data'), older: usual },
  }
}

/** What is found in the places of Windows. */
export type FoundData = {
  readonly shared: boolean
  readonly alone: boolean
  readonly older: boolean
  /** The folder from which the data of that place were copied; null where they began there. */
  readonly sharedFrom: string | null
  readonly aloneFrom: string | null
}

export type DataStep =
  | { readonly step: 'use'; readonly place: 'shared' | 'alone' }
  /** Copy the older data there, and then look again. */
  | { readonly step: 'copy'; readonly to: 'shared' | 'alone' }
  /** They were copied: nothing may read or write them again. */
  | { readonly step: 'set-aside' }

/**
 * The first user who starts this version brings the data of the shop. A user who has other ones keeps them apart: two tills
 * never become one.
 */
export function nextDataStep(found: FoundData, older: string): DataStep {
  const isCopied = [found.sharedFrom, found.aloneFrom].some((from) => from !== null && isSame(from, older))
  if (found.older && isCopied) return { step: 'set-aside' }
  if (found.older && !found.shared) return { step: 'copy', to: 'shared' }
  if (found.older && !found.alone) return { step: 'copy', to: 'alone' }
  return { step: 'use', place: found.alone ? 'alone' : 'shared' }
}

/** Windows ignores the case of a path. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
