/** Changed settings, field by field, with the values before and after. */
import { z } from 'zod'
import { permissionToChange, SETTING_FIELDS, type Settings } from './settings.ts'
import type { Wire } from './wire.ts'

/** Values as in the settings; for the logo, whether there is one. */
const settingChangeSchema = z.strictObject({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type SettingChange = Wire<typeof settingChangeSchema>
export const settingChangesSchema = z.array(settingChangeSchema)

/** `valuesOf` gives the value of a field before and after. */
export const changesOf = (
  fields: readonly string[],
  valuesOf: (field: string) => readonly [from: unknown, to: unknown],
): SettingChange[] =>
  fields.flatMap((field) => {
    const [from, to] = valuesOf(field)
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })

/** The value at a path like "shop.name". Null where a part of the path is missing. */
export const valueAt = (whole: object, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>(
      (inner, part) => (inner as Readonly<Record<string, unknown>> | null)?.[part] ?? null,
      whole,
    )

/** The merchant is null in test mode, so SETTING_FIELDS has no fields of it. */
export const MERCHANT_FIELDS = ['merchant.baseUrl', 'merchant.username', 'merchant.invoiceCode'] as const

/** The fields of all settings that not everybody may change. */
export const AUDITED_FIELDS: readonly string[] = [
  ...SETTING_FIELDS.filter(({ key }) => {
    const needed = permissionToChange({ [key]: null })
    return needed !== null && needed !== 'merchant'
  }).map(({ path }) => path),
  ...MERCHANT_FIELDS,
]

/** For the audit trail. Settings hold no secret, so no change does. */
export const settingChanges = (was: Settings, will: Settings): SettingChange[] =>
  changesOf(AUDITED_FIELDS, (field) => [valueAt(was, field), valueAt(will, field)])
