import { useCallback } from 'react'
import type { FailureName } from '../../../../../shared/failure.ts'
import { COPY_HOURS, type CopyPlan } from '../../../../../shared/shop/settings.ts'
import { Choice, Note, PressButton, TextEntry } from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { useView } from '../../../page/store.ts'
import { failureText, useText } from '../../../page/text.ts'
import { useAskedOnce } from '../../../page/use-asked.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { numberOf } from '../draft.ts'
import { wrongWords } from '../field-errors.ts'
import own from './data.module.css'
import { useSavedForm } from './use-saved-form.ts'

type Typed = Omit<CopyPlan, 'keep'> & { readonly keep: string }

const typedOf = (plan: CopyPlan): Typed => ({ ...plan, keep: String(plan.keep) })

const OF_FOLDER: ReadonlySet<FailureName> = new Set([
  'FILE_MISSING',
  'COPY_FOLDER_OWN',
  'COPY_FOLDER_READ_ONLY',
])

/** The folder for copies, their interval, and how many are kept. */
export function CopyPlanForm() {
  const say = useText()
  const plan = useView((view) => view.settings.copies)
  const form = useSavedForm(typedOf(plan), (typed) => ({
    copies: { ...typed, keep: numberOf(typed.keep) },
  }))
  const { typed, change, wrong, failure } = form
  const atFolder = failure !== null && OF_FOLDER.has(failure.name) ? failure : null
  const folderError =
    wrongWords(say, wrong, 'copies.folder', say('copies.folder.hint')) ??
    (atFolder && failureText(say, atFolder))
  return (
    <form className={own.stack} onSubmit={form.submit}>
      <FolderEntry
        label={say('copies.folder')}
        value={typed.folder}
        onChange={(folder) => change({ folder })}
        hint={say('copies.folder.hint')}
        error={folderError}
      />
      <div className={own.fields}>
        <Choice
          label={say('copies.everyHours')}
          value={String(typed.everyHours)}
          onChange={(chosen) => change({ everyHours: Number(chosen) as CopyPlan['everyHours'] })}
          options={COPY_HOURS.map((hours) => ({
            value: String(hours),
            label: say('copies.hours', { count: hours }),
          }))}
        />
        <TextEntry
          label={say('copies.keep')}
          value={typed.keep}
          onChange={(keep) => change({ keep })}
          hint={say('copies.keep.hint')}
          error={wrongWords(say, wrong, 'copies.keep', say('copies.keep.hint'))}
          inputMode="numeric"
        />
      </div>
      <FailureNote failure={wrong.size > 0 || atFolder !== null ? null : failure} />
      <Note tone="good" testId="copies-saved">
        {form.saved && say('settings.saved')}
      </Note>
      <PressButton tone="main" submits pending={form.pending}>
        {say('copies.save')}
      </PressButton>
    </form>
  )
}

type FolderEntryProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (folder: string) => void
  readonly error: string | null
}

/** The path of a folder: typed, or chosen from the disks that are connected. */
export function FolderEntry({ label, hint, value, onChange, error }: FolderEntryProps) {
  const say = useText()
  const { value: drives } = useAskedOnce(useCallback(() => call('findDrives'), []))
  return (
    <div className={own.stack}>
      <TextEntry label={label} value={value} onChange={onChange} hint={hint} error={error} />
      {drives === null || drives.length === 0 ? null : (
        <div className={own.drives}>
          <span>{say('copies.drives')}</span>
          {drives.map((drive) => (
            <PressButton key={drive} size="small" onPress={() => onChange(drive)}>
              {drive}
            </PressButton>
          ))}
        </div>
      )}
    </div>
  )
}
