/**
 * A shop file passes parts of a shop from one till to another: settings, goods, people, and the sales of a copy of the
 * shop. Secrets, which are the merchant's password and the hashes of PINs, are only in a file that is sealed with a
 * code (docs/decisions/shop-file.md).
 */
import { z } from 'zod'
import { countSchema, timeSchema, type Wire } from '../wire.ts'
import { fieldChangesSchema } from './field-changes.ts'
import { MERCHANT_FIELDS } from './setting-changes.ts'
import { DEVICE_KEYS, SETTING_FIELDS, type Settings, SHOP_KEYS } from './settings.ts'
import { restoreReportSchema } from './shop-data.ts'
import { staffRowSchema } from './staff.ts'

export const SHOP_FILE_FORMAT = 'tugrik-pos-shop'
export const SHOP_FILE_VERSION = 1

/** The code of a sealed file, written in groups of five digits. */
export const CODE_DIGITS = 25

/** Several times a sealed file with the goods of a large shop, which are compressed. */
export const MOST_FILE_BYTES = 32 * 1024 ** 2

const pathsOf = (keys: readonly (keyof Settings)[]): readonly string[] =>
  SETTING_FIELDS.filter(({ key }) => keys.includes(key)).map(({ path }) => path)

/** The fields that a dry run shows, one row each: "shop.name", "tax.codes.vat". */
export const FILED_FIELDS: readonly string[] = [
  ...pathsOf(SHOP_KEYS),
  'logo',
  ...MERCHANT_FIELDS,
  ...pathsOf(DEVICE_KEYS),
]

/** When a file was made, and by which shop and terminal. */
const fileHead = { at: timeSchema, shop: z.string(), terminal: z.string() }

/** The parts of a file that a running till takes over. */
export const FILE_PARTS = ['sales', 'settings', 'devices', 'goods', 'people'] as const
export type FilePart = (typeof FILE_PARTS)[number]

/** Whether the field is of the part `devices`: printers, the folder for copies and the like. */
export const isOfDevices = (field: string): boolean => DEVICE_KEYS.some((key) => field.split('.')[0] === key)

/** What a file would change, or has changed. */
export const fileReportSchema = z.strictObject({
  from: z.strictObject(fileHead),
  /** Null if they are not taken over. */
  sales: z.nullable(restoreReportSchema),
  /** Why not: there are none, or they are of the other mode, or of another merchant, at whose service this till cannot find their money. */
  kept: z.nullable(z.enum(['none', 'test', 'live', 'other-merchant'])),
  /** Of the settings and the devices. */
  changes: fieldChangesSchema,
  /** Number of goods to add; null if the file has none or the till has its own. */
  goods: z.nullable(countSchema),
  /** Empty if the till has its own staff. */
  people: z.array(staffRowSchema),
  /** Whether the people keep their PINs, which are only in a sealed file. */
  pins: z.boolean(),
})
export type FileReport = Wire<typeof fileReportSchema>

/** What a set-up changes, or has changed. */
export const setUpReportSchema = z.strictObject({
  terminal: z.string(),
  changes: fieldChangesSchema,
  /** Whether the till gets another password of the merchant than it has. */
  password: z.boolean(),
  /** Number of goods to add; null if the file has none or the till has its own. */
  goods: z.nullable(countSchema),
  /** Number of people to add; 0 if the till has its own staff. */
  people: countSchema,
  /** Where the file would undo a change that was made at this till later: when it was made, and the last such change. */
  older: z.nullable(z.strictObject({ madeAt: timeSchema, changedAt: timeSchema })),
})
export type SetUpReport = Wire<typeof setUpReportSchema>

export const changesNothing = ({ changes, password, goods, people }: SetUpReport): boolean =>
  changes.length === 0 && !password && goods === null && people === 0

/** A sealed file on a stick. */
export const foundFileSchema = z.strictObject({ path: z.string(), ...fileHead })
export type FoundFile = Wire<typeof foundFileSchema>
