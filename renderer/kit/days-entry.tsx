import styles from './days-entry.module.css'

type DayField = {
  readonly label: string
  /** yyyy-MM-dd; empty while none is chosen. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly testId?: string
}

type DaysEntryProps = { readonly first: DayField; readonly last: DayField }

/** The first and the last of some days, by the system's own calendar. */
export const DaysEntry = ({ first, last }: DaysEntryProps) => (
  <span className={styles.days}>
    <Day {...first} />
    <span aria-hidden="true">–</span>
    <Day {...last} />
  </span>
)

const Day = ({ label, value, onChange, min, max, testId }: DayField) => (
  <input
    type="date"
    className={styles.day}
    value={value}
    min={min}
    max={max}
    onChange={(event) => onChange(event.currentTarget.value)}
    aria-label={label}
    data-testid={testId}
  />
)
