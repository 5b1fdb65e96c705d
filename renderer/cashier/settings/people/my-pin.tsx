import { type FormEvent, useState } from 'react'
import { type Failure, failure } from '../../../../shared/failure.ts'
import { Note, PressButton, Section, TextEntry } from '../../../kit/index.ts'
import { call } from '../../call.ts'
import { FailureNote } from '../../failure-note.tsx'
import { announce, useView } from '../../store.ts'
import { failureText, useText } from '../../text.ts'
import { useCommand } from '../../use-command.ts'
import styles from '../settings.module.css'

const NOTHING = { pin: '', newPin: '', again: '' }

/** A person changes their own PIN. */
export function MyPin() {
  const say = useText()
  const person = useView((view) => view.person)
  const changing = useCommand()
  const [typed, setTyped] = useState(NOTHING)
  const [saved, setSaved] = useState(false)
  const [differs, setDiffers] = useState(false)
  if (person === null) return null
  const type = (part: Partial<typeof NOTHING>) => {
    setSaved(false)
    setDiffers(false)
    changing.forget()
    setTyped((now) => ({ ...now, ...part }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setDiffers(typed.newPin !== typed.again)
    if (typed.newPin !== typed.again) return
    const reply = await changing.run(() => call('changePin', { pin: typed.pin, newPin: typed.newPin }))
    if (!reply?.ok) return
    setTyped(NOTHING)
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
          value={typed.pin}
          onChange={(pin) => type({ pin })}
          type="password"
          inputMode="numeric"
          error={at('pin')}
        />
        <TextEntry
          label={say('pin.new')}
          value={typed.newPin}
          onChange={(newPin) => type({ newPin })}
          type="password"
          inputMode="numeric"
          hint={say('staff.pin.hint')}
          error={at('newPin')}
        />
        <TextEntry
          label={say('staff.pin.again')}
          value={typed.again}
          onChange={(again) => type({ again })}
          type="password"
          inputMode="numeric"
          error={differs ? say('staff.pin.differs') : null}
        />
        <FailureNote failure={wrong !== null && FIELD_OF(wrong) === null ? wrong : null} />
        <Note tone="good">{saved && say('pin.saved')}</Note>
        <PressButton submits pending={changing.pending} disabled={typed.pin === ''}>
          {say('pin.save')}
        </PressButton>
      </form>
    </Section>
  )
}

const NEW: ReadonlySet<string> = new Set(['PIN_INVALID', 'PIN_WEAK', 'PIN_TAKEN'])

const FIELD_OF = ({ name }: Failure): 'pin' | 'newPin' | null => {
  if (name === failure('PIN_WRONG').name) return 'pin'
  return NEW.has(name) ? 'newPin' : null
}
