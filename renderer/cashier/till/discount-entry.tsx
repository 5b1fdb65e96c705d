import { percentWords } from '../../../shared/discount.ts'
import { PressButton, TextEntry } from '../../kit/index.ts'
import { useText } from '../text.ts'
import styles from './discount-entry.module.css'

/** Those that shops give most: in hundredths of a percent. */
const QUICK = [500, 1000, 2000] as const

type DiscountEntryProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** One press is the whole act. */
  readonly onQuick: (text: string) => void
  readonly error: string | null
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  /** Names the field and its buttons in tests. */
  readonly at: 'line' | 'sale'
}

/** A percentage or an amount in one field, and the usual ones beside it. */
export function DiscountEntry(props: DiscountEntryProps) {
  const say = useText()
  return (
    <div className={styles.entry}>
      <TextEntry
        label={props.label}
        value={props.value}
        onChange={props.onChange}
        error={props.error}
        disabled={props.disabled ?? false}
        autoFocus={props.autoFocus ?? false}
        testId={`${props.at}-discount-input`}
        figures
      />
      <div className={styles.quick}>
        {QUICK.map((share) => (
          <PressButton
            key={share}
            onPress={() => props.onQuick(`${share / 100}%`)}
            disabled={props.disabled ?? false}
            label={say('line.discount.quick', { percent: percentWords(share) })}
            testId={`${props.at}-discount-${share / 100}`}
          >
            {share / 100}%
          </PressButton>
        ))}
      </div>
    </div>
  )
}
