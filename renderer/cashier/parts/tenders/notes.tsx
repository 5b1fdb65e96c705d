import { formatMoney, tugriks } from '../../../../shared/money/money.ts'
import { ButtonGrid, PressButton } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'

/** The most used notes, in tugriks. */
const NOTES = [20_000, 10_000, 5_000, 1_000, 500] as const

type NotesProps = {
  readonly onAdd: (note: number) => void
  /** Shown before each amount. */
  readonly sign?: '+'
  /** The last button, beside the notes. */
  readonly last: { readonly words: string; readonly onPress: () => void }
}

/** Buttons that add notes to an amount. */
export const Notes = ({ onAdd, sign, last }: NotesProps) => (
  <ButtonGrid label={say('cash.notes')}>
    {NOTES.map((note) => {
      const amount = formatMoney(tugriks(note))
      return (
        <PressButton key={note} onPress={() => onAdd(note)} label={say('cash.note', { amount })}>
          {`${sign ?? ''}${amount}`}
        </PressButton>
      )
    })}
    <PressButton onPress={last.onPress}>{last.words}</PressButton>
  </ButtonGrid>
)
