/** Reads each kind of field in the service's answers (docs/payment-service.md): tolerant, but without guessing. */
import { z } from 'zod'
import { type Money, money, parseMoney } from '../../../shared/money/money.ts'
import { type ToldTax, toldTax } from '../../../shared/money/told-tax.ts'
import { plainText, valueText } from './plain-text.ts'

/** Receives notes about values that were not understood and are not needed. */
export type Notice = (line: string) => void

/**
 * Returns the decoded body, or the names of the fields that cannot be read, without values. Never throws. `body` is
 * undefined where it is not JSON; `empty` where there was none.
 */
export type Decoder<Value> = (body: unknown, notice: Notice, empty?: boolean) => Decoded<Value>

type Decoded<Value> =
  | { readonly readable: true; readonly value: Value }
  | { readonly readable: false; readonly where: string }

export const decoder =
  <Schema extends z.ZodType, Value>(
    schema: Schema,
    build: (wire: z.output<Schema>, notice: Notice) => Value,
  ): Decoder<Value> =>
  (body, notice) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return { readable: true, value: build(parsed.data, notice) }
    return { readable: false, where: parsed.error.issues.slice(0, 3).map(whereOf).join(', ') }
  }

const whereOf = ({ path }: z.core.$ZodIssue): string =>
  path.slice(0, 4).map(String).join('.') || 'the whole answer'

/** No control or invisible characters, half surrogate pairs, or the replacement of a byte that is no text. */
const PLAIN = /^[^\p{C}\p{Zl}\p{Zp}\uFFFD]*$/u

/**
 * Refuses a number that JSON cannot hold exactly, because ids are long digits (docs/payment-service.md#identifiers), and
 * a text that no path can carry.
 */
export const id = z.union([
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(PLAIN)
    .regex(/^(?!\.{1,2}$)/),
  z
    .int()
    .nonnegative()
    .transform((exact) => String(exact)),
])

/** Text for people, or null: without what cannot be printed, cut to this many characters. */
export const textIfAny = (most: number) =>
  z
    .string()
    .nullish()
    .catch(null)
    .transform((wire) => plainText(wire ?? '', most) || null)

/** Text that is only used whole, such as the content of a QR: unreadable where it is too long for that. */
export const exactText = (most: number) => z.string().min(1).max(most).regex(PLAIN)

/**
 * Reads text or a number, exact to the hundredth. A number is read through its shortest decimal text. No amount of the
 * contract is negative.
 */
export function readAmount(wire: unknown): Money | null {
  if (typeof wire !== 'string' && typeof wire !== 'number') return null
  const text = String(wire)
  const read = parseMoney(text) ?? parseFloatSum(text)
  return read === null || read < 0 ? null : read
}

/** Reads a sum of floats, such as 12345.670000000002, as the hundredth next to it; null for 1.005. */
function parseFloatSum(text: string): Money | null {
  if (!/^-?\d{1,10}\.\d{6,}$/.test(text.trim())) return null
  const hundredths = Number(text) * 100
  const nearest = Math.round(hundredths)
  const dust = Math.max(1e-7, Math.abs(hundredths) * 2 ** -48)
  return Math.abs(hundredths - nearest) < dust ? money(nearest) : null
}

export const amount = z.unknown().transform((wire, context): Money => {
  const read = readAmount(wire)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'not an amount' })
  return z.NEVER
})

/** A number that is not negative, such as 9.0909 or 0E-8. */
const FINE_NUMBER = /^\d{1,10}(\.\d{1,30})?(e-\d{1,3})?$/i

/**
 * Null where it is missing. It may be finer than a hundredth (docs/decisions/fine-taxes.md). What cannot be read makes
 * the whole record unreadable.
 */
export const taxIfTold = z
  .unknown()
  .transform((wire, context): ToldTax | null => {
    if (wire === undefined || wire === null || wire === '') return null
    const read = readAmount(wire) ?? readFineTax(wire)
    if (read !== null) return read
    context.addIssue({ code: 'custom', message: 'not an amount' })
    return z.NEVER
  })
  .optional()
  .transform((wire) => wire ?? null)

