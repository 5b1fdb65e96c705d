/**
 * A set-up file, with which the office sets up many terminals alike (docs/decisions/set-up-file.md):
 *
 *     head     format, version, time, shop, terminal that wrote it: readable, and authenticated with the rest
 *     lock     the cost and the salt with which the code becomes a key (scrypt), and the nonce
 *     sealed   settings, password, people with the hashes of their PINs, codes of terminals, goods: AES-256-GCM
 *     sum      SHA-256 of the above, so that a damaged file is told apart from a wrong code
 *
 * Pure functions, without access to the disk.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { SET_UP_DIGITS, SET_UP_FORMAT, SET_UP_VERSION } from '../../../shared/shop/set-up.ts'
import { timeSchema } from '../../../shared/wire.ts'
import { parseJson } from '../../base/files/parse-json.ts'
import { SCRYPT_COST, type ScryptCost, scryptKey } from '../../base/scrypt.ts'
import { type SealedPerson, sealedPerson } from '../people/index.ts'
import { asText, readSettingsFile, type SettingsFile } from './settings-file.ts'

/** Bounded, so that a prepared file does not take the memory of the till: a key needs 128 · N · r bytes. */
const lock = z.strictObject({
  N: z
    .int()
    .min(2)
    .max(2 ** 17),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(8),
  salt: z.base64().max(64),
  nonce: z.base64().max(32),
})

const head = z.strictObject({
  format: z.literal(SET_UP_FORMAT),
  version: z.literal(SET_UP_VERSION),
  at: timeSchema,
  shop: z.string().max(200),
  terminal: z.string().max(20),
})
const file = head.extend({
  lock,
  /** In base64. zod's own check takes seconds for a large file, in which nothing else runs. */
  sealed: z.string().refine((text) => !/[^A-Za-z0-9+/=]/.test(text)),
  sum: z.string().regex(/^[0-9a-f]{64}$/),
})
type File = z.infer<typeof file>
/** What anybody can read in a set-up file. */
export type SetUpHead = Pick<File, 'at' | 'shop' | 'terminal'>

const inside = z.strictObject({
  settings: z.string(),
  password: z.string().min(1),
  people: z.array(sealedPerson).max(1000),
  /** The code of a terminal by the name of its computer, in small letters. */
  terminals: z.record(z.string(), z.string()),
  /** The lines of a file of goods; null leaves the goods out. */
  goods: z.strictObject({ lines: z.string(), count: z.int().nonnegative() }).nullable(),
})

export type SetUp = Omit<z.infer<typeof inside>, 'settings' | 'people'> & {
  readonly settings: SettingsFile
  readonly people: readonly SealedPerson[]
}

/** Random digits, 83 bits, because every till has keys for digits in any layout. */
export const newSetUpCode = (): string => Array.from({ length: SET_UP_DIGITS }, () => randomInt(10)).join('')

const TAG_BYTES = 16
/** Many times the goods of a large shop. */
const MOST_INSIDE = 512 * 1024 ** 2

export async function sealSetUp(
  { settings, ...rest }: SetUp,
  code: string,
  cost: ScryptCost = SCRYPT_COST,
): Promise<string> {
  const open = {
    format: SET_UP_FORMAT,
    version: SET_UP_VERSION,
    at: settings.at,
    shop: settings.settings.shop?.name ?? '',
    terminal: settings.terminal,
    lock: {
      ...cost,
      salt: randomBytes(16).toString('base64'),
      nonce: randomBytes(12).toString('base64'),
    },
  } as const
  const content: z.infer<typeof inside> = { ...rest, people: [...rest.people], settings: asText(settings) }
  const packed = await promisify(gzip)(JSON.stringify(content))
  const cipher = createCipheriv('aes-256-gcm', await keyOf(code, open.lock), nonceOf(open.lock))
  cipher.setAAD(authenticated(open))
  const sealed = Buffer.concat([cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  const whole = { ...open, sealed: sealed.toString('base64') }
  return `${JSON.stringify({ ...whole, sum: sumOf(whole) }, null, 2)}\n`
}

/** Throws FILE_DAMAGED or FROM_FUTURE. */
export const setUpHead = (text: string): SetUpHead => {
  const { at, shop, terminal } = wholeFile(text)
  return { at, shop, terminal }
}

/** Throws FILE_DAMAGED, FROM_FUTURE, SET_UP_CODE_WRONG, or what `readSettingsFile` throws. */
export async function openSetUp(text: string, code: string): Promise<SetUp> {
  const whole = wholeFile(text)
  const digits = code.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || digits.length !== SET_UP_DIGITS) throw new CommandRefused('SET_UP_CODE_WRONG')
  const packed = opened(whole, await keyOf(digits, whole.lock).catch(isDamaged))
  const json = await promisify(gunzip)(packed, { maxOutputLength: MOST_INSIDE }).catch(isDamaged)
  const parsed = inside.safeParse(parseJson(json.toString('utf8')))
  if (!parsed.success) return isDamaged()
  return { ...parsed.data, settings: readSettingsFile(parsed.data.settings) }
}

const isDamaged = (): never => {
  throw new CommandRefused('FILE_DAMAGED')
}

/** In a real file all but the sealed part is far smaller. */
const MOST_OPEN = 16_384

/**
 * The content of a file. The sealed part is cut out, as a text between two quotes, and only the rest is parsed: a prepared file of
 * brackets would keep the till parsing for minutes. Undefined where it is no JSON, or where the rest is large.
 */
function contentOf(text: string): unknown {
  const sealed = /"sealed"\s*:\s*"/.exec(text.slice(0, MOST_OPEN))
  const begin = sealed === null ? text.length : sealed.index + sealed[0].length
  const end = sealed === null ? begin : text.indexOf('"', begin)
  const rest = text.slice(0, begin) + text.slice(end)
  if (end === -1 || rest.length > MOST_OPEN) return undefined
  const content = parseJson(rest)
  return sealed !== null && typeof content === 'object'
    ? { ...content, sealed: text.slice(begin, end) }
    : content
}

function wholeFile(text: string): File {
  const content = contentOf(text.replace(/^\uFEFF/, ''))
  const newer = z.looseObject({ format: z.literal(SET_UP_FORMAT), version: z.int().gt(SET_UP_VERSION) })
  const found = newer.safeParse(content)
  if (found.success) throw new CommandRefused('FROM_FUTURE', String(found.data.version))
  const parsed = file.safeParse(content)
  if (!parsed.success || sumOf(parsed.data) !== parsed.data.sum) throw new CommandRefused('FILE_DAMAGED')
  return parsed.data
}

function opened({ sealed, ...open }: File, key: Buffer): Buffer {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(open.lock), { authTagLength: TAG_BYTES })
    decipher.setAAD(authenticated(open))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new CommandRefused('SET_UP_CODE_WRONG')
  }
}

type Open = Omit<File, 'sealed' | 'sum'>

/** The readable part: with another, the file does not open. */
const authenticated = ({ format, version, at, shop, terminal, lock }: Open): Buffer =>
  Buffer.from(JSON.stringify([format, version, at, shop, terminal, lock]), 'utf8')

const sumOf = (whole: Omit<File, 'sum'>): string =>
  createHash('sha256').update(authenticated(whole)).update(whole.sealed).digest('hex')

const nonceOf = ({ nonce }: File['lock']): Buffer => Buffer.from(nonce, 'base64')

const keyOf = (code: string, { salt, nonce: _, ...cost }: File['lock']): Promise<Buffer> =>
  scryptKey(code, Buffer.from(salt, 'base64'), cost)
