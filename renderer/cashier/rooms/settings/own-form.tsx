import type { ReactNode } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { SettingField } from '../../../../shared/shop/settings.ts'
import { Note, PressButton } from '../../../kit/index.ts'
import { useView } from '../../page/store.ts'
import { useText } from '../../page/text.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import own from './data/data.module.css'
import { fieldsOf, settingsOf, textsOf } from './draft.ts'
import type { Fields } from './draft-fields.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type OwnFormProps = {
  readonly of: SettingField['key']
  /** The words of the button. */
  readonly save: string
  readonly main?: boolean
  /** Whether the fields tell the refusal themselves. */
  readonly isTold?: (failure: Failure) => boolean
  readonly children: (form: Fields, told: Failure | null) => ReactNode
}

/** Settings with a save button of their own. */
export function OwnForm({ of, save, main = false, isTold, children }: OwnFormProps) {
  const say = useText()
  const settings = useView((view) => view.settings)
  const fields = fieldsOf(of)
  const { draft, wrong, change, ...form } = useSettingsForm(of, textsOf(settings, fields), (texts) =>
    settingsOf(texts, fields),
  )
  const told = form.failure !== null && isTold?.(form.failure) ? form.failure : null
  return (
    <form className={own.stack} onSubmit={form.submit}>
      {children({ draft, wrong, change }, told)}
      <FailureNote failure={told === null ? form.failure : null} />
      <Note tone="good" testId={`${of}-saved`}>
        {form.saved && say('settings.saved')}
      </Note>
      <PressButton tone={main ? 'main' : 'plain'} submits pending={form.pending}>
        {save}
      </PressButton>
    </form>
  )
}
