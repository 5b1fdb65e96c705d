import type { FormEvent } from 'react'
import { PressButton } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { draftOf, PrinterFields, savedOf } from '../settings/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './first-run.module.css'
import { guideDraft, typedOf } from './guide-draft.ts'
import type { GuideHand } from './use-guide.ts'
import { useStepSave } from './use-step-save.ts'

/** The printer, found or typed, and a test page out of it. */
export function PrinterStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const settings = useView((view) => view.settings)
  const saving = useStepSave()
  const inUse = draftOf(settings)
  const { printer } = guideDraft(settings, guide.typed)
  const changed = JSON.stringify(printer) !== JSON.stringify(inUse.printer)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await saving.save(savedOf({ ...inUse, printer }, settings)))) return
    guide.forget('printer.')
    await guide.keep()
  }
  return (
    <form ref={saving.part} className={styles.form} onSubmit={(event) => void save(event)}>
      <PrinterFields
        at="printer"
        draft={{ ...inUse, printer }}
        wrong={saving.wrong}
        changed={changed}
        change={(part) => guide.type(typedOf(part))}
      />
      {saving.wrong.size > 0 ? null : <FailureNote failure={saving.failure} />}
      <div className={styles.pair}>
        <PressButton
          tone={changed ? 'plain' : 'main'}
          size="large"
          onPress={() => void guide.keep({ step: 'staff' })}
          testId="guide-next"
        >
          {say(changed ? 'guide.later' : 'guide.next')}
        </PressButton>
        {changed ? (
          <PressButton tone="main" size="large" submits pending={saving.pending} testId="guide-keep-printer">
            {say('guide.printer.keep')}
          </PressButton>
        ) : null}
      </div>
    </form>
  )
}
