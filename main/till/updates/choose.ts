/** Decides what a verified feed means for this till. */
import { createHash } from 'node:crypto'
import { CommandRefused } from '../../../shared/failure.ts'
import { type Feed, isRelease, type UpdatePackage } from './feed.ts'

export type Chosen =
  | { readonly take: 'nothing' }
  /** Other tills take it first. */
  | { readonly take: 'later'; readonly version: string }
  | { readonly take: 'now'; readonly version: string; readonly file: UpdatePackage }

export type ChoosingTill = {
  readonly version: string
  /** Stable for each till: its share of the staged roll-out depends on it. */
  readonly id: string
  /** How the name of its packages ends, such as ".AppImage". */
  readonly ending: string
  /** `signedAt` of the newest feed that this till has seen. */
  readonly seen: string | null
}

/**
 * Throws UPDATE_PRERELEASE if this till's own version is a pre-release, and UPDATE_REFUSED for a feed that is older than
 * one that was read before, or has no package for this till.
 */
export function choose({ version, signedAt, stagingPercentage, files }: Feed, till: ChoosingTill): Chosen {
  if (!isRelease(till.version)) throw new CommandRefused('UPDATE_PRERELEASE', till.version)
  if (till.seen !== null && Date.parse(signedAt) < Date.parse(till.seen))
    throw new CommandRefused('UPDATE_REFUSED', `older: ${signedAt}`)
  if (compareVersions(version, till.version) <= 0) return { take: 'nothing' }
  const [file, ...others] = files.filter(({ name }) => name.endsWith(till.ending))
  if (file === undefined || others.length > 0)
    throw new CommandRefused('UPDATE_REFUSED', `no package: ${till.ending}`)
  return shareOf(till.id, version) < stagingPercentage / 100
    ? { take: 'now', version, file }
    : { take: 'later', version }
}

/** From 0 to 1, spread evenly over the tills. Another version begins with other tills. */
export const shareOf = (id: string, version: string): number =>
  createHash('sha256').update(`${id} ${version}`).digest().readUIntBE(0, 6) / 2 ** 48

/** Negative where the first version is the older one. */
export function compareVersions(one: string, other: string): number {
  const [some, others] = [one.split('.').map(Number), other.split('.').map(Number)]
  return [0, 1, 2].map((at) => (some[at] ?? 0) - (others[at] ?? 0)).find((off) => off !== 0) ?? 0
}
