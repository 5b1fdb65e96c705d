import { formatMoney, tugriks } from '../../../shared/money.ts'
import { ButtonGrid, PressButton } from '../../kit/index.ts'
import { useText } from '../text.ts'

/** Notes in use that are handed over most, in tugriks. */
const NOTES = [20_000, 10_000, 5_000, 1_000, 500] as const

type NotesProps = {
  readonly onAdd: (note: number) => void
  /** Before the sum of each. */
  readonly sign?: '+'
  /** What the last one does, in the place of a note. */
  readonly last: { readonly words: string; readonly onPress: () => void; readonly testId: string }
  readonly testId: string
}

/** A sum put together of notes by the finger. */
export function Notes({ onAdd, sign, last, testId }: NotesProps) {
  const say = useText()
  return (
    <ButtonGrid label={say('cash.notes')}>
      {NOTES.map((note) => {
        const amount = formatMoney(tugriks(note))
        return (
          <PressButton
            key={note}
            onPress={() => onAdd(note)}
            label={say('cash.note', { amount })}
            testId={`${testId}-${note}`}
          >
            {`${sign ?? ''}${amount}`}
          </PressButton>
        )
      })}
      <PressButton onPress={last.onPress} testId={last.testId}>
        {last.words}
      </PressButton>
    </ButtonGrid>
  )
}
