import type { FormEvent } from 'react'
import { Note, PressButton, Section, TextEntry } from '../../../../kit/index.ts'
import { announce, call, failureText, say, useCommand } from '../../../page/index.ts'
import { useSecret } from '../../../page/use-secret.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import styles from './people.module.css'

type RecoveryCodeProps = {
  /** Whether the owner has one already. */
  readonly made: boolean
  readonly onMade: () => void
}

/** The owner who is signed in makes a recovery code. It is shown once, until the owner has written it down. */
export function RecoveryCode({ made, onMade }: RecoveryCodeProps) {
  const making = useCommand()
  const [pin, setPin] = useSecret('')
  const [code, setCode] = useSecret<string | null>(null)
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await making.run(() => call('makeRecoveryCode', { pin }))
    setPin('')
    if (!reply?.ok) return
    setCode(reply.value.code)
    announce(say('recovery.made'))
    onMade()
  }
  const isWrongPin = making.failure?.name === 'PIN_WRONG'
  return (
    <Section title={say('recovery.title')} words={say('recovery.words')} testId="recovery">
      {code === null ? (
        <form className={styles.form} onSubmit={(event) => void make(event)}>
          <Note tone={made ? 'plain' : 'warn'}>{say(made ? 'recovery.has' : 'recovery.none')}</Note>
          <TextEntry
            label={say('pin.old')}
            value={pin}
            onChange={(typed) => {
              making.forget()
              setPin(typed)
            }}
            type="password"
            inputMode="numeric"
            error={isWrongPin && making.failure ? failureText(say, making.failure) : null}
          />
          <FailureNote failure={isWrongPin ? null : making.failure} />
          <PressButton submits pending={making.pending} disabled={pin === ''}>
            {say(made ? 'recovery.make.new' : 'recovery.make')}
          </PressButton>
        </form>
      ) : (
        <div className={styles.form}>
          <Note tone="warn" title={say('recovery.write')}>
            <output className={styles.code} data-testid="recovery-code">
              {code}
            </output>
          </Note>
          <PressButton tone="main" onPress={() => setCode(null)}>
            {say('recovery.written')}
          </PressButton>
        </div>
      )}
    </Section>
  )
}
