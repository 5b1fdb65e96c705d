/**
 * The feed: a file that tells the newest version and the checksums of its packages. It is signed with Ed25519 by the
 * maker of the program, and nothing in it is read before the signature is verified:
 *
 *     { "feed": "<JSON text>", "signature": "<base64>" }
 *
 * The file's name is signed too, so that the feed of another system or architecture is no valid feed here.
 */
import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Wire } from '../../../shared/wire.ts'

const RELEASE = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

/** Whether it is the version of a release, such as 0.2.0, and not of a pre-release, such as 0.2.0-beta.1. */
export const isRelease = (version: string): boolean => RELEASE.test(version)

const packageSchema = z.strictObject({
  /** A file beside the feed: no path and no address. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/),
  size: z.int().min(1).max(2_000_000_000),
  /** In hexadecimal digits. */
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
})
export type UpdatePackage = Wire<typeof packageSchema>

export const feedSchema = z.strictObject({
  version: z.string().regex(RELEASE),
  /** Rises with each signing: a till refuses a feed that is older than the last one it saw. */
  signedAt: z.iso.datetime(),
  /** The part of the tills, in percent, that take this version. */
  stagingPercentage: z.int().min(0).max(100),
  files: z.array(packageSchema).min(1).max(20),
})
export type Feed = Wire<typeof feedSchema>

const prereleaseFeed = z.looseObject({
  version: z
    .string()
    .max(100)
    .regex(/^\d+\.\d+\.\d+-/),
})

const signedSchema = z.strictObject({ feed: z.string(), signature: z.base64() })

export const LARGEST_FEED = 100_000

/** `node:os` names: linux, win32, darwin; x64, arm64. */
export const feedName = (platform: string, arch: string): string => `update-${platform}-${arch}.json`

/** What is signed: the name of the feed's file and its text. */
export const signedBytes = (name: string, feed: string): Buffer => Buffer.from(`tugrik-pos ${name}\n${feed}`)

/**
 * `keys` are public keys (32 bytes in base64), of which one must have signed. Throws UPDATE_REFUSED, or UPDATE_PRERELEASE.
 */
export function readFeed(name: string, bytes: Uint8Array, keys: readonly string[]): Feed {
  const signed = signedSchema.safeParse(parsedJson(new TextDecoder().decode(bytes)))
  if (!signed.success) throw new CommandRefused('UPDATE_REFUSED', `not signed: ${name}`)
  const { feed, signature } = signed.data
  const isSigned = keys.some((key) =>
    verify(null, signedBytes(name, feed), publicKey(key), Buffer.from(signature, 'base64')),
  )
  if (!isSigned) throw new CommandRefused('UPDATE_REFUSED', `not signed: ${name}`)
  const content = parsedJson(feed)
  const prerelease = prereleaseFeed.safeParse(content)
  if (prerelease.success) throw new CommandRefused('UPDATE_PRERELEASE', prerelease.data.version)
  const parsed = feedSchema.safeParse(content)
  if (!parsed.success)
    throw new CommandRefused(
      'UPDATE_REFUSED',
      `unreadable: ${parsed.error.issues[0]?.path.join('.') ?? name}`,
    )
  return parsed.data
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const publicKey = (base64: string) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
    format: 'jwk',
  })
