import { Choice, optionsOf, TextEntry } from '../../kit/index.ts'
import { type Say, useText } from '../text.ts'
import type { Draft, DraftField } from './draft.ts'
import { wrongWords } from './field-errors.ts'

/** The draft of the settings, for a part of the form. */
export type Fields = {
  readonly draft: Draft
  readonly wrong: ReadonlySet<string>
  readonly change: (part: Partial<Draft>) => void
}

type ChoiceField =
  | 'invoicing.ereceipts'
  | 'invoicing.plainShape'
  | 'tax.vatPayer'
  | 'cityTaxPercent'
  | 'paperWidth'
  | 'drawer.opens'
  | 'sounds'
  | 'callback.enabled'
  | 'shifts.selling'
  | 'shifts.count'
  | 'pollMs'

type TextFieldName = Exclude<DraftField, ChoiceField | 'printer' | 'sparePrinter' | 'tenders'>

type DraftEntryProps = Fields & {
  readonly field: TextFieldName
  readonly inputMode?: 'text' | 'numeric' | 'url'
  readonly figures?: boolean
}

/** A text of the settings, with what it should look like beneath it, in red once it was refused. */
export function DraftEntry({ field, draft, wrong, change, ...entry }: DraftEntryProps) {
  const say = useText()
  const hint = say(`settings.${field}.hint`)
  return (
    <TextEntry
      label={say(`settings.${field}`)}
      value={draft[field]}
      onChange={(text) => change({ [field]: text })}
      hint={hint}
      error={wrongWords(say, wrong, field, hint)}
      testId={`setting-${field}`}
      {...entry}
    />
  )
}

type DraftChoiceProps<Field extends ChoiceField> = Fields & {
  readonly field: Field
  readonly options: readonly {
    readonly value: Draft[Field]
    readonly label: string
    readonly testId?: string
  }[]
  readonly hint?: string
  readonly disabled?: boolean
  readonly quiet?: boolean
}

/** One of a few values of a setting. */
export function DraftChoice<Field extends ChoiceField>(props: DraftChoiceProps<Field>) {
  const { field, draft, wrong: _, change, ...choice } = props
  const say = useText()
  return (
    <Choice<Draft[Field]>
      label={say(`settings.${field}`)}
      value={draft[field]}
      onChange={(chosen) => change({ [field]: chosen })}
      {...choice}
    />
  )
}

export const yesOrNo = (say: Say, testId: string) =>
  optionsOf(['yes', 'no'], (value) => say(`settings.${value}`), testId)
