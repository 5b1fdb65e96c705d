import { onPath } from '../../scripts/run/setup/machine.ts'

const LINUX: readonly NodeJS.Platform[] = ['linux']

/** Why these programs cannot be used here; null when all are on this machine. */
export function programsMissing(...names: readonly string[]): string | null {
  const missing = names.filter((name) => onPath(name) === null)
  return missing.length === 0 ? null : `not on this machine: ${missing.join(', ')}`
}

/**
 * Why a part of another kind of system is missing here, in these words; null on the systems that have it. `posix` is
 * Linux and macOS.
 */
export function systemLacks(
  part: 'linux' | 'posix',
  words: string,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const hasIt = part === 'linux' ? platform === 'linux' : platform !== 'win32'
  return hasIt ? null : words
}

/** Each of several tests of what only systems with permission bits, links and pipes can do. */
export const PERMISSIONS_MISSING = systemLacks('posix', 'Windows has no permission bits')
export const LINKS_MISSING = systemLacks('posix', 'only an administrator of Windows makes links')

const printed = new Set<string>()

/**
 * Skips a test for which something is missing on this machine, and prints the reason once for each file. With `CI` set
 * the test fails instead, on every platform where the part is expected.
 */
export function needs(
  skip: (reason: string) => void,
  missing: string | null,
  { expectedOn = LINUX, platform = process.platform } = {},
): void {
  if (missing === null) return
  if (process.env.CI && expectedOn.includes(platform)) throw new Error(missing)
  // Neither runner prints the reason of a skip.
  if (!printed.has(missing)) process.stdout.write(`skipped: ${missing}\n`)
  printed.add(missing)
  skip(missing)
}