function readFineTax(wire: unknown): ToldTax | null {
  const text = typeof wire === 'string' || typeof wire === 'number' ? String(wire).trim() : ''
  if (!FINE_NUMBER.test(text)) return null
  return toldTax(/e/i.test(text) ? Number(text).toFixed(12) : text)
}

/** Null where it is missing or unreadable: the record around it is still valid. */
export const amountIfAny = amount
  .nullish()
  .catch(null)
  .transform((wire) => wire ?? null)

const count = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

const countIfAny = count
  .nullish()
  .catch(null)
  .transform((wire) => wire ?? null)

/** Optional. */
export const anything = z.unknown().optional()

/** Null where no currency is named. ISO 4217 has letters and a number for the tugrik. */
export const currencyIfAny = anything.transform((wire): string | null => {
  const text = typeof wire === 'number' ? String(wire) : (wire ?? '')
  const code = typeof text === 'string' ? text.trim().toUpperCase() : 'UNKNOWN'
  if (code === '') return null
  if (code === '496') return 'MNT'
  return /^[A-Z0-9]{1,12}$/.test(code) ? code : 'UNKNOWN'
})

export const idIfAny = id
  .nullish()
  .catch(null)
  .transform((wire) => wire ?? null)

const TIMESTAMP =
  /^20\d{2}-\d{2}-\d{2}([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/

/**
 * Kept as received: the contract's times have no zone, but some services send `Z` and milliseconds. Null for a time
 * that does not exist, or is of another century.
 */
export const timestampIfAny = z
  .string()
  .regex(TIMESTAMP)
  .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success)
  .nullish()
  .catch(null)
  .transform((wire) => wire ?? null)

export const word = z.union([z.string(), z.number()]).transform(String)

/** Some services send text or a number in place of a boolean. */
export const flag = word
  .or(z.boolean().transform(String))
  .transform((wire) => wire.trim().toLowerCase())
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((wire) => wire === 'true' || wire === '1')

export const wordIfAny = word.nullish().transform((wire) => wire ?? null)

export function understand<Word extends string>(
  words: ReadonlyMap<string, Word>,
  field: string,
  wire: string | null,
  notice: Notice,
  mayTell: (word: string) => boolean = () => true,
): Word | 'unknown' {
  const known = wire === null ? undefined : words.get(wire.trim().toUpperCase())
  if (known !== undefined) return known
  if (wire !== null) notice(mayTell(wire) ? `${field} is unknown: "${wire}"` : `${field} is unknown`)
  return 'unknown'
}

/**
 * One page of a list or a check. Rows are decoded one by one: an unreadable row is counted in `unread` and hides no
 * other. `count` is null where the service sends none.
 */
export type Page<Row> = {
  readonly count: number | null
  readonly rows: readonly Row[]
  readonly unread: number
}

/** A list that says `status: false` is no list, although it may look like an empty one. */
const notFalse = anything.refine((wire) => valueText(wire) !== 'false')

/** Far more than a page that was requested. A mebibyte can hold half a million, which would stop the till for seconds. */
const MOST_ROWS = 10_000

/** Makes the schema once and not for each answer, because Zod compiles it. */
const pageWith =
  <Count extends number | null>(counted: z.ZodType<Count>) =>
  <Schema extends z.ZodType, Row>(
    schema: Schema,
    build: (wire: z.output<Schema>, notice: Notice) => Row,
  ): Decoder<Page<Row> & { readonly count: Count }> =>
    decoder(
      z.object({ count: counted, rows: z.array(z.unknown()).max(MOST_ROWS), status: notFalse }),
      (wire, notice) => {
        const read = wire.rows.map((row) => schema.safeParse(row))
        for (const one of read)
          if (!one.success)
            notice(`a row cannot be read at ${one.error.issues.slice(0, 3).map(whereOf).join(', ')}`)
        const rows = read.flatMap((one) => (one.success ? [build(one.data, notice)] : []))
        return { count: wire.count, rows, unread: wire.rows.length - rows.length }
      },
    )

export const page = pageWith(countIfAny)

/** Requires `count`, because the screen shows how many rows there are. */
export const bookPage = pageWith(count)
