import type { FormEvent } from 'react'
import { Note, Panel, PressButton } from '../../../kit/index.ts'
import { differing } from '../../page/draft.ts'
import { showRoom, useView } from '../../page/store.ts'
import { useText } from '../../page/text.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { insteadOfForm, openNew, showImport } from '../goods/index.ts'
import {
  draftOf,
  MerchantForm,
  namedUnder,
  PrinterFields,
  ShopFields,
  StaffList,
  savedOf,
  TakenCode,
  textsUnder,
  useSettingsSave,
} from '../settings/index.ts'
import styles from './first-run.module.css'
import { guideDraft, isSampleShop, isSettled, typedMerchant } from './guide-draft.ts'
import { type GuideHand, useSettled } from './use-guide.ts'
import { Ways } from './ways.tsx'

/** The merchant's credentials. They are tried at the service before they are saved. */
export function MerchantStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const settings = useView((view) => view.settings)
  const { merchant } = settings
  return (
    <>
      <Note tone="good">{merchant && say('merchant.connected', { username: merchant.username })}</Note>
      <Panel>
        <MerchantForm
          typed={typedMerchant(settings, guide.typed)}
          onType={(typed) => guide.type(textsUnder('merchant', typed))}
          onConnected={() => guide.forget('merchant')}
        />
      </Panel>
      <Ways guide={guide}>
        <PressButton
          tone={merchant === null ? 'plain' : 'main'}
          onPress={() => void guide.keep({ step: 'shop' })}
        >
          {say(merchant === null ? 'guide.later' : 'guide.next')}
        </PressButton>
      </Ways>
    </>
  )
}

/** The seller's data, printed on every receipt. */
export function ShopStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const settings = useView((view) => view.settings)
  // This step does not save a printer that is only partly typed.
  const draft = guideDraft(settings, guide.typed, 'shop', 'terminalCode')
  const saving = useSettingsSave(draft)
  const save = async (takeOver: boolean) => {
    if (!(await saving.save({ ...savedOf(draft, settings), takeOver }))) return
    guide.forget('shop', 'terminalCode')
    await guide.keep({ step: 'goods' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
  }
  return (
    <form ref={saving.form} className={styles.form} onSubmit={submit}>
      <ShopFields draft={draft} wrong={saving.wrong} change={guide.type} />
      <FailureNote failure={saving.failure} />
      <TakenCode failure={saving.failure} take={() => void save(true)} />
      <Ways guide={guide}>
        {isSampleShop(settings) ? (
          <PressButton onPress={() => void guide.keep({ step: 'goods' })}>{say('guide.later')}</PressButton>
        ) : null}
        <PressButton tone="main" submits pending={saving.pending}>
          {say('guide.save')}
        </PressButton>
      </Ways>
    </form>
  )
}

/** The shop's own goods. They are entered in the goods room; the rail leads back to the guide. */
export function GoodsStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const { own, count } = useView((view) => view.goods)
  const go = (how: () => void) => () => {
    how()
    showRoom('goods')
  }
  return (
    <div className={styles.form}>
      <Note tone="good">{own && say('guide.goods.own', { count })}</Note>
      <div className={styles.pair}>
        <PressButton tone={own ? 'plain' : 'main'} size="large" onPress={go(() => showImport(true))}>
          {say('guide.goods.import')}
        </PressButton>
        <PressButton size="large" onPress={go(() => insteadOfForm(openNew))}>
          {say('guide.goods.add')}
        </PressButton>
      </div>
      <Ways guide={guide}>
        <PressButton tone={own ? 'main' : 'plain'} onPress={() => void guide.keep({ step: 'printer' })}>
          {say(own ? 'guide.next' : 'guide.later')}
        </PressButton>
      </Ways>
    </div>
  )
}

/** The printer, found or typed, and a test page. */
export function PrinterStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const settings = useView((view) => view.settings)
  const inUse = draftOf(settings)
  const draft = { ...inUse, ...textsUnder('printer', namedUnder(guide.typed, 'printer')) }
  const saving = useSettingsSave(draft)
  const changed = differing(draft, inUse).length > 0
  const settled = isSettled('printer', useSettled())
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await saving.save(savedOf(draft, settings)))) return
    guide.forget('printer')
    await guide.keep()
  }
  return (
    <form ref={saving.form} className={styles.form} onSubmit={(event) => void save(event)}>
      <PrinterFields at="printer" draft={draft} wrong={saving.wrong} changed={changed} change={guide.type} />
      <FailureNote failure={saving.failure} />
      <Ways guide={guide}>
        <PressButton
          tone={changed || !settled ? 'plain' : 'main'}
          onPress={() => void guide.keep({ step: 'staff' })}
        >
          {say(changed || !settled ? 'guide.later' : 'guide.next')}
        </PressButton>
        {changed ? (
          <PressButton tone="main" submits pending={saving.pending}>
            {say('guide.printer.keep')}
          </PressButton>
        ) : null}
      </Ways>
    </form>
  )
}

/** The staff, beginning with the owner. The step is optional: without staff, everybody may use the till. */
export function StaffStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const staffed = useView((view) => view.staffed)
  return (
    <div className={styles.form}>
      <StaffList />
      <Ways guide={guide}>
        <PressButton tone={staffed ? 'main' : 'plain'} onPress={() => void guide.keep({ step: 'ready' })}>
          {say(staffed ? 'guide.next' : 'guide.later')}
        </PressButton>
      </Ways>
    </div>
  )
}
