import { useStore } from 'zustand'
import { money, moneyAsText } from '../../../../shared/money/money.ts'
import { typedMoney } from '../../../../shared/money/typed-money.ts'
import {
  type SavedSettings,
  SETTING_FIELDS,
  type SettingField,
  type Settings,
} from '../../../../shared/shop/settings.ts'
import { createRoomStore } from '../../page/room-store.ts'
import { kindOf } from './field-kind.ts'
import { type PrinterDraft, printerDraftOf, printerOf } from './printing/printer-draft.ts'

/** The settings as typed, by path. Every value is text, so that an incomplete value is not lost. */
export type Draft = {
  readonly fields: Readonly<Record<string, string>>
  readonly printer: PrinterDraft
  readonly sparePrinter: PrinterDraft
}

/** The fields that the form shows, without the printers. */
export const FORM_FIELDS: readonly SettingField[] = SETTING_FIELDS.filter(
  ({ form }) => form !== undefined && form !== 'printers',
)

export const draftOf = (settings: Settings): Draft => ({
  fields: Object.fromEntries(
    FORM_FIELDS.map((field) => [field.path, asTyped(field, valueAt(settings, field.path))]),
  ),
  printer: printerDraftOf(settings.printer),
  sparePrinter: printerDraftOf(settings.sparePrinter),
})

/** The settings to save. The main process validates them. */
export function savedOf(draft: Draft, now: Settings): SavedSettings {
  const saved: Record<string, unknown> = {}
  for (const field of FORM_FIELDS)
    put(saved, field.path.split('.'), asValue(field, draft.fields[field.path] ?? ''))
  // While the callback is off its fields are hidden, so their typed values must not cause errors.
  const callback =
    draft.fields['callback.enabled'] === 'yes' ? saved.callback : { ...now.callback, enabled: false }
  return {
    ...saved,
    callback,
    printer: printerOf(draft.printer),
    sparePrinter: printerOf(draft.sparePrinter),
  } as SavedSettings
}

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

export const numberOf = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN)

const PRINTERS = ['printer', 'sparePrinter'] as const

/** The paths of the fields that differ between two drafts, such as "shop.name" or "printer.port". */
export const differences = (one: Draft, other: Draft): ReadonlySet<string> =>
  new Set([
    ...differing(one.fields, other.fields),
    ...PRINTERS.flatMap((place) => differing(one[place], other[place]).map((field) => `${place}.${field}`)),
  ])

const differing = <Fields extends object>(one: Fields, other: Fields): readonly string[] =>
  (Object.keys(one) as (keyof Fields & string)[]).filter((field) => one[field] !== other[field])

/** What is typed, and the settings as they were then. */
type Kept = { readonly draft: Draft; readonly over: Draft }

/** The unsaved changes, kept while another room is open. Null if there are none. */
const typed = createRoomStore<{ readonly kept: Kept | null }>({ kept: null })

export const useDraft = (): Kept | null => useStore(typed, ({ kept }) => kept)
export const keepDraft = (kept: Kept | null): void => typed.setState({ kept })

/** The typed changes over the settings in use, which another till, an import or the guide may have changed meanwhile. */
export function draftOver(inUse: Draft, kept: Kept | null): Draft {
  if (kept === null) return inUse
  const { draft, over } = kept
  const changed = differing(draft.fields, over.fields)
  return {
    fields: {
      ...inUse.fields,
      ...Object.fromEntries(changed.map((path) => [path, draft.fields[path] ?? ''])),
    },
    printer: differing(draft.printer, over.printer).length > 0 ? draft.printer : inUse.printer,
    sparePrinter:
      differing(draft.sparePrinter, over.sparePrinter).length > 0 ? draft.sparePrinter : inUse.sparePrinter,
  }
}
