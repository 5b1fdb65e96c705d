import type { Ref } from 'react'
import { percentWords } from '../../../../shared/money/discount.ts'
import { PressButton, TextEntry } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import styles from './discount-entry.module.css'

/** Common discounts in hundredths of a percent. */
const QUICK = [500, 1000, 2000] as const

type DiscountEntryProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Sets and saves the discount with one press. */
  readonly onQuick: (text: string) => void
  readonly error: string | null
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A field for a percentage or an amount, with buttons for common discounts. */
export const DiscountEntry = (props: DiscountEntryProps) => (
  <div className={styles.entry}>
    <TextEntry
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      inputMode="decimal"
      numbers="percentage"
      disabled={props.disabled ?? false}
      autoFocus={props.autoFocus ?? false}
      {...(props.inputRef === undefined ? {} : { inputRef: props.inputRef })}
      figures
    />
    <div className={styles.quick}>
      {QUICK.map((share) => (
        <PressButton
          key={share}
          onPress={() => props.onQuick(`${share / 100}%`)}
          disabled={props.disabled ?? false}
          label={say('line.discount.quick', { percent: percentWords(share) })}
        >
          {share / 100}%
        </PressButton>
      ))}
    </div>
  </div>
)
