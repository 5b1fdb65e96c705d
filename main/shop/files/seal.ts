/** Seals content with a code: AES-256-GCM, with a key that scrypt makes of the code. Without access to the disk. */
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { CODE_DIGITS } from '../../../shared/shop/shop-file.ts'
import { SCRYPT_COST, type ScryptCost, scryptCost, scryptKey } from '../../base/scrypt.ts'

const lock = scryptCost.safeExtend({ salt: z.base64().max(64), nonce: z.base64().max(32) })
type Lock = z.infer<typeof lock>

export const lockParts = {
  lock,
  /** SHA-256 of all the rest, so that a damaged file is told apart from a wrong code. */
  sum: z.string().regex(/^[0-9a-f]{64}$/),
}
/** In base64. zod's own check takes seconds for a large file. */
export const sealed = z.string().refine((text) => !/[^A-Za-z0-9+/=]/.test(text))

type Seal = { readonly lock: Lock; readonly sum: string; readonly sealed: string }

/** The readable part, which is authenticated with the rest: with another, the file does not open. */
type Readable = readonly (string | number)[]

/** Random digits, 83 bits, because every till has keys for digits in any layout. */
export const newCode = (): string => Array.from({ length: CODE_DIGITS }, () => randomInt(10)).join('')

const TAG_BYTES = 16

export async function seal(
  content: Uint8Array,
  code: string,
  readable: Readable,
  cost: ScryptCost = SCRYPT_COST,
): Promise<Seal> {
  const newLock: Lock = {
    ...cost,
    salt: randomBytes(16).toString('base64'),
    nonce: randomBytes(12).toString('base64'),
  }
  const packed = await promisify(gzip)(content)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(code, newLock), nonceOf(newLock))
  cipher.setAAD(authenticated(readable, newLock))
  const bytes = Buffer.concat([cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  const text = bytes.toString('base64')
  return { lock: newLock, sum: sumOf(readable, newLock, text), sealed: text }
}

/** Whether the file is as it was written. */
export const isWhole = ({ lock: of, sum, sealed: text }: Seal, readable: Readable): boolean =>
  sumOf(readable, of, text) === sum

/** The content of a whole file, at most so many bytes. Throws SHOP_FILE_CODE_WRONG and FILE_DAMAGED. */
export async function unseal(sealOf: Seal, code: string, readable: Readable, most: number): Promise<Buffer> {
  const digits = code.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || digits.length !== CODE_DIGITS) throw new CommandRefused('SHOP_FILE_CODE_WRONG')
  const packed = opened(sealOf, await keyOf(digits, sealOf.lock).catch(isDamaged), readable)
  return promisify(gunzip)(packed, { maxOutputLength: most }).catch(isDamaged)
}

function opened({ lock: of, sealed: text }: Seal, key: Buffer, readable: Readable): Buffer {
  const bytes = Buffer.from(text, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(of), { authTagLength: TAG_BYTES })
    decipher.setAAD(authenticated(readable, of))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new CommandRefused('SHOP_FILE_CODE_WRONG')
  }
}

const isDamaged = (): never => {
  throw new CommandRefused('FILE_DAMAGED')
}

const authenticated = (readable: Readable, of: Lock): Buffer =>
  Buffer.from(JSON.stringify([...readable, of]), 'utf8')

const sumOf = (readable: Readable, of: Lock, text: string): string =>
  createHash('sha256').update(authenticated(readable, of)).update(text).digest('hex')

const nonceOf = ({ nonce }: Lock): Buffer => Buffer.from(nonce, 'base64')

const keyOf = (code: string, { salt, nonce: _, ...cost }: Lock): Promise<Buffer> =>
  scryptKey(code, Buffer.from(salt, 'base64'), cost)
