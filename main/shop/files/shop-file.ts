/**
 * Writes and reads the text of a shop file (docs/decisions/shop-file.md):
 *
 *     head     format, version, time, shop, terminal that wrote it; of a copy also people, and which goods and sales
 *     parts    settings, devices, merchant, logo: without any secret
 *
 * A file that is sealed with a code has, in place of the parts and of the head's own:
 *
 *     seal     settings, goods, people with the hashes of their PINs, the merchant's password, codes of terminals (seal.ts)
 *
 * Pure functions, without access to the disk. Only `readHead` is fast enough for the main thread, whatever it is given.
 */
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { MODES } from '../../../shared/shop/mode.ts'
import { SETTINGS } from '../../../shared/shop/settings.ts'
import type { CopyRow } from '../../../shared/shop/shop-data.ts'
import { SHOP_FILE_FORMAT, SHOP_FILE_VERSION } from '../../../shared/shop/shop-file.ts'
import { timeSchema } from '../../../shared/wire.ts'
import { parseJson } from '../../base/files/parse-json.ts'
import type { ScryptCost } from '../../base/scrypt.ts'
import { isBackupName } from '../../storage/backup/index.ts'
import { sealedPerson } from '../people/index.ts'
import { type FiledSettings, settingsParts } from './filed-settings.ts'
import { isWhole, lockParts, seal, sealed, unseal } from './seal.ts'

export const GOODS_NAME = /^goods-[0-9a-f]{16}\.jsonl$/

const MARK = { format: SHOP_FILE_FORMAT, version: SHOP_FILE_VERSION } as const
const head = z.strictObject({
  format: z.literal(MARK.format),
  version: z.literal(MARK.version),
  at: timeSchema,
  shop: z.string().max(200),
  terminal: SETTINGS.terminalCode.schema,
})
const count = z.int().nonnegative()
const people = <Person extends z.ZodType<{ readonly id: string }>>(person: Person) =>
  z
    .array(person)
    .max(1000)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)

/** Strict, so that a file with a PIN or a password that is not sealed is neither written nor read. */
const openHead = head.extend({
  people: people(sealedPerson.omit({ pin: true })),
  /** The file beside this one; null leaves the goods out. */
  goods: z.strictObject({ file: z.string().regex(GOODS_NAME), count }).nullable(),
  /** Of a copy of the shop: the journal beside this file. */
  sales: z
    .strictObject({ mode: z.enum(MODES), count, journal: z.string().refine((name) => isBackupName(name)) })
    .nullable(),
})
const openFile = openHead.extend(settingsParts)
const sealedHead = head.extend(lockParts)
const sealedFile = sealedHead.extend({ sealed })
/** In the seal this is one line of JSON. The lines of a file of goods come after it, because they are not parsed here. */
const inside = z.strictObject({
  ...settingsParts,
  people: people(sealedPerson),
  /** Null leaves the goods out. */
  goods: z.strictObject({ count }).nullable(),
  password: z.string().min(1),
  /** The code of a terminal by the name of its computer, in small letters. */
  terminals: z.record(z.string(), z.string()),
})

type Inside = Omit<z.infer<typeof inside>, keyof typeof settingsParts | 'goods'>
export type OpenFile = FiledSettings & Pick<z.infer<typeof openFile>, 'people' | 'goods' | 'sales'>
export type SealedFile = FiledSettings &
  Inside & { readonly goods: { readonly lines: Uint8Array; readonly count: number } | null }

/** With the password where it was sealed. */
export type ShopFile = OpenFile | SealedFile

const printed = (file: object): string => `${JSON.stringify(file, null, 2)}\n`

export const openText = (file: OpenFile): string => printed(openFile.parse({ ...MARK, ...file }))

export async function sealedText(
  { at, shop, terminal, goods, ...parts }: SealedFile,
  code: string,
  cost?: ScryptCost,
): Promise<string> {
  const readable = { ...MARK, at, shop, terminal }
  const line = JSON.stringify({ ...parts, goods: goods && { count: goods.count } })
  const content = Buffer.concat([Buffer.from(`${line}\n`), goods?.lines ?? Buffer.alloc(0)])
  return printed({ ...readable, ...(await seal(content, code, valuesOf(readable), cost)) })
}

/** More than the head of a copy with a thousand people, whose names may take 180 bytes each. */
export const MOST_HEAD = 512 * 1024
/** Four times a copy of the shop with a logo for each width and a thousand people. */
const MOST_OPEN = 4_000_000
/** The lines of 400,000 goods, more than an import reads; a line of most goods has 300 bytes. */
export const MOST_GOODS = 128 * 1024 ** 2

