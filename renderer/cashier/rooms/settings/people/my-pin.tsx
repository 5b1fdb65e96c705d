import { type FormEvent, useState } from 'react'
import type { Failure } from '../../../../../shared/failure.ts'
import { Note, PressButton, Section, TextEntry } from '../../../../kit/index.ts'
import { announce, call, failureText, say, useCommand, useView } from '../../../page/index.ts'
import { useSecret } from '../../../page/use-secret.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { NewPinEntry, useNewPin } from '../../../parts/people/index.ts'
import styles from '../settings.module.css'

/** A person changes their own PIN. */
export function MyPin() {
  const person = useView((view) => view.person)
  const changing = useCommand()
  const [pin, setPin] = useSecret('')
  const [saved, setSaved] = useState(false)
  const forget = () => {
    setSaved(false)
    changing.forget()
  }
  const newPin = useNewPin(forget)
  if (person === null) return null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!newPin.compare()) return
    const reply = await changing.run(() => call('changePin', { pin, newPin: newPin.pin }))
    if (!reply?.ok) return
    setPin('')
    newPin.clear()
    setSaved(true)
    announce(say('pin.saved'))
  }
  const wrong = changing.failure
  const at = (field: 'pin' | 'newPin') =>
    wrong !== null && FIELD_OF(wrong) === field ? failureText(say, wrong) : null
  return (
    <Section
      title={say('pin.title')}
      words={say('pin.words', { name: person.name, role: say(`role.${person.role}`) })}
      testId="my-pin"
    >
      <form className={styles.merchantForm} onSubmit={(event) => void save(event)}>
        <TextEntry
          label={say('pin.old')}
          value={pin}
          onChange={(text) => {
            forget()
            setPin(text)
          }}
          type="password"
          inputMode="numeric"
          error={at('pin')}
        />
        <NewPinEntry label={say('pin.new')} typed={newPin} error={at('newPin')} />
        <FailureNote failure={wrong !== null && FIELD_OF(wrong) === null ? wrong : null} />
        <Note tone="good">{saved && say('pin.saved')}</Note>
        <PressButton submits pending={changing.pending} disabled={pin === ''}>
          {say('pin.save')}
        </PressButton>
      </form>
    </Section>
  )
}

const FIELD_OF = ({ name }: Failure): 'pin' | 'newPin' | null => {
  if (name === 'PIN_WRONG') return 'pin'
  return name === 'PIN_INVALID' ? 'newPin' : null
}
