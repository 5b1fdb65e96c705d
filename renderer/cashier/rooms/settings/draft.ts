import { z } from 'zod'
import { money, moneyAsText } from '../../../../shared/money/money.ts'
import { typedMoney } from '../../../../shared/money/typed-money.ts'
import { missingSeller, OWN_FIELDS } from '../../../../shared/shop/own-seller.ts'
import { SAMPLE_SELLER } from '../../../../shared/shop/sample-seller.ts'
import { valueAt } from '../../../../shared/shop/setting-changes.ts'
import {
  type ChangedSettings,
  SETTING_FIELDS,
  SETTINGS,
  type SettingField,
  type Settings,
  type ShopSettings,
} from '../../../../shared/shop/settings.ts'
import { type PrinterDraft, printerDraftOf, printerOf } from './printing/printer-draft.ts'

/** Settings as typed, by path. Every value is text, so that an incomplete value is not lost. */
export type SettingTexts = Readonly<Record<string, string>>

/** The fields that the form shows, without the printers. */
export const FORM_FIELDS: readonly SettingField[] = SETTING_FIELDS.filter(
  ({ form }) => form !== undefined && form !== 'printers',
)

/** Settings with a save button of their own. */
export type OwnKey = 'retention' | 'copies' | 'updates' | 'accounts'
const OWN_KEYS: readonly string[] = ['retention', 'copies', 'updates', 'accounts'] satisfies OwnKey[]

const TYPED_FIELDS: readonly SettingField[] = [
  ...FORM_FIELDS,
  ...SETTING_FIELDS.filter(({ key }) => OWN_KEYS.includes(key)),
]

export const isInShopForm = (path: string): boolean => 'form' in SETTINGS[keyOf(path)]

const keyOf = (path: string) => path.split('.')[0] as SettingField['key']

/** All settings that are typed, and the merchant's credentials without the password. */
export const textsOf = (settings: Settings): SettingTexts => ({
  ...Object.fromEntries(
    TYPED_FIELDS.map((field) => [field.path, asTyped(field, valueAt(settings, field.path))]),
  ),
  ...textsUnder('printer', printerDraftOf(settings.printer)),
  ...textsUnder('sparePrinter', printerDraftOf(settings.sparePrinter)),
  ...textsUnder('merchant', merchantOf(settings)),
})

/**
 * What a form shows before anything is typed. These fields are empty while they are the sample shop's, so that nobody
 * saves its branch and district as their own.
 */
export function textsToType(settings: Settings, fields: readonly (keyof ShopSettings)[]): SettingTexts {
  const sample = fields.filter((field) => settings.shop[field] === SAMPLE_SELLER[field])
  const isOwn = missingSeller('live', settings).length === 0
  return {
    ...textsOf(settings),
    ...(isOwn ? {} : textsUnder('shop', Object.fromEntries(sample.map((field) => [field, ''])))),
  }
}

/** Whether these texts replace all data of the sample shop. Then empty fields are saved too, so that a missing one is refused. */
export const replacesSample = (texts: SettingTexts): boolean =>
  OWN_FIELDS.every((field) => texts[`shop.${field}`] !== SAMPLE_SELLER[field])

/** A shop file that was taken over names a merchant, whose password is typed. */
const merchantOf = ({ merchant, merchantHint }: Settings): Readonly<Record<string, string>> => {
  const { baseUrl = '', username = '', invoiceCode = '' } = merchantHint ?? merchant ?? {}
  return { baseUrl, username, invoiceCode }
}

/** These fields as they are saved. The main process validates them. */
export function settingsOf(texts: SettingTexts, paths: readonly string[]): ChangedSettings {
  const saved: Record<string, unknown> = {}
  for (const field of TYPED_FIELDS)
    if (paths.includes(field.path)) put(saved, field.path.split('.'), asValue(field, texts[field.path] ?? ''))
  for (const place of ['printer', 'sparePrinter'] as const)
    if (paths.some((path) => path.startsWith(`${place}.`))) saved[place] = printerOf(printerIn(texts, place))
  return saved
}

/** Whether the form shows this field, which may depend on what is chosen in another. Hidden fields are not saved. */
export function isShownIn(path: string, texts: SettingTexts): boolean {
  const [group = '', field = ''] = path.split('.')
  if (path === 'updates.hour') return texts['updates.when'] === 'at-hour'
  if (group === 'callback') return field === 'enabled' || texts['callback.enabled'] === 'yes'
  return (group !== 'printer' && group !== 'sparePrinter') || field in printerOf(printerIn(texts, group))
}

/** The printer's key in the settings. */
export type PrinterPlace = 'printer' | 'sparePrinter'

export const printerIn = (texts: SettingTexts, place: PrinterPlace): PrinterDraft =>
  namedUnder(texts, place) as PrinterDraft

export const textsUnder = (group: string, fields: Readonly<Record<string, string>>): SettingTexts =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [`${group}.${field}`, text]))

/** The texts of a group, by the names within it. */
export const namedUnder = (texts: SettingTexts, group: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([path, text]) =>
      path.startsWith(`${group}.`) ? [[path.slice(group.length + 1), text]] : [],
    ),
  )

function put(into: Record<string, unknown>, [part = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[part] = value
  else {
    into[part] ??= {}
    put(into[part] as Record<string, unknown>, rest, value)
  }
}

function asTyped({ unit }: SettingField, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return unit === 'money' ? moneyAsText(money(Number(value))) : String(value)
}

function asValue(field: SettingField, text: string): unknown {
  switch (kindOf(field).kind) {
    case 'flag':
      return text === 'yes'
    case 'number':
      return field.unit === 'money' ? (typedMoney(text) ?? Number.NaN) : numberOf(text)
    default:
      return text
  }
}

const numberOf = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** The control for a field: yes or no, a choice, a number, or text. `values` are the choices as text. */
type FieldKind =
  | { readonly kind: 'flag' | 'choice' | 'number'; readonly values: readonly string[] | null }
  | { readonly kind: 'text'; readonly values: null }

export function kindOf({ schema, choices }: Pick<SettingField, 'schema' | 'choices'>): FieldKind {
  const bare = schema instanceof z.ZodDefault ? schema.unwrap() : schema
  if (bare instanceof z.ZodBoolean) return { kind: 'flag', values: ['yes', 'no'] }
  if (bare instanceof z.ZodEnum) return { kind: 'choice', values: bare.options.map(String) }
  const literals = bare instanceof z.ZodUnion ? bare.options : [bare]
  const values = literals.flatMap((one) => (one instanceof z.ZodLiteral ? [...one.values] : []))
  if (values.length > 0) return { kind: 'number', values: values.map(String) }
  if (bare instanceof z.ZodNumber) return { kind: 'number', values: choices?.map(String) ?? null }
  return { kind: 'text', values: null }
}
