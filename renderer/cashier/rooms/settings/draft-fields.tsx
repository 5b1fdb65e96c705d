import type { ReactNode } from 'react'
import { SETTING_FIELDS, type SettingField } from '../../../../shared/shop/settings.ts'
import { Aloud, Choice, classNames, LinesEntry, TextEntry } from '../../../kit/index.ts'
import { type Say, say, textUnder } from '../../page/text.ts'
import { Meanwhile } from '../../parts/meanwhile.tsx'
import { DistrictEntry } from './district-entry.tsx'
import { isShownIn, kindOf, type SettingTexts } from './draft.ts'
import { choiceWords, typedFieldWords, typedWords } from './field-words.ts'
import styles from './settings.module.css'

/** The settings as typed, and what a part of the form needs to edit them. */
export type Fields = {
  readonly shown: SettingTexts
  readonly wrong: ReadonlySet<string>
  /** The fields with unsaved changes. If it is left out, no field is marked. */
  readonly unsaved?: ReadonlySet<string>
  /** The typed fields that somebody else changed meanwhile, with their values. */
  readonly meanwhile: Partial<SettingTexts>
  readonly type: (part: SettingTexts) => void
  readonly keepMine: (path: string) => void
}

type GroupProps = Fields & {
  /** A group of the settings form, or a setting with a save button of its own. */
  readonly group: NonNullable<SettingField['form']> | SettingField['key']
  /** Leaves out fields of the group. */
  readonly without?: (path: string) => boolean
  readonly disabled?: (path: string) => boolean
}

/** All fields of a group, in the order of SETTINGS (shared/shop/settings.ts). */
export const FieldsOf = ({ group, without, disabled, ...fields }: GroupProps) =>
  SETTING_FIELDS.filter(
    ({ form, key, path }) => (form ?? key) === group && isShownIn(path, fields.shown) && !without?.(path),
  ).map((field) => (
    <Marked
      {...fields}
      key={field.path}
      path={field.path}
      whole={field.text === 'address' && kindOf(field).values === null}
    >
      <DraftField {...fields} field={field} disabled={disabled?.(field.path) ?? false} />
    </Marked>
  ))

type DraftFieldProps = Fields & { readonly field: SettingField; readonly disabled: boolean }

/** One setting: a choice, or a text field with a hint. The hint turns red when the value was refused. */
function DraftField({ field, shown, wrong, type, disabled }: DraftFieldProps) {
  const { path, key, unit, text } = field
  const value = shown[path] ?? ''
  const { kind, values } = kindOf(field)
  const words = (end: string): string | null =>
    textUnder(say, `settings.${path}${end}`) ?? textUnder(say, `${path}${end}`)
  const label = words('') ?? path
  const hint = words(`.${value}.hint`) ?? words('.hint')
  const shared = {
    label,
    value,
    onChange: (typed: string) => type({ [path]: typed }),
    ...(hint === null ? {} : { hint }),
    disabled,
  }
  if (values !== null)
    return (
      <Choice
        {...shared}
        // The label repeats the group's title.
        labelHidden={!path.includes('.') && field.form === path}
        // Also shows a value that is not in the list, which can come from a shop file.
        options={[...new Set([...values, value])].map((one) => ({
          value: one,
          label: choiceWords(say, field, one),
        }))}
      />
    )
  const error = wrong.has(path)
    ? (words('.wrong') ?? wrongWords(say, wrong, path, hint ?? textUnder(say, `settings.${key}.hint`) ?? ''))
    : null
  const testId = `setting-${path}`
  if (text === 'district') return <DistrictEntry {...shared} error={error} testId={testId} />
  if (text === 'lines') return <LinesEntry {...shared} error={error} testId={testId} hint={hint ?? ''} />
  return (
    <TextEntry
      {...shared}
      error={error}
      inputMode={text === 'address' ? 'url' : kind === 'number' || text === 'digits' ? 'numeric' : 'text'}
      figures={unit === 'money'}
      testId={testId}
    />
  )
}

/** The error text of a field: its expected format. Null if the field was not refused. */
export const wrongWords = (
  say: Say,
  wrong: ReadonlySet<string>,
  path: string,
  hint: string,
): string | null => (wrong.has(path) ? say('settings.field.wrong', { hint }) : null)

type MarkedProps = Fields & { readonly path: string; readonly whole?: boolean; readonly children: ReactNode }

/** Marks a field that was changed and not saved, and asks about one that somebody else changed meanwhile. */
export function Marked({ path, unsaved, meanwhile, type, keepMine, whole = false, children }: MarkedProps) {
  const isUnsaved = unsaved?.has(path) ?? false
  const theirs = meanwhile[path]
  return (
    <div className={classNames(styles.marked, whole && styles.whole)} data-unsaved={isUnsaved}>
      {children}
      {isUnsaved ? <Aloud>{say('settings.changed')}</Aloud> : null}
      {theirs === undefined ? null : (
        <Meanwhile
          field={typedFieldWords(say, path)}
          value={typedWords(say, path, theirs)}
          onTake={() => type({ [path]: theirs })}
          onKeep={() => keepMine(path)}
        />
      )}
    </div>
  )
}
