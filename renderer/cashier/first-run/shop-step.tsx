import type { FormEvent } from 'react'
import { PressButton } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { draftOf, ShopFields, savedOf, TakenCode } from '../settings/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './first-run.module.css'
import { guideDraft, isSampleShop, typedOf } from './guide-draft.ts'
import type { GuideHand } from './use-guide.ts'
import { useStepSave } from './use-step-save.ts'

/** Who sells, as it stands on every receipt. */
export function ShopStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const settings = useView((view) => view.settings)
  const saving = useStepSave()
  const draft = guideDraft(settings, guide.typed)
  const save = async (takeOver: boolean) => {
    // A printer that was only begun is none of this step's business.
    const typed = savedOf({ ...draft, printer: draftOf(settings).printer }, settings)
    if (!(await saving.save({ ...typed, takeOver }))) return
    guide.forget('shop.')
    guide.forget('terminal.')
    await guide.keep({ step: 'printer' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
  }
  return (
    <form ref={saving.part} className={styles.form} onSubmit={submit}>
      <ShopFields draft={draft} wrong={saving.wrong} change={(part) => guide.type(typedOf(part))} />
      {saving.wrong.size > 0 ? null : <FailureNote failure={saving.failure} />}
      <TakenCode failure={saving.failure} take={() => void save(true)} />
      <div className={styles.pair}>
        {isSampleShop(settings) ? (
          <PressButton size="large" onPress={() => void guide.keep({ step: 'printer' })} testId="guide-later">
            {say('guide.later')}
          </PressButton>
        ) : null}
        <PressButton tone="main" size="large" submits pending={saving.pending} testId="guide-next">
          {say('guide.save')}
        </PressButton>
      </div>
    </form>
  )
}
