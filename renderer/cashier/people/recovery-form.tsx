import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { FailureName } from '../../../shared/failure.ts'
import { groupedCode, LONGEST_PIN, type Person, RECOVERY_DIGITS } from '../../../shared/staff.ts'
import { PressButton, SubmitButton, TextEntry } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { announce } from '../store.ts'
import { failureText, useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { digitOfKey } from './digit-of-key.ts'
import styles from './people.module.css'

type RecoveryFormProps = { readonly owner: Person; readonly onCancel: () => void }

/** An owner signs in with the recovery code, and chooses a new PIN. */
export function RecoveryForm({ owner, onCancel }: RecoveryFormProps) {
  const say = useText()
  const recovering = useCommand()
  const [code, setCode] = useState('')
  const [newPin, setNewPin] = useState('')
  const [again, setAgain] = useState('')
  const [differs, setDiffers] = useState(false)
  const recover = async (event: FormEvent) => {
    event.preventDefault()
    setDiffers(newPin !== again)
    if (newPin !== again) return
    const reply = await recovering.run(() => call('recoverOwner', { staffId: owner.id, code, newPin }))
    if (reply?.ok) announce(say('people.signedIn', { name: owner.name }))
  }
  const typed = (set: (digits: string) => void, most: number) => (text: string) => {
    setDiffers(false)
    recovering.forget()
    set(text.replace(/\D/g, '').slice(0, most))
  }
  const [typeCode, typePin, typeAgain] = [
    typed(setCode, RECOVERY_DIGITS),
    typed(setNewPin, LONGEST_PIN),
    typed(setAgain, LONGEST_PIN),
  ]
  const wrong = recovering.failure
  const at = (field: 'code' | 'pin') =>
    wrong !== null && FIELDS[wrong.name] === field ? failureText(say, wrong) : null
  return (
    <form className={styles.recovery} onSubmit={(event) => void recover(event)} data-testid="recovery-form">
      <h2>{say('recovery.of', { name: owner.name })}</h2>
      <p className={styles.subtle}>{say('recovery.once')}</p>
      <DigitKeys value={code} onChange={typeCode}>
        <TextEntry
          label={say('recovery.title')}
          value={groupedCode(code)}
          onChange={typeCode}
          inputMode="numeric"
          error={at('code')}
          autoFocus
          figures
        />
      </DigitKeys>
      <DigitKeys value={newPin} onChange={typePin}>
        <TextEntry
          label={say('pin.new')}
          value={newPin}
          onChange={typePin}
          type="password"
          inputMode="numeric"
          hint={say('staff.pin.hint')}
          error={at('pin')}
          figures
        />
      </DigitKeys>
      <DigitKeys value={again} onChange={typeAgain}>
        <TextEntry
          label={say('staff.pin.again')}
          value={again}
          onChange={typeAgain}
          type="password"
          inputMode="numeric"
          error={differs ? say('staff.pin.differs') : null}
          figures
        />
      </DigitKeys>
      <FailureNote failure={wrong !== null && FIELDS[wrong.name] === undefined ? wrong : null} />
      <SubmitButton pending={recovering.pending} disabled={code.length < RECOVERY_DIGITS || newPin === ''}>
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
  PIN_WEAK: 'pin',
  PIN_TAKEN: 'pin',
}

type DigitKeysProps = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly children: ReactNode
}

/** Adds digits by the key's position: a Mongolian layout has other signs there. */
function DigitKeys({ value, onChange, children }: DigitKeysProps) {
  const onKey = (event: KeyboardEvent) => {
    const digit = digitOfKey(event)
    if (digit === null) return
    onChange(value + digit)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div onKeyDownCapture={onKey} role="presentation">
      {children}
    </div>
  )
}