/** What a list shows of a file that begins so. Whether the rest is damaged is seen when a person chooses it. */
export function readHead(text: string): NonNullable<CopyRow['of']> {
  const { isSealed, content } = headIn(text)
  if (isSealed) {
    const { at, shop, terminal } = checked(sealedHead, content)
    return { at, shop, terminal, sealed: true, mode: null, sales: 0, goods: 0, people: 0 }
  }
  const { at, shop, terminal, sales, goods, people: all } = checked(openHead, content)
  const row = { at, shop, terminal, sealed: false, mode: sales?.mode ?? null }
  return { ...row, sales: sales?.count ?? 0, goods: goods?.count ?? 0, people: all.length }
}

/**
 * Throws SHOP_FILE_SEALED where a sealed file needs a code, which is null; SHOP_FILE_CODE_WRONG, FILE_DAMAGED, FROM_FUTURE,
 * and SHOP_FILE_WRONG with the wrong fields.
 */
export async function readText(text: string, code: string | null): Promise<ShopFile> {
  const { isSealed, content, rest } = headIn(text)
  if (!isSealed) {
    if (text.length > MOST_OPEN) return damaged()
    const { format: _format, version: _version, ...file } = checked(openFile, parseJson(withoutMark(text)))
    return file
  }
  if (code === null) throw new CommandRefused('SHOP_FILE_SEALED')
  const whole = checked(sealedFile, { ...content, sealed: textIn(rest) })
  if (!isWhole(whole, valuesOf(whole))) return damaged()
  const { at, shop, terminal } = whole
  const bytes = await unseal(whole, code, valuesOf(whole), MOST_OPEN + MOST_GOODS)
  const end = bytes.indexOf('\n')
  if (end > MOST_OPEN) return damaged()
  const { goods, ...file } = checked(inside, parseJson(bytes.toString('utf8', 0, end)))
  return { at, shop, terminal, ...file, goods: goods && { ...goods, lines: bytes.subarray(end + 1) } }
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/** The head, and the text after the name of the part that follows it. A prepared file has anything in their place. */
function headIn(text: string) {
  const begin = withoutMark(text.slice(0, MOST_HEAD))
  const next = /,\s*"(settings|sealed)"\s*:\s*/.exec(begin)
  if (next === null) return damaged()
  const content = parseJson(`${begin.slice(0, next.index)}}`)
  if (typeof content !== 'object') return damaged()
  const at = next.index + next[0].length + text.length - withoutMark(text).length
  return { isSealed: next[1] === 'sealed', content, rest: text.slice(at) }
}

/** The text between two quotes, of letters that need no parsing, at the end of a file. */
function textIn(rest: string): string | undefined {
  const end = rest.lastIndexOf('"')
  return rest.startsWith('"') && /^"\s*}\s*$/.test(rest.slice(end)) ? rest.slice(1, end) : undefined
}

const valuesOf = ({ format, version, at, shop, terminal }: z.infer<typeof head>) =>
  [format, version, at, shop, terminal] as const

const damaged = (): never => {
  throw new CommandRefused('FILE_DAMAGED')
}

const newer = z.looseObject({ format: z.literal(MARK.format), version: z.int().gt(MARK.version) })

function checked<Content>(schema: z.ZodType<Content>, content: unknown): Content {
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const future = newer.safeParse(content)
  if (future.success) throw new CommandRefused('FROM_FUTURE', String(future.data.version))
  const fields = wrongFields(parsed.error)
  if (fields.length === 0) return damaged()
  throw new CommandRefused('SHOP_FILE_WRONG', fields.join(', '))
}

const NAMED_PARTS = ['people', ...Object.keys(settingsParts)]

/** The paths of wrong and unknown fields, such as "shop.taxpayerNumber". None where more than people and settings is wrong. */
function wrongFields({ issues }: z.ZodError): string[] {
  if (issues.some(({ path: [part] }) => part !== undefined && !NAMED_PARTS.includes(String(part)))) return []
  const named = issues.flatMap((issue) => {
    const path = issue.path.filter((part, index) => index > 0 || (part !== 'settings' && part !== 'devices'))
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    return keys.length > 0 ? keys.map((key) => [...path, key].join('.')) : [path.join('.')]
  })
  return [...new Set(named)].filter((field) => field !== '').slice(0, 20)
}
