import { type FormEvent, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { FieldGroup, Note, PressButton } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { SellerNote } from '../own-data.tsx'
import { announce, useView } from '../store.ts'
import { useText } from '../text.ts'
import { type Draft, draftOf, keepDraft, savedOf, useDraft } from './draft.ts'
import { type Fields, FieldsOf } from './draft-fields.tsx'
import { CallbackFields, InvoicingFields, TaxFields } from './invoicing-fields.tsx'
import { PrintingFields } from './printing/index.ts'
import { Place } from './section-index.tsx'
import styles from './settings.module.css'
import { TenderFields } from './tender-fields.tsx'
import { useSettingsSave } from './use-settings-save.ts'

/** The form for the settings. They are saved together; a refusal names the wrong fields. */
export function ShopForm() {
  const say = useText()
  const settings = useView((view) => view.settings)
  const staffed = useView((view) => view.staffed)
  const kept = useDraft()
  const saving = useSettingsSave()
  const { wrong } = saving
  const [saved, setSaved] = useState(false)
  const draft = kept ?? draftOf(settings)
  const change = (part: Partial<Draft>) => {
    setSaved(false)
    keepDraft({ ...draft, ...part })
  }
  const save = async (takeOver: { readonly takeOver?: true } = {}) => {
    if (!(await saving.save({ ...savedOf(draft, settings), ...takeOver }))) return
    keepDraft(null)
    setSaved(true)
    announce(say('settings.saved'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const fields: Fields = { draft, wrong, change }
  return (
    <form ref={saving.form} className={styles.form} onSubmit={submit}>
      <Place id="shop">
        <SellerNote />
        <ShopFields {...fields} />
      </Place>
      <Place id="payment">
        <TenderFields {...fields} />
      </Place>
      <Place id="invoicing">
        <InvoicingFields {...fields} />
        <TaxFields {...fields} />
        <FieldGroup title={say('settings.newGoods')}>
          <FieldsOf {...fields} group="newGoods" />
        </FieldGroup>
        <CallbackFields {...fields} />
      </Place>
      <PrintingFields {...fields} changed={kept !== null} />
      <Place id="work">
        {(['shifts', 'people', 'sounds', 'numberPad'] as const).map((group) =>
          group === 'people' && !staffed ? null : (
            <FieldGroup key={group} title={say(`settings.${group}`)}>
              <FieldsOf {...fields} group={group} />
            </FieldGroup>
          ),
        )}
      </Place>
      <footer className={styles.save}>
        {wrong.size > 0 ? (
          <Note tone="bad" testId="settings-wrong">
            {say('settings.wrong')}
          </Note>
        ) : (
          <FailureNote failure={saving.failure} />
        )}
        <TakenCode failure={saving.failure} take={() => void save({ takeOver: true })} />
        <Note tone="good" testId="settings-saved">
          {saved && say('settings.saved')}
        </Note>
        <div className={styles.saveRow}>
          <span className={styles.subtle}>{kept === null ? null : say('settings.unsaved')}</span>
          <PressButton tone="main" submits pending={saving.pending} testId="settings-save">
            {say('action.save')}
          </PressButton>
        </div>
      </footer>
    </form>
  )
}

type TakenCodeProps = { readonly failure: Failure | null; readonly take: () => void }

/** Another till uses this terminal code. A person who knows that the other till is gone can take it over. */
export function TakenCode({ failure, take }: TakenCodeProps) {
  const say = useText()
  if (failure?.name !== 'TERMINAL_CODE_TAKEN') return null
  return (
    <>
      <Note tone="warn">{say('settings.terminalCode.takeOver.words', { number: failure.detail ?? '' })}</Note>
      <PressButton onPress={take}>{say('settings.terminalCode.takeOver')}</PressButton>
    </>
  )
}

export const ShopFields = (fields: Fields) => (
  <FieldGroup title={useText()('settings.shop')}>
    <FieldsOf {...fields} group="shop" />
  </FieldGroup>
)
