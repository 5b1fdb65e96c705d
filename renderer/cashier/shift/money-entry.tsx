import { useRef } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { formatMoney, tugriks } from '../../../shared/money.ts'
import { typedMoney } from '../../../shared/typed-money.ts'
import { PressButton, TextEntry } from '../../kit/index.ts'
import { useScans } from '../scanning/index.ts'
import { failureText, useText } from '../text.ts'
import styles from './shift.module.css'

/** The notes that a float and a deposit are made of. */
const NOTES = [20_000, 10_000, 5_000, 1_000, 500] as const

type MoneyEntryProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly failure: Failure | null
  readonly testId: string
}

/** A sum, typed or put together of notes by the finger. */
export function MoneyEntry({ label, hint, value, onChange, failure, testId }: MoneyEntryProps) {
  const say = useText()
  const field = useRef<HTMLInputElement>(null)
  // A barcode is no amount, and nothing is rung up here.
  useScans(({ putBack }) => {
    putBack()
    field.current?.focus()
  })
  const add = (note: number) => onChange(grouped(String(Math.trunc((typedMoney(value) ?? 0) / 100) + note)))
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
        inputRef={field}
      />
      <fieldset className={styles.notes}>
        <legend className={styles.hidden}>{say('cash.notes')}</legend>
        {NOTES.map((note) => (
          <PressButton
            key={note}
            onPress={() => add(note)}
            label={say('cash.note', { amount: formatMoney(tugriks(note)) })}
            testId={`${testId}-${note}`}
          >
            {`+${formatMoney(tugriks(note))}`}
          </PressButton>
        ))}
        <PressButton onPress={() => onChange('')} testId={`${testId}-clear`}>
          {say('shift.clear')}
        </PressButton>
      </fieldset>
    </>
  )
}

/** Thousands apart while it is typed; what is no number stays as it is and is refused in words. */
function grouped(text: string): string {
  const bare = text.replace(/[ ,]/g, '')
  return /^\d{1,12}$/.test(bare) ? bare.replace(/\B(?=(\d{3})+$)/g, ',') : text
}
