import type { ReactNode } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import { Note, PressButton } from '../../../kit/index.ts'
import { say } from '../../page/text.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import own from './data/data.module.css'
import type { OwnKey } from './draft.ts'
import { type Fields, FieldsOf } from './draft-fields.tsx'
import { useSettingsDraft, useSettingsForm } from './use-settings-form.ts'

type OwnFormProps = {
  readonly of: OwnKey
  /** The words of the button. */
  readonly save: string
  readonly main?: boolean
  /** Whether the fields tell the refusal themselves. */
  readonly isTold?: (failure: Failure) => boolean
  /** If it is left out, the form has all fields of the setting. */
  readonly children?: (form: Fields, told: Failure | null) => ReactNode
}

/** Settings with a save button of their own. */
export function OwnForm({ of, save, main = false, isTold, children }: OwnFormProps) {
  const isMine = (path: string) => path.startsWith(`${of}.`)
  const { unsaved: _unmarked, ...form } = useSettingsForm({ ...useSettingsDraft(), isMine })
  const told = form.untold !== null && isTold?.(form.untold) ? form.untold : null
  return (
    <form ref={form.form} className={own.stack} onSubmit={form.submit}>
      {children?.(form, told) ?? (
        <div className={own.fields}>
          <FieldsOf {...form} group={of} />
        </div>
      )}
      <FailureNote failure={told === null ? form.untold : null} />
      <Note tone="good" testId={`${of}-saved`}>
        {form.saved && say('settings.saved')}
      </Note>
      <PressButton tone={main ? 'main' : 'plain'} submits pending={form.pending}>
        {save}
      </PressButton>
    </form>
  )
}
