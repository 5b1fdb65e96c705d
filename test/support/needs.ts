import { onPath } from '../../scripts/setup/machine.ts'

const LINUX: readonly NodeJS.Platform[] = ['linux']

/** Why these programs cannot be used here; null when all are on this machine. */
export function programsMissing(...names: readonly string[]): string | null {
  const missing = names.filter((name) => onPath(name) === null)
  return missing.length === 0 ? null : `not on this machine: ${missing.join(', ')}`
}

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
