import { type FormEvent, useState } from 'react'
import type { FailureName } from '../../../../shared/failure.ts'
import { groupedCode, type Person, RECOVERY_DIGITS } from '../../../../shared/shop/staff.ts'
import { PressButton, SubmitButton, TextEntry } from '../../../kit/index.ts'
import { announce, call, failureText, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { NewPinEntry, useNewPin } from '../../parts/people/new-pin.tsx'
import styles from '../../parts/people/people.module.css'

type RecoveryFormProps = { readonly owner: Person; readonly onCancel: () => void }

/** An owner signs in with the recovery code, and chooses a new PIN. */
export function RecoveryForm({ owner, onCancel }: RecoveryFormProps) {
  const recovering = useCommand()
  const [code, setCode] = useState('')
  const newPin = useNewPin(recovering.forget)
  const recover = async (event: FormEvent) => {
    event.preventDefault()
    if (!newPin.compare()) return
    const wanted = { staffId: owner.id, code, newPin: newPin.pin }
    const reply = await recovering.run(() => call('recoverOwner', wanted))
    if (reply?.ok) announce(say('people.signedIn', { name: owner.name }))
  }
  const typeCode = (text: string) => {
    recovering.forget()
    setCode(text.replace(/\D/g, '').slice(0, RECOVERY_DIGITS))
  }
  const wrong = recovering.failure
  const at = (field: 'code' | 'pin') =>
    wrong !== null && FIELDS[wrong.name] === field ? failureText(say, wrong) : null
  return (
    <form className={styles.recovery} onSubmit={(event) => void recover(event)} data-testid="recovery-form">
      <h2>{say('recovery.of', { name: owner.name })}</h2>
      <p className={styles.subtle}>{say('recovery.once')}</p>
      <TextEntry
        label={say('recovery.title')}
        value={groupedCode(code)}
        onChange={typeCode}
        inputMode="numeric"
        error={at('code')}
        autoFocus
        figures
      />
      <NewPinEntry label={say('pin.new')} typed={newPin} error={at('pin')} />
      <FailureNote failure={wrong !== null && FIELDS[wrong.name] === undefined ? wrong : null} />
      <SubmitButton
        pending={recovering.pending}
        disabled={code.length < RECOVERY_DIGITS || newPin.pin === ''}
      >
        {say('people.signIn')}
      </SubmitButton>
      <PressButton tone="subtle" onPress={onCancel}>
        {say('recovery.cancel')}
      </PressButton>
    </form>
  )
}

const FIELDS: { readonly [Name in FailureName]?: 'code' | 'pin' } = {
  RECOVERY_WRONG: 'code',
  PIN_INVALID: 'pin',
}
