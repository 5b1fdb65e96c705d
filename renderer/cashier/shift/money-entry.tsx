import { useRef } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { TextEntry } from '../../kit/index.ts'
import { useScans } from '../scanning/index.ts'
import { grouped, Notes, withNote } from '../tenders/index.ts'
import { failureText, useText } from '../text.ts'

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
      <Notes
        onAdd={(note) => onChange(withNote(value, note))}
        sign="+"
        last={{ words: say('shift.clear'), onPress: () => onChange(''), testId: `${testId}-clear` }}
        testId={testId}
      />
    </>
  )
}
