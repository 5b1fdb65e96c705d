import { type FormEvent, useRef, useState } from 'react'
import type { CashWay } from '../../../shared/shift.ts'
import { PressButton, SubmitButton, TextEntry } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { PanelHead } from '../panel-head.tsx'
import { announce } from '../store.ts'
import { failureText, useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { MoneyEntry } from './money-entry.tsx'
import styles from './shift.module.css'

type MoveCashProps = { readonly way: CashWay; readonly onLeave: () => void }

const REASONS = { in: ['coins', 'back'], out: ['bank', 'supplier', 'owner'] } as const

/** Cash put in or taken out, and why: one opening of this is one act. */
export function MoveCash({ way, onLeave }: MoveCashProps) {
  const say = useText()
  const act = useRef(crypto.randomUUID())
  const moving = useCommand()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const words = useRef<HTMLInputElement>(null)
  const name = moving.failure?.name ?? ''
  const change = (set: (typed: string) => void) => (typed: string) => {
    moving.forget()
    set(typed)
  }
  const move = async (event: FormEvent) => {
    event.preventDefault()
    // Enter in the first field leads to the second.
    if (amount !== '' && reason === '' && document.activeElement !== words.current) {
      words.current?.focus()
      return
    }
    const reply = await moving.run(() => call('moveCash', { way, amount, reason }, act.current))
    if (!reply?.ok) return
    announce(say(way === 'in' ? 'shift.in.done' : 'shift.out.done', { amount }))
    onLeave()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void move(event)} data-testid="move-cash">
      <PanelHead
        title={say(way === 'in' ? 'shift.in' : 'shift.out')}
        onLeave={onLeave}
        testId="move-cash-leave"
      />
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
        testId="move-reason"
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

const AT_AMOUNT: ReadonlySet<string> = new Set(['SUM_INVALID', 'AMOUNT_TOO_LARGE', 'DRAWER_TOO_LITTLE'])
