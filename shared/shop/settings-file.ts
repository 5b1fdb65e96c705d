/**
 * A settings file passes the shop's settings from one till to another. It leaves out what belongs to one till (its
 * code, the guide, its callback address). It holds printers and the folder for copies, which are taken only if a person
 * asks for it. It never holds a password, a PIN or staff (docs/decisions/settings-file.md).
 */
import { z } from 'zod'
import { timeSchema, type Wire } from '../wire.ts'
import { fieldChangesSchema } from './field-changes.ts'
import { MERCHANT_FIELDS } from './setting-changes.ts'
import { DEVICE_KEYS, SETTING_FIELDS, type Settings, SHOP_KEYS } from './settings.ts'

export const SETTINGS_FORMAT = 'tugrik-pos-settings'
export const SETTINGS_VERSION = 1

const pathsOf = (keys: readonly (keyof Settings)[]): readonly string[] =>
  SETTING_FIELDS.filter(({ key }) => keys.includes(key)).map(({ path }) => path)

/** The fields that a dry run shows, one row each: "shop.name", "tax.codes.vat". */
export const FILED_FIELDS: readonly string[] = [
  ...pathsOf(SHOP_KEYS),
  'logo',
  ...MERCHANT_FIELDS,
  ...pathsOf(DEVICE_KEYS),
]

export const settingsDryRunSchema = z.strictObject({
  from: z.strictObject({ terminal: z.string(), at: timeSchema, shop: z.string() }),
  changes: fieldChangesSchema,
  /** Whether the file has printers or a folder for copies. */
  devices: z.boolean(),
})
export type SettingsDryRun = Wire<typeof settingsDryRunSchema>
