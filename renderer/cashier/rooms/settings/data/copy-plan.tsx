import { useCallback } from 'react'
import type { FailureName } from '../../../../../shared/failure.ts'
import { COPY_HOURS } from '../../../../../shared/shop/settings.ts'
import { Choice, optionsOf, PressButton, TextEntry } from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { failureText, useText } from '../../../page/text.ts'
import { useAskedOnce } from '../../../page/use-asked.ts'
import { Marked, wrongWords } from '../draft-fields.tsx'
import { OwnForm } from '../own-form.tsx'
import own from './data.module.css'

const OF_FOLDER: ReadonlySet<FailureName> = new Set([
  'FILE_MISSING',
  'COPY_FOLDER_OWN',
  'COPY_FOLDER_READ_ONLY',
])

/** The folder for copies, their interval, and how many are kept. */
export function CopyPlanForm() {
  const say = useText()
  return (
    <OwnForm of="copies" save={say('copies.save')} main isTold={({ name }) => OF_FOLDER.has(name)}>
      {(form, atFolder) => (
        <>
          <Marked {...form} path="copies.folder">
            <FolderEntry
              label={say('copies.folder')}
              value={form.shown['copies.folder'] ?? ''}
              onChange={(folder) => form.type({ 'copies.folder': folder })}
              hint={say('copies.folder.hint')}
              error={
                wrongWords(say, form.wrong, 'copies.folder', say('copies.folder.hint')) ??
                (atFolder && failureText(say, atFolder))
              }
            />
          </Marked>
          <div className={own.fields}>
            <Marked {...form} path="copies.everyHours">
              <Choice
                label={say('copies.everyHours')}
                value={form.shown['copies.everyHours'] ?? ''}
                onChange={(hours) => form.type({ 'copies.everyHours': hours })}
                options={optionsOf(COPY_HOURS.map(String), (count) => say('copies.hours', { count }))}
              />
            </Marked>
            <Marked {...form} path="copies.keep">
              <TextEntry
                label={say('copies.keep')}
                value={form.shown['copies.keep'] ?? ''}
                onChange={(keep) => form.type({ 'copies.keep': keep })}
                hint={say('copies.keep.hint')}
                error={wrongWords(say, form.wrong, 'copies.keep', say('copies.keep.hint'))}
                inputMode="numeric"
              />
            </Marked>
          </div>
        </>
      )}
    </OwnForm>
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
