/**
 * A settings file: what one terminal hands to the next. It holds all that is the shop's, and nothing that is one terminal's
 * own (its code, the guide, the address it listens at); printers and the folder for copies are in it and are taken only
 * where a person says so. Never a password, a PIN or a person (docs/decisions/settings-file.md).
 */
import { z } from 'zod'
import { DEVICE_KEYS, SETTING_FIELDS, type Settings, SHOP_KEYS } from './settings.ts'
import { timeSchema, type Wire } from './wire.ts'

export const SETTINGS_FORMAT = 'tugrik-pos-settings'
/** 2 since there are kinds of tax: `tax.codes` instead of `invoicing.taxType`. 3 since accounts have numbers. */
export const SETTINGS_VERSION = 3

const pathsOf = (keys: readonly (keyof Settings)[]): readonly string[] =>
  SETTING_FIELDS.filter(({ key }) => keys.includes(key)).map(({ path }) => path)

/** The fields that a dry run shows, one row each: "shop.name", "tax.codes.vat". */
export const FILED_FIELDS: readonly string[] = [
  ...pathsOf(SHOP_KEYS),
  'logo',
  'merchant.baseUrl',
  'merchant.username',
  'merchant.invoiceCode',
  ...pathsOf(DEVICE_KEYS),
]

/** Values are as they lie in the settings; of a logo, whether there is one. */
const settingChangeSchema = z.strictObject({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type SettingChange = Wire<typeof settingChangeSchema>

export const settingsDryRunSchema = z.strictObject({
  from: z.strictObject({ terminal: z.string(), at: timeSchema, shop: z.string() }),
  changes: z.array(settingChangeSchema),
  /** Printers and a folder for copies are in it. */
  devices: z.boolean(),
})
export type SettingsDryRun = Wire<typeof settingsDryRunSchema>
