/** The settings in a shop file, and what an import changes. Pure functions, without access to the disk. */
import { z } from 'zod'
import { changesOf, type FieldChange } from '../../../shared/shop/field-changes.ts'
import { valueAt } from '../../../shared/shop/setting-changes.ts'
import { DEVICE_KEYS, SETTINGS, type Settings, SHOP_KEYS } from '../../../shared/shop/settings.ts'
import { FILED_FIELDS } from '../../../shared/shop/shop-file.ts'

/** There is one for each paper width (main/till/session/logo.ts). */
const logoRaster = z
  .strictObject({
    width: z.int().positive().max(576),
    height: z.int().positive().max(1000),
    bits: z.base64().max(200_000),
  })
  .refine(({ width, height, bits }) => Buffer.from(bits, 'base64').length === Math.ceil(width / 8) * height)
export const filedLogo = z.strictObject({ 58: logoRaster, 80: logoRaster }).nullable()
export type FiledLogo = z.infer<typeof filedLogo>

const picked = <Key extends keyof Settings>(keys: readonly Key[]) =>
  z.strictObject(
    Object.fromEntries(keys.map((key) => [key, SETTINGS[key].schema])) as unknown as {
      [Name in Key]: z.ZodType<Settings[Name]>
    },
  )

export const settingsParts = {
  settings: picked(SHOP_KEYS),
  /** Null where the file leaves them out. */
  devices: picked(DEVICE_KEYS).nullable(),
  /** Without the password. Null in test mode. */
  merchant: SETTINGS.merchant.schema,
  logo: filedLogo,
}

/** When a file was made, by which shop and terminal: anybody can read it, also in a sealed file. */
type FileHead = { readonly at: number; readonly shop: string; readonly terminal: string }

export type FiledSettings = FileHead & {
  readonly settings: Pick<Settings, (typeof SHOP_KEYS)[number]>
  readonly devices: Pick<Settings, (typeof DEVICE_KEYS)[number]> | null
  readonly merchant: Settings['merchant']
  readonly logo: FiledLogo
}

export function filedSettings(settings: Settings, logo: FiledLogo, at: number): FiledSettings {
  const { terminalCode: terminal, merchant, shop } = settings
  return {
    ...{ at, shop: shop.name, terminal },
    settings: of(settings, SHOP_KEYS),
    devices: of(settings, DEVICE_KEYS),
    merchant,
    logo,
  }
}

const of = <Key extends keyof Settings>(settings: Settings, keys: readonly Key[]): Pick<Settings, Key> =>
  Object.fromEntries(keys.map((key) => [key, settings[key]])) as Pick<Settings, Key>

/** The settings after an import. Takes the merchant only if none is connected, and only as a hint for connecting. */
export const settingsWith = (now: Settings, file: FiledSettings): Settings => ({
  ...now,
  ...file.settings,
  merchantHint: now.merchant === null ? (file.merchant ?? now.merchantHint) : now.merchantHint,
})

/** The fields of a shop file that would change, with their values before and after. */
export const filedChanges = (was: Kept, will: Kept): FieldChange[] =>
  changesOf(FILED_FIELDS, (field) => [partOf(was, field), partOf(will, field)]).map((change) =>
    change.field === 'logo' ? { field: 'logo', from: change.from !== null, to: change.to !== null } : change,
  )

type Kept = { readonly settings: Settings; readonly logo: FiledLogo }

const partOf = ({ settings, logo }: Kept, field: string): unknown =>
  valueAt({ ...settings, merchant: settings.merchant ?? settings.merchantHint, logo }, field)
