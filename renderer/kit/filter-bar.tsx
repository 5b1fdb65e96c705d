import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './filter-bar.module.css'
import { SelectBox } from './select-entry.tsx'

type FilterBarProps = {
  /** Enter, or the bar's own button. */
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

/** What a list is narrowed to, above it. */
export const FilterBar = ({ onSubmit, children }: FilterBarProps) => (
  <form
    className={styles.bar}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit?.()
    }}
  >
    {children}
  </form>
)

type FilterEntryProps<Value extends string> = {
  /** For a screen reader: the screen says it by what is chosen. */
  readonly label: string
  readonly value: Value
  /** The value that narrows nothing. */
  readonly none: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  readonly testId?: string
}

/** One of many that a list is narrowed to; it is seen whether it does. */
export function FilterEntry<Value extends string>(props: FilterEntryProps<Value>) {
  const { label, value, none, options, onChange, testId } = props
  return (
    <SelectBox
      className={classNames(styles.filter, value !== none && styles.narrowed)}
      value={value}
      options={options}
      onChange={onChange}
      aria-label={label}
      data-testid={testId}
    />
  )
}

type DayEntryProps = {
  readonly label: string
  /** yyyy-MM-dd; empty while none is chosen. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly testId?: string
}

type DaysEntryProps = { readonly first: DayEntryProps; readonly last: DayEntryProps }

/** The first and the last of some days. */
export const DaysEntry = ({ first, last }: DaysEntryProps) => (
  <span className={styles.days}>
    <DayEntry {...first} />
    <span aria-hidden="true">–</span>
    <DayEntry {...last} />
  </span>
)

/** A day, by the system's own calendar. */
export const DayEntry = ({ label, value, onChange, min, max, testId }: DayEntryProps) => (
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
