/**
 * A settings file: what one terminal hands to the next. It holds all that is the shop's, and nothing that is one terminal's
 * own (its code, the guide, the address it listens at); printers and the folder for copies are in it and are taken only
 * where a person says so. Never a password, a PIN or a person (docs/decisions/settings-file.md).
 */
import { z } from 'zod'
import { ACCOUNTS } from './ledger-accounts.ts'
import type { Settings } from './settings.ts'
import { timeSchema, type Wire } from './wire.ts'

export const SETTINGS_FORMAT = 'tugrik-pos-settings'
/** 2 since there are kinds of tax: `tax.codes` instead of `invoicing.taxType`. 3 since accounts have numbers. */
export const SETTINGS_VERSION = 3

/** Settings of the shop, by their name in `Settings`. */
export const SHOP_KEYS = [
  'language',
  'theme',
  'textSize',
  'shop',
  'invoicing',
  'tax',
  'cityTaxPercent',
  'receiptTexts',
  'paperWidth',
  'drawer',
  'tenders',
  'sounds',
  'display',
  'shifts',
  'discountLimitPercent',
  'lockMinutes',
  'weighedCodes',
  'pollMs',
  'watchHours',
  'retention',
  'accounts',
] as const satisfies readonly (keyof Settings)[]

/** What hangs on the machine: another till may have it elsewhere. */
export const DEVICE_KEYS = [
  'printer',
  'sparePrinter',
  'copies',
] as const satisfies readonly (keyof Settings)[]

/** What a dry run tells of, one row a field. */
export const SETTING_FIELDS = [
  'language',
  'theme',
  'textSize',
  'shop.name',
  'shop.taxpayerNumber',
  'shop.register',
  'shop.branch',
  'shop.districtCode',
  'invoicing.ereceipts',
  'invoicing.plainShape',
  'invoicing.callbackUrl',
  'tax.vatPayer',
  'tax.codes.vat',
  'tax.codes.zero-rated',
  'tax.codes.exempt',
  'cityTaxPercent',
  'receiptTexts.header',
  'receiptTexts.footer',
  'logo',
  'paperWidth',
  'drawer.opens',
  'tenders.cash',
  'tenders.qr',
  'tenders.card',
  'tenders.transfer',
  'sounds',
  'display',
  'shifts.selling',
  'shifts.count',
  'shifts.reasonAbove',
  'discountLimitPercent',
  'lockMinutes',
  'weighedCodes',
  'pollMs',
  'watchHours',
  'retention.logs',
  'retention.practice',
  'retention.setAside',
  ...ACCOUNTS.map((account) => `accounts.${account}` as const),
  'merchant.baseUrl',
  'merchant.username',
  'merchant.invoiceCode',
  'printer',
  'sparePrinter',
  'copies.folder',
  'copies.everyHours',
  'copies.keep',
] as const
export type SettingField = (typeof SETTING_FIELDS)[number]

/** Values are as they lie in the settings; of a logo, whether there is one. */
const settingChangeSchema = z.strictObject({
  field: z.enum(SETTING_FIELDS),
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
