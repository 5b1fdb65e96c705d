import type { FormEvent } from 'react'
import { Note, Panel, PressButton } from '../../../kit/index.ts'
import { showRoom, useView } from '../../page/store.ts'
import { say } from '../../page/text.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { insteadOfForm, openNew, showImport } from '../goods/index.ts'
import {
  CopyPlanForm,
  MerchantForm,
  MiscLimitField,
  PrinterFields,
  SalesFields,
  ShopFields,
  StaffList,
  TakenCode,
  useSettingsForm,
} from '../settings/index.ts'
import styles from './first-run.module.css'
import { isOf, isSettled } from './guide-draft.ts'
import { type GuideHand, useSettled } from './use-guide.ts'
import { Ways } from './ways.tsx'

/** The merchant's credentials. They are tried at the service before they are saved. */
export function MerchantStep({ guide }: { readonly guide: GuideHand }) {
  const merchant = useView((view) => view.settings.merchant)
  return (
    <>
      <Note tone="good">{merchant && say('merchant.connected', { username: merchant.username })}</Note>
      <Panel>
        <MerchantForm draft={guide.draft} inUse={guide.inUse} />
      </Panel>
      <Ways guide={guide}>
        <PressButton tone={merchant === null ? 'plain' : 'main'} onPress={() => guide.keep({ step: 'shop' })}>
          {say(merchant === null ? 'guide.later' : 'guide.next')}
        </PressButton>
      </Ways>
    </>
  )
}

/** The seller's data, printed on every receipt. */
export function ShopStep({ guide }: { readonly guide: GuideHand }) {
  const settled = isSettled('shop', useSettled())
  const { unsaved: _unmarked, ...form } = useSettingsForm({ ...guide, isMine: isOf('shop') })
  const leave = async (saving: Promise<object | null>) => {
    // What was typed meanwhile is saved by another press.
    if ((await saving) !== null && !Object.keys(guide.draft.now().typed).some(isOf('shop')))
      guide.keep({ step: 'sales' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void leave(form.save())
  }
  return (
    <form ref={form.form} className={styles.form} onSubmit={submit}>
      <ShopFields {...form} />
      <FailureNote failure={form.untold} />
      <TakenCode failure={form.failure} take={() => void leave(form.takeOver())} />
      <Ways guide={guide}>
        {settled ? null : (
          <PressButton onPress={() => guide.keep({ step: 'sales' })}>{say('guide.later')}</PressButton>
        )}
        <PressButton tone="main" submits pending={form.pending}>
          {say('guide.save')}
        </PressButton>
      </Ways>
    </form>
  )
}

/** Whether the shop pays VAT, and how customers pay. One press keeps what is shown. */
export function SalesStep({ guide }: { readonly guide: GuideHand }) {
  const { unsaved: _unmarked, ...form } = useSettingsForm({ ...guide, isMine: isOf('sales') })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await form.save()) !== null) guide.keep({ step: 'goods' })
  }
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void submit(event)}>
      <SalesFields {...form} />
      <FailureNote failure={form.untold} />
      <Ways guide={guide}>
        <PressButton tone="main" submits pending={form.pending}>
          {say('guide.save')}
        </PressButton>
      </Ways>
    </form>
  )
}

/** The shop's own goods. They are entered in the goods room; the rail leads back to the guide. */
export function GoodsStep({ guide }: { readonly guide: GuideHand }) {
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
        <PressButton tone={own ? 'main' : 'plain'} onPress={() => guide.keep({ step: 'printer' })}>
          {say(own ? 'guide.next' : 'guide.later')}
        </PressButton>
      </Ways>
    </div>
  )
}

/** The printer, found or typed, and a test page. */
export function PrinterStep({ guide }: { readonly guide: GuideHand }) {
  const { unsaved, ...form } = useSettingsForm({ ...guide, isMine: isOf('printer') })
  const changed = unsaved.size > 0
  const settled = isSettled('printer', useSettled())
  return (
    <form ref={form.form} className={styles.form} onSubmit={form.submit}>
      <PrinterFields {...form} at="printer" changed={changed} />
      <FailureNote failure={form.untold} />
      <Ways guide={guide}>
        <PressButton
          tone={changed || !settled ? 'plain' : 'main'}
          onPress={() => guide.keep({ step: 'staff' })}
        >
          {say(changed || !settled ? 'guide.later' : 'guide.next')}
        </PressButton>
        {changed ? (
          <PressButton tone="main" submits pending={form.pending}>
            {say('guide.printer.keep')}
          </PressButton>
        ) : null}
      </Ways>
    </form>
  )
}

/**
 * The staff, beginning with the owner, and what a cashier sells alone. The step is optional: without staff, everybody may use
 * the till.
 */
export function StaffStep({ guide }: { readonly guide: GuideHand }) {
  const staffed = useView((view) => view.staffed)
  const { unsaved, ...form } = useSettingsForm({ ...guide, isMine: isOf('staff') })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (unsaved.size === 0 || (await form.save()) !== null) guide.keep({ step: 'copies' })
  }
  return (
    <div className={styles.form}>
      <StaffList />
      <form ref={form.form} className={styles.form} onSubmit={(event) => void submit(event)}>
        {staffed ? <MiscLimitField {...form} /> : null}
        <FailureNote failure={form.untold} />
        <Ways guide={guide}>
          <PressButton tone={staffed ? 'main' : 'plain'} submits pending={form.pending}>
            {say(staffed ? 'guide.next' : 'guide.later')}
          </PressButton>
        </Ways>
      </form>
    </div>
  )
}

/** Where copies of the shop go. This step can be skipped. */
export function CopiesStep({ guide }: { readonly guide: GuideHand }) {
  const settled = isSettled('copies', useSettled())
  return (
    <div className={styles.form}>
      <CopyPlanForm />
      <Ways guide={guide}>
        <PressButton tone={settled ? 'main' : 'plain'} onPress={() => guide.keep({ step: 'ready' })}>
          {say(settled ? 'guide.next' : 'guide.later')}
        </PressButton>
      </Ways>
    </div>
  )
}
