import { type FormEvent, useRef, useState } from 'react'
import { SubmitButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { announce, showRoom } from '../store.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { MoneyEntry } from './money-entry.tsx'
import styles from './shift.module.css'

/** No shift is open: the float, and it is. */
export function OpenShift() {
  const say = useText()
  const act = useRef(crypto.randomUUID())
  const opening = useCommand()
  const [float, setFloat] = useState('')
  const wrong = opening.failure !== null && AT_FIELD.has(opening.failure.name)
  const type = (typed: string) => {
    opening.forget()
    setFloat(typed)
  }
  const open = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await opening.run(() => call('openShift', { float }, act.current))
    if (!reply?.ok) return
    announce(say('shift.opened'))
    showRoom('till')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void open(event)} data-testid="shift-open">
      <h1>{say('shift.none')}</h1>
      <p className={styles.quiet}>{say('shift.none.words')}</p>
      <MoneyEntry
        label={say('shift.float.label')}
        hint={say('shift.float.hint')}
        value={float}
        onChange={type}
        failure={wrong ? opening.failure : null}
        testId="shift-float"
      />
      <FailureNote failure={wrong ? null : opening.failure} />
      <SubmitButton pending={opening.pending} testId="shift-open-now">
        {say('shift.open')}
      </SubmitButton>
    </form>
  )
}

const AT_FIELD: ReadonlySet<string> = new Set(['SUM_INVALID', 'AMOUNT_TOO_LARGE'])
