import { z } from 'zod'
import { money, moneyAsText } from '../../../../shared/money/money.ts'
import { typedMoney } from '../../../../shared/money/typed-money.ts'
import {
  type SavedSettings,
  SETTING_FIELDS,
  type SettingField,
  type Settings,
} from '../../../../shared/shop/settings.ts'
import { type PrinterDraft, printerDraftOf, printerOf } from './printing/printer-draft.ts'

/** Settings as typed, by path. Every value is text, so that an incomplete value is not lost. */
export type SettingTexts = Readonly<Record<string, string>>

/** The fields that the form shows, without the printers. */
export const FORM_FIELDS: readonly SettingField[] = SETTING_FIELDS.filter(
  ({ form }) => form !== undefined && form !== 'printers',
)

/** The fields of a part of the settings that is saved by itself. */
export const fieldsOf = (key: SettingField['key']): readonly SettingField[] =>
  SETTING_FIELDS.filter((field) => field.key === key)

export const textsOf = (settings: Settings, fields: readonly SettingField[]): SettingTexts =>
  Object.fromEntries(fields.map((field) => [field.path, asTyped(field, valueAt(settings, field.path))]))

/** The settings to save of these fields. The main process validates them. */
export function settingsOf(texts: SettingTexts, fields: readonly SettingField[]): SavedSettings {
  const saved: Record<string, unknown> = {}
  for (const field of fields) put(saved, field.path.split('.'), asValue(field, texts[field.path] ?? ''))
  return saved
}

/** The whole form. */
export const draftOf = (settings: Settings): SettingTexts => ({
  ...textsOf(settings, FORM_FIELDS),
  ...textsUnder('printer', printerDraftOf(settings.printer)),
  ...textsUnder('sparePrinter', printerDraftOf(settings.sparePrinter)),
})

export function savedOf(texts: SettingTexts, now: Settings): SavedSettings {
  const saved = settingsOf(texts, FORM_FIELDS)
  return {
    ...saved,
    // While the callback is off its fields are hidden, so their typed values must not cause errors.
    ...(texts['callback.enabled'] === 'yes' ? {} : { callback: { ...now.callback, enabled: false } }),
    printer: printerOf(printerIn(texts, 'printer')),
    sparePrinter: printerOf(printerIn(texts, 'sparePrinter')),
  }
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

const valueAt = (settings: Settings, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Readonly<Record<string, unknown>>)[part], settings)

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
