import { type FormEvent, useState } from 'react'
import { Hint, Note, PressButton, Section, TextEntry, TwoStepButton } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { type DraftStore, useForm, wrongFields } from '../../page/draft.ts'
import { useView } from '../../page/store.ts'
import { failureText, say } from '../../page/text.ts'
import { useCommand } from '../../page/use-command.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { namedUnder, type SettingTexts } from './draft.ts'
import { Marked } from './draft-fields.tsx'
import styles from './settings.module.css'
import { useSettingsDraft } from './use-settings-form.ts'

/** Connects the till to the payment service (live mode) and disconnects it (test mode). */
export function Merchant() {
  const merchant = useView((view) => view.settings.merchant)
  return (
    <Section title={say('merchant.title')} testId="merchant">
      {merchant === null ? (
        <p className={styles.words}>{say('merchant.practice')}</p>
      ) : (
        <Note tone="good">{say('merchant.connected', { username: merchant.username })}</Note>
      )}
      <MerchantForm {...useSettingsDraft()} />
      {merchant === null ? null : <Leave />}
    </Section>
  )
}

const FIELDS = ['baseUrl', 'username', 'password', 'invoiceCode'] as const
type Field = (typeof FIELDS)[number]

type MerchantFormProps = { readonly draft: DraftStore<SettingTexts>; readonly inUse: SettingTexts }

/** The password stays in the form, and leaves the page once it is used. */
export function MerchantForm(parts: MerchantFormProps) {
  const { merchant, trialInvoices } = useView((view) => view.settings)
  const [password, setPassword] = useState('')
  const { unsaved: _unmarked, ...form } = useForm({
    ...parts,
    isShown: (path) => path.startsWith('merchant.'),
    send: (texts) => {
      const { baseUrl = '', username = '', invoiceCode = '' } = namedUnder(texts, 'merchant')
      return call('connectMerchant', { baseUrl, username, password, invoiceCode })
    },
  })
  const { failure, pending } = form
  const [done, setDone] = useState<'merchant.done' | 'merchant.done.session' | null>(null)
  const connect = async (event: FormEvent) => {
    event.preventDefault()
    setDone(null)
    const saved = await form.save()
    if (saved === null) return
    setPassword((now) => (now === password ? '' : now))
    setDone(saved.passwordKept ? 'merchant.done' : 'merchant.done.session')
  }
  const typedIn = (field: Field) =>
    field === 'password' ? password : (form.shown[`merchant.${field}`] ?? '')
  const errors = errorsOf(failure)
  const complete = FIELDS.every((field) => typedIn(field).trim() !== '')
  return (
    <form ref={form.form} className={styles.merchantForm} onSubmit={(event) => void connect(event)}>
      {FIELDS.map((field) => (
        <Marked {...form} key={field} path={`merchant.${field}`}>
          <TextEntry
            label={say(`merchant.${field}`)}
            value={typedIn(field)}
            onChange={(text) =>
              field === 'password' ? setPassword(text) : form.type({ [`merchant.${field}`]: text })
            }
            type={field === 'password' ? 'password' : 'text'}
            inputMode={field === 'baseUrl' ? 'url' : 'text'}
            hint={say(`merchant.${field}.hint`)}
            error={
              errors.has(field) && failure
                ? failure.name === 'FIELDS_INVALID'
                  ? say('settings.field.wrong', { hint: say(`merchant.${field}.hint`) })
                  : failureText(say, failure)
                : null
            }
          />
        </Marked>
      ))}
      <FailureNote failure={errors.size === 0 ? failure : null} testId="merchant-failure" />
      <Note tone={done === 'merchant.done' ? 'good' : 'warn'}>{done && say(done)}</Note>
      {trialInvoices.map(({ number, username, baseUrl }) => (
        <Note key={number} tone="warn" testId="merchant-trial">
          {merchant?.username === username && merchant.baseUrl === baseUrl
            ? say('merchant.trial', { number })
            : say('merchant.trial.other', { number, username })}
        </Note>
      ))}
      <Hint>{say('merchant.connect.words')}</Hint>
      <PressButton tone="main" submits wide pending={pending} disabled={!complete && !pending}>
        {say(pending ? 'merchant.trying' : 'merchant.connect')}
      </PressButton>
    </form>
  )
}

/** The fields that a refusal is about; empty if it concerns the connection or the credentials as a whole. */
function errorsOf(failure: ReturnType<typeof useCommand>['failure']): ReadonlySet<Field> {
  if (failure?.name === 'ADDRESS_INSECURE') return new Set<Field>(['baseUrl'])
  if (failure?.name === 'INVOICE_CODE_INVALID') return new Set<Field>(['invoiceCode'])
  const named = [...wrongFields(failure)].map((path) => path.split('.').at(-1))
  return new Set(FIELDS.filter((field) => named.includes(field)))
}

function Leave() {
  const leaving = useCommand()
  return (
    <>
      <FailureNote failure={leaving.failure} />
      <TwoStepButton
        wide
        sure={say('merchant.leave.sure')}
        onSure={() => void leaving.run(() => call('leaveMerchant'))}
        pending={leaving.pending}
      >
        {say('merchant.leave')}
      </TwoStepButton>
    </>
  )
}
