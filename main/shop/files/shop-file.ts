/**
 * Writes and reads the text of a shop file (docs/decisions/shop-file.md):
 *
 *     head     format, version, time, shop, terminal that wrote it
 *     parts    settings, goods, people, and the sales of a copy: readable, and without any secret
 *
 * A file that is sealed with a code has, in place of the parts:
 *
 *     seal     settings, goods, people with the hashes of their PINs, the merchant's password, codes of terminals (seal.ts)
 *
 * Pure functions, without access to the disk.
 */
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { MODES } from '../../../shared/shop/mode.ts'
import { SHOP_FILE_FORMAT, SHOP_FILE_VERSION } from '../../../shared/shop/shop-file.ts'
import { timeSchema } from '../../../shared/wire.ts'
import { parseJson } from '../../base/files/parse-json.ts'
import type { ScryptCost } from '../../base/scrypt.ts'
import { isBackupName } from '../../storage/backup/index.ts'
import { sealedPerson } from '../people/index.ts'
import { type FiledSettings, type FileHead, settingsParts } from './filed-settings.ts'
import { isWhole, seal, sealParts, unseal } from './seal.ts'

export const GOODS_NAME = /^goods-[0-9a-f]{16}\.jsonl$/

const MARK = { format: SHOP_FILE_FORMAT, version: SHOP_FILE_VERSION } as const
const head = z.strictObject({
  format: z.literal(MARK.format),
  version: z.literal(MARK.version),
  at: timeSchema,
  shop: z.string().max(200),
  terminal: z.string().max(20),
})
const count = z.int().nonnegative()

/** Strict, so that a file with a PIN or a password that is not sealed is neither written nor read. */
const openFile = head.extend({
  ...settingsParts,
  people: z.array(sealedPerson.omit({ pin: true })).max(1000),
  /** The file beside this one; null leaves the goods out. */
  goods: z.strictObject({ file: z.string().regex(GOODS_NAME), count }).nullable(),
  /** Of a copy of the shop: the journal beside this file. */
  sales: z
    .strictObject({ mode: z.enum(MODES), count, journal: z.string().refine((name) => isBackupName(name)) })
    .nullable(),
})
const sealedFile = head.extend(sealParts)
const inside = z.strictObject({
  ...settingsParts,
  people: z.array(sealedPerson).max(1000),
  /** The lines of a file of goods; null leaves the goods out. */
  goods: z.strictObject({ lines: z.string(), count }).nullable(),
  password: z.string().min(1),
  /** The code of a terminal by the name of its computer, in small letters. */
  terminals: z.record(z.string(), z.string()),
})

export type OpenFile = FiledSettings & Pick<z.infer<typeof openFile>, 'people' | 'goods' | 'sales'>
export type SealedFile = FiledSettings & Omit<z.infer<typeof inside>, keyof typeof settingsParts>

/** With the password where it was sealed. */
export type ShopFile = OpenFile | SealedFile

const printed = (file: object): string => `${JSON.stringify(file, null, 2)}\n`

export const openText = (file: OpenFile): string => printed(openFile.parse({ ...MARK, ...file }))

export async function sealedText(
  { at, shop, terminal, ...parts }: SealedFile,
  code: string,
  cost?: ScryptCost,
): Promise<string> {
  const readable = { ...MARK, at, shop, terminal }
  return printed({ ...readable, ...(await seal(JSON.stringify(parts), code, valuesOf(readable), cost)) })
}

/** Throws SHOP_FILE_SEALED for a sealed file, and FILE_DAMAGED, FROM_FUTURE, or SHOP_FILE_WRONG with the wrong settings. */
export function readOpen(given: string): OpenFile {
  const text = withoutMark(given)
  if (sealIn(text) !== null) throw new CommandRefused('SHOP_FILE_SEALED')
  if (text.length > MOST_OPEN) return damaged()
  const { format: _format, version: _version, ...file } = checked(openFile, parseJson(text), wrongSettings)
  return file
}

/** What anybody can read in a sealed file. Throws FILE_DAMAGED for any other, which it does not parse. */
export const sealedHead = (text: string): FileHead => {
  const { at, shop, terminal } = wholeFile(withoutMark(text))
  return { at, shop, terminal }
}

/** Throws SHOP_FILE_NOT_SEALED for an open file, SHOP_FILE_CODE_WRONG, and as `readOpen`. */
export async function openSealed(given: string, code: string): Promise<SealedFile> {
  const text = withoutMark(given)
  if (sealIn(text) === null) {
    readOpen(text)
    throw new CommandRefused('SHOP_FILE_NOT_SEALED')
  }
  const whole = wholeFile(text)
  const { at, shop, terminal } = whole
  const json = await unseal(whole, code, valuesOf(whole))
  return { at, shop, terminal, ...checked(inside, parseJson(json), wrongSettings) }
}

/** Either. Throws SHOP_FILE_SEALED where a sealed file needs a code. */
export const readShopFile = async (text: string, code: string): Promise<ShopFile> =>
  code === '' || sealIn(withoutMark(text)) === null ? readOpen(text) : openSealed(text, code)

/** Four times a copy of the shop with a logo for each width and a thousand people. */
export const MOST_OPEN = 4_000_000
/** In a real file all but the sealed part is far smaller. */
const MOST_READABLE = 16_384

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

const sealIn = (text: string) => /"sealed"\s*:\s*"/.exec(text.slice(0, MOST_READABLE))

/**
 * The sealed part is cut out, as a text between two quotes, and only the rest is parsed: a prepared file of brackets
 * would keep the till parsing for minutes.
 */
function wholeFile(text: string): z.infer<typeof sealedFile> {
  const found = sealIn(text)
  if (found === null) return damaged()
  const begin = found.index + found[0].length
  const end = text.indexOf('"', begin)
  const rest = text.slice(0, begin) + text.slice(end)
  if (end === -1 || rest.length > MOST_READABLE) return damaged()
  const content = parseJson(rest)
  if (typeof content !== 'object') return damaged()
  const file = checked(sealedFile, { ...content, sealed: text.slice(begin, end) }, () => [])
  return isWhole(file, valuesOf(file)) ? file : damaged()
}

const valuesOf = ({ format, version, at, shop, terminal }: z.infer<typeof head>) =>
  [format, version, at, shop, terminal] as const

const damaged = (): never => {
  throw new CommandRefused('FILE_DAMAGED')
}

const newer = z.looseObject({ format: z.literal(MARK.format), version: z.int().gt(MARK.version) })

function checked<Content>(
  schema: z.ZodType<Content>,
  content: unknown,
  wrongIn: (error: z.ZodError) => readonly string[],
): Content {
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const future = newer.safeParse(content)
  if (future.success) throw new CommandRefused('FROM_FUTURE', String(future.data.version))
  const fields = wrongIn(parsed.error)
  if (fields.length === 0) return damaged()
  throw new CommandRefused('SHOP_FILE_WRONG', fields.join(', '))
}

/** The paths of wrong and unknown fields, such as "shop.taxpayerNumber". None where more than the settings is wrong. */
function wrongSettings({ issues }: z.ZodError): string[] {
  if (issues.some(({ path: [part] }) => part !== undefined && !Object.hasOwn(settingsParts, part))) return []
  const named = issues.flatMap((issue) => {
    const path = issue.path.filter((part, index) => index > 0 || (part !== 'settings' && part !== 'devices'))
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    return keys.length > 0 ? keys.map((key) => [...path, key].join('.')) : [path.join('.')]
  })
  return [...new Set(named)].filter((field) => field !== '').slice(0, 20)
}
