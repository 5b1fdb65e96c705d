/** Changed settings, field by field, with the values before and after. */
import { changesOf, type FieldChange } from './field-changes.ts'
import { permissionToChange, SETTING_FIELDS, type Settings } from './settings.ts'

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
export const settingChanges = (was: Settings, will: Settings): FieldChange[] =>
  changesOf(AUDITED_FIELDS, (field) => [valueAt(was, field), valueAt(will, field)])
