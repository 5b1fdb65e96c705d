import { type FormEvent, useState } from 'react'
import { Hint, Note, PressButton, Section, TextEntry, TwoStepButton } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { useView } from '../../page/store.ts'
import { failureText, useText } from '../../page/text.ts'
import { useCommand } from '../../page/use-command.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './settings.module.css'
import { wrongFields } from './use-settings-form.ts'

/** Connects the till to the payment service (live mode) and disconnects it (test mode). */
export function Merchant() {
  const say = useText()
  const merchant = useView((view) => view.settings.merchant)
  return (
    <Section title={say('merchant.title')} testId="merchant">
      {merchant === null ? (
        <p className={styles.words}>{say('merchant.practice')}</p>
      ) : (
        <Note tone="good">{say('merchant.connected', { username: merchant.username })}</Note>
      )}
      <TypedHere />
      {merchant === null ? null : <Leave />}
    </Section>
  )
}

const FIELDS = ['baseUrl', 'username', 'password', 'invoiceCode'] as const
type Field = (typeof FIELDS)[number]
/** Typed credentials without the password, which stays in the form. */
export type MerchantTyped = Readonly<Record<Exclude<Field, 'password'>, string>>

const typedOf = (merchant: MerchantTyped | null): MerchantTyped => ({
  baseUrl: merchant?.baseUrl ?? '',
  username: merchant?.username ?? '',
  invoiceCode: merchant?.invoiceCode ?? '',
})

const isSame = (one: MerchantTyped | null, other: MerchantTyped | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function TypedHere() {
  const { merchant, merchantHint: hint } = useView((view) => view.settings)
  const [typed, setTyped] = useState<MerchantTyped>(typedOf(merchant ?? hint))
  // The values of a shop file that was taken over fill the form, and those of a merchant who was connected elsewhere,
  // such as in the guide. The person types the password.
  const [seen, setSeen] = useState({ merchant, hint })
  const fresh = !isSame(hint, seen.hint) && hint !== null ? hint : merchant
  if (!isSame(hint, seen.hint) || !isSame(merchant, seen.merchant)) {
    setSeen({ merchant, hint })
    if (fresh !== null) setTyped(typedOf(fresh))
  }
  return <MerchantForm typed={typed} onType={setTyped} />
}

type MerchantFormProps = {
  readonly typed: MerchantTyped
  readonly onType: (typed: MerchantTyped) => void
  readonly onConnected?: () => void
}

export function MerchantForm({ typed: open, onType, onConnected }: MerchantFormProps) {
  const say = useText()
  const connecting = useCommand()
  const { merchant, trialInvoices } = useView((view) => view.settings)
  const [password, setPassword] = useState('')
  const typed: Readonly<Record<Field, string>> = { ...open, password }
  const [done, setDone] = useState<'merchant.done' | 'merchant.done.session' | null>(null)
  const connect = async (event: FormEvent) => {
    event.preventDefault()
    setDone(null)
    const reply = await connecting.run(() => call('connectMerchant', typed))
    if (reply === null) return
    // What was typed stays for the next try. Once it is used, the password leaves the page.
    if (!reply.ok) return
    setPassword('')
    setDone(reply.value.passwordKept ? 'merchant.done' : 'merchant.done.session')
    onConnected?.()
  }
  const errors = errorsOf(connecting.failure)
  const complete = FIELDS.every((field) => typed[field].trim() !== '')
  return (
    <form className={styles.merchantForm} onSubmit={(event) => void connect(event)}>
      {FIELDS.map((field) => (
        <TextEntry
          key={field}
          label={say(`merchant.${field}`)}
          value={typed[field]}
          onChange={(text) => (field === 'password' ? setPassword(text) : onType({ ...open, [field]: text }))}
          type={field === 'password' ? 'password' : 'text'}
          inputMode={field === 'baseUrl' ? 'url' : 'text'}
          hint={say(`merchant.${field}.hint`)}
          error={
            errors.has(field) && connecting.failure
              ? connecting.failure.name === 'FIELDS_INVALID'
                ? say('settings.field.wrong', { hint: say(`merchant.${field}.hint`) })
                : failureText(say, connecting.failure)
              : null
          }
        />
      ))}
      <FailureNote failure={errors.size === 0 ? connecting.failure : null} testId="merchant-failure" />
      <Note tone={done === 'merchant.done' ? 'good' : 'warn'}>{done && say(done)}</Note>
      {trialInvoices.map(({ number, username, baseUrl }) => (
        <Note key={number} tone="warn" testId="merchant-trial">
          {merchant?.username === username && merchant.baseUrl === baseUrl
            ? say('merchant.trial', { number })
            : say('merchant.trial.other', { number, username })}
        </Note>
      ))}
      <Hint>{say('merchant.connect.words')}</Hint>
      <PressButton
        tone="main"
        submits
        wide
        pending={connecting.pending}
        disabled={!complete && !connecting.pending}
      >
        {say(connecting.pending ? 'merchant.trying' : 'merchant.connect')}
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
  const say = useText()
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
