/** Writes and reads the text of a settings file. Pure functions, without access to the disk. */
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { changesOf, type FieldChange } from '../../../shared/shop/field-changes.ts'
import { valueAt } from '../../../shared/shop/setting-changes.ts'
import { DEVICE_KEYS, SETTINGS, type Settings, SHOP_KEYS } from '../../../shared/shop/settings.ts'
import { FILED_FIELDS, SETTINGS_FORMAT, SETTINGS_VERSION } from '../../../shared/shop/settings-file.ts'
import { parseJson } from '../../base/files/parse-json.ts'

/** There is one for each paper width (main/till/session/logo.ts). */
const logoRaster = z
  .strictObject({
    width: z.int().positive().max(576),
    height: z.int().positive().max(1000),
    bits: z.base64().max(200_000),
  })
  .refine(({ width, height, bits }) => Buffer.from(bits, 'base64').length === Math.ceil(width / 8) * height)
const logoRasters = z.strictObject({ 58: logoRaster, 80: logoRaster }).nullable()
export type FiledLogo = z.infer<typeof logoRasters>

const picked = <Key extends keyof Settings>(keys: readonly Key[]) =>
  z.strictObject(
    Object.fromEntries(keys.map((key) => [key, SETTINGS[key].schema])) as unknown as {
      [Name in Key]: z.ZodType<Settings[Name]>
    },
  )

const head = z.looseObject({ format: z.literal(SETTINGS_FORMAT), version: z.int().positive() })
const body = z.strictObject({
  format: z.literal(SETTINGS_FORMAT),
  version: z.literal(SETTINGS_VERSION),
  at: z.int().nonnegative(),
  terminal: z.string().max(20),
  settings: picked(SHOP_KEYS),
  /** Null in a set-up file that leaves them out. */
  devices: picked(DEVICE_KEYS).nullable(),
  /** Without the password. Null in test mode. */
  merchant: SETTINGS.merchant.schema,
  logo: logoRasters,
})

export type SettingsFile = {
  readonly at: number
  readonly terminal: string
  readonly settings: Pick<Settings, (typeof SHOP_KEYS)[number]>
  readonly devices: Pick<Settings, (typeof DEVICE_KEYS)[number]> | null
  readonly merchant: Settings['merchant']
  readonly logo: FiledLogo
}

export function settingsFile(settings: Settings, logo: FiledLogo, at: number): SettingsFile {
  const { terminalCode: terminal, merchant } = settings
  return {
    at,
    terminal,
    settings: of(settings, SHOP_KEYS),
    devices: of(settings, DEVICE_KEYS),
    merchant,
    logo,
  }
}

const of = <Key extends keyof Settings>(settings: Settings, keys: readonly Key[]): Pick<Settings, Key> =>
  Object.fromEntries(keys.map((key) => [key, settings[key]])) as Pick<Settings, Key>

export const asText = (file: SettingsFile): string =>
  `${JSON.stringify({ format: SETTINGS_FORMAT, version: SETTINGS_VERSION, ...file }, null, 2)}\n`

/** Throws FILE_DAMAGED, FROM_FUTURE, or SETTINGS_FILE_WRONG with the names of the fields. */
export function readSettingsFile(text: string): SettingsFile {
  const content = parseJson(text.replace(/^\uFEFF/, ''))
  const begins = head.safeParse(content)
  if (!begins.success) throw new CommandRefused('FILE_DAMAGED')
  if (begins.data.version > SETTINGS_VERSION)
    throw new CommandRefused('FROM_FUTURE', String(begins.data.version))
  const whole = body.safeParse(content)
  if (whole.success) return whole.data
  throw new CommandRefused('SETTINGS_FILE_WRONG', wrongFields(whole.error).join(', '))
}

/** The paths of wrong and unknown fields in the settings, such as "shop.taxpayerNumber". */
function wrongFields({ issues }: z.ZodError): string[] {
  const named = issues.flatMap((issue) => {
    const path = issue.path.filter((part, index) => index > 0 || (part !== 'settings' && part !== 'devices'))
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    return keys.length > 0 ? keys.map((key) => [...path, key].join('.')) : [path.join('.')]
  })
  return [...new Set(named)].filter((field) => field !== '').slice(0, 20)
}

/** The settings after an import. Takes the merchant only if none is connected, and only as a hint for connecting. */
export function settingsWith(now: Settings, file: SettingsFile, devices: boolean): Settings {
  return {
    ...now,
    ...file.settings,
    ...(devices ? file.devices : {}),
    merchantHint: now.merchant === null ? (file.merchant ?? now.merchantHint) : now.merchantHint,
  }
}

/** The fields of a settings file that would change, with their values before and after. */
export const filedChanges = (was: Kept, will: Kept): FieldChange[] =>
  changesOf(FILED_FIELDS, (field) => [partOf(was, field), partOf(will, field)]).map((change) =>
    change.field === 'logo' ? { field: 'logo', from: change.from !== null, to: change.to !== null } : change,
  )

type Kept = { readonly settings: Settings; readonly logo: FiledLogo }

const partOf = ({ settings, logo }: Kept, field: string): unknown =>
  valueAt({ ...settings, merchant: settings.merchant ?? settings.merchantHint, logo }, field)
