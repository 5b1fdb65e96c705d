import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import { FieldGroup, Note, PressButton, TwoStepButton } from '../../../kit/index.ts'
import { useView } from '../../page/store.ts'
import { say } from '../../page/text.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { MeanwhileFields } from '../../parts/meanwhile.tsx'
import { SellerNote } from '../../parts/own-data.tsx'
import { isInShopForm } from './draft.ts'
import { type Fields, FieldsOf } from './draft-fields.tsx'
import { typedFieldWords } from './field-words.ts'
import { cardTitle } from './find-settings.ts'
import { CallbackFields, InvoicingFields, TaxFields } from './invoicing-fields.tsx'
import { PrintingFields } from './printing/index.ts'
import { Place } from './section-index.tsx'
import styles from './settings.module.css'
import { TenderFields } from './tender-fields.tsx'
import { useSettingsDraft, useSettingsForm } from './use-settings-form.ts'

/** The form for the settings. They are saved together; a refusal names the wrong fields. */
export function ShopForm() {
  const staffed = useView((view) => view.staffed)
  const form = useSettingsForm({ ...useSettingsDraft(), isMine: isInShopForm })
  const { wrong, unsaved } = form
  const fields: Fields = form
  return (
    <form ref={form.form} className={styles.form} onSubmit={form.submit}>
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
      <PrintingFields {...fields} changed={unsaved.size > 0} />
      <Place id="work">
        {(['shifts', 'people', 'sounds', 'numberPad', 'computer'] as const).map((group) =>
          group === 'people' && !staffed ? null : (
            <FieldGroup key={group} title={say(`settings.${group}`)}>
              <FieldsOf {...fields} group={group} />
            </FieldGroup>
          ),
        )}
      </Place>
      <footer className={styles.save}>
        {wrong.size > 0 ? <WrongFields form={form.form} /> : null}
        <FailureNote failure={form.untold} />
        <MeanwhileFields fields={Object.keys(form.meanwhile).map((path) => typedFieldWords(say, path))} />
        <TakenCode failure={form.failure} take={() => void form.takeOver()} />
        <Note tone="good" testId="settings-saved">
          {form.saved && say('settings.saved')}
        </Note>
        {unsaved.size === 0 ? null : (
          <div className={styles.saveRow}>
            <small role="status" data-testid="settings-unsaved">
              {say('settings.unsaved', { count: unsaved.size })}
            </small>
            <Discard count={unsaved.size} onDiscard={form.takeBack} />
            <PressButton tone="main" submits pending={form.pending} testId="settings-save">
              {say('word.save')}
            </PressButton>
          </div>
        )}
      </footer>
    </form>
  )
}

type DiscardProps = { readonly count: number; readonly onDiscard: () => void }

/** A single change is discarded without asking again, because it can be typed again quickly. */
function Discard({ count, onDiscard }: DiscardProps) {
  if (count < 2)
    return (
      <PressButton tone="subtle" onPress={onDiscard} testId="settings-discard">
        {say('settings.discard')}
      </PressButton>
    )
  return (
    <TwoStepButton
      tone="subtle"
      sure={say('settings.discard.sure', { count })}
      onSure={onDiscard}
      testId="settings-discard"
    >
      {say('settings.discard')}
    </TwoStepButton>
  )
}

type WrongFieldsProps = { readonly form: RefObject<HTMLFormElement | null> }

/** The refused fields by their cards and labels. A press moves the focus to the field. */
function WrongFields({ form }: WrongFieldsProps) {
  const [fields, setFields] = useState<readonly WrongField[]>([])
  // Runs after the form has marked its invalid fields, and after its labels have changed their language.
  useLayoutEffect(() => {
    const shown = [...(form.current?.querySelectorAll<Entry>(INVALID) ?? [])].map((entry) => ({
      entry,
      name: `${cardTitle(entry)}: ${entry.labels?.[0]?.textContent ?? ''}`,
    }))
    setFields((had) => (isSame(had, shown) ? had : shown))
  })
  return (
    <Note tone="bad" testId="settings-wrong">
      <span>{say('settings.wrong')}</span>
      <span className={styles.wrongFields}>
        {fields.map(({ entry, name }) => (
          <PressButton key={entry.id} size="small" onPress={() => entry.focus()}>
            {name}
          </PressButton>
        ))}
      </span>
    </Note>
  )
}

type WrongField = { readonly entry: Entry; readonly name: string }

const isSame = (some: readonly WrongField[], others: readonly WrongField[]): boolean =>
  some.length === others.length &&
  some.every(({ entry, name }, at) => entry === others[at]?.entry && name === others[at]?.name)

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const INVALID = '[data-invalid]:is(input, select, textarea)'

type TakenCodeProps = { readonly failure: Failure | null; readonly take: () => void }

/** Another till uses this terminal code. A person who knows that the other till is gone can take it over. */
export function TakenCode({ failure, take }: TakenCodeProps) {
  if (failure?.name !== 'TERMINAL_CODE_TAKEN') return null
  return (
    <>
      <Note tone="warn">{say('settings.terminalCode.takeOver.words', { number: failure.detail ?? '' })}</Note>
      <PressButton onPress={take}>{say('settings.terminalCode.takeOver')}</PressButton>
    </>
  )
}

export const MiscLimitField = (fields: Fields) => (
  <FieldGroup title={say('settings.people')}>
    <FieldsOf {...fields} group="people" without={(path) => path !== 'miscLimit'} />
  </FieldGroup>
)

export const ShopFields = (fields: Fields) => (
  <FieldGroup title={say('settings.shop')}>
    <FieldsOf {...fields} group="shop" />
  </FieldGroup>
)
