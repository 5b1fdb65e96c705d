import { type FormEvent, useRef, useState } from 'react'
import type { CashWay } from '../../../../shared/books/shift.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { Hint, PressButton, SubmitButton, TextEntry } from '../../../kit/index.ts'
import { announce, call, failureText, say, showRoom, useCommand } from '../../page/index.ts'
import { useFocusOnWrong } from '../../page/use-focus-on-wrong.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { PanelHead } from '../../parts/panel-head.tsx'
import styles from '../../parts/shift.module.css'
import { grouped, Notes, withNote } from '../../parts/tenders/index.ts'

/** Opens a shift with its float. */
export function OpenShift() {
  const idempotencyKey = useRef(crypto.randomUUID())
  const opening = useCommand()
  const [float, setFloat] = useState('')
  const wrong = opening.failure !== null && AT_FIELD.has(opening.failure.name)
  const type = (typed: string) => {
    opening.forget()
    setFloat(typed)
  }
  const open = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await opening.run(() => call('openShift', { float }, idempotencyKey.current))
    if (!reply?.ok) return
    announce(say('shift.opened'))
    showRoom('till')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void open(event)} data-testid="shift-open">
      <h1>{say('shift.none')}</h1>
      <Hint>{say('shift.none.words')}</Hint>
      <MoneyEntry
        label={say('shift.float.label')}
        hint={say('shift.float.hint')}
        value={float}
        onChange={type}
        failure={wrong ? opening.failure : null}
        testId="shift-float"
      />
      <FailureNote failure={wrong ? null : opening.failure} />
      <SubmitButton pending={opening.pending}>{say('shift.open')}</SubmitButton>
    </form>
  )
}

const AT_FIELD: ReadonlySet<string> = new Set(['AMOUNT_INVALID', 'AMOUNT_TOO_LARGE'])

type MoveCashProps = { readonly way: CashWay; readonly onLeave: () => void }

const REASONS = { in: ['coins', 'back'], out: ['bank', 'supplier', 'owner'] } as const

/** Cash in or cash out, with a reason. The idempotency key lives as long as the form. */
export function MoveCash({ way, onLeave }: MoveCashProps) {
  const idempotencyKey = useRef(crypto.randomUUID())
  const moving = useCommand()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const words = useRef<HTMLInputElement>(null)
  const form = useFocusOnWrong(moving.failure)
  const name = moving.failure?.name ?? ''
  const change = (set: (typed: string) => void) => (typed: string) => {
    moving.forget()
    set(typed)
  }
  const move = async (event: FormEvent) => {
    event.preventDefault()
    // Enter in the first field moves to the second.
    if (amount !== '' && reason === '' && document.activeElement !== words.current) {
      words.current?.focus()
      return
    }
    const reply = await moving.run(() => call('moveCash', { way, amount, reason }, idempotencyKey.current))
    if (!reply?.ok) return
    announce(say(way === 'in' ? 'shift.in.done' : 'shift.out.done', { amount }))
    onLeave()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void move(event)} data-testid="move-cash">
      <PanelHead title={say(way === 'in' ? 'shift.in' : 'shift.out')} onLeave={onLeave} />
      <MoneyEntry
        label={say('shift.amount')}
        hint={say(way === 'in' ? 'shift.in.hint' : 'shift.out.hint')}
        value={amount}
        onChange={change(setAmount)}
        failure={AT_AMOUNT.has(name) ? moving.failure : null}
        testId="move-amount"
      />
      <TextEntry
        label={say('shift.reason')}
        value={reason}
        onChange={change(setReason)}
        error={name === 'REASON_MISSING' && moving.failure ? failureText(say, moving.failure) : null}
        inputRef={words}
      />
      <fieldset className={styles.reasons} aria-label={say('shift.reason')}>
        {REASONS[way].map((one) => (
          <PressButton
            key={one}
            size="small"
            onPress={() => change(setReason)(say(`shift.reason.${one}`))}
            testId={`reason-${one}`}
          >
            {say(`shift.reason.${one}`)}
          </PressButton>
        ))}
      </fieldset>
      <FailureNote failure={AT_AMOUNT.has(name) || name === 'REASON_MISSING' ? null : moving.failure} />
      <SubmitButton pending={moving.pending} testId="move-now">
        {say(way === 'in' ? 'shift.in' : 'shift.out')}
      </SubmitButton>
    </form>
  )
}

const AT_AMOUNT: ReadonlySet<string> = new Set(['AMOUNT_INVALID', 'AMOUNT_TOO_LARGE', 'DRAWER_TOO_LITTLE'])

type MoneyEntryProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly failure: Failure | null
  readonly testId: string
}

/** A field for an amount, with buttons for notes. */
function MoneyEntry({ label, hint, value, onChange, failure, testId }: MoneyEntryProps) {
  return (
    <>
      <TextEntry
        label={label}
        hint={hint}
        value={value}
        onChange={(text) => onChange(grouped(text))}
        inputMode="numeric"
        error={failure === null ? null : failureText(say, failure)}
        autoFocus
        figures
        testId={testId}
      />
      <Notes
        onAdd={(note) => onChange(withNote(value, note))}
        sign="+"
        last={{ words: say('shift.clear'), onPress: () => onChange('') }}
      />
    </>
  )
}
