import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './filter-bar.module.css'
import { SelectBox } from './select-entry.tsx'

type FilterBarProps = {
  /** Called by Enter and by a submit button of the bar. */
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

/** The filters above a list. */
export const FilterBar = ({ onSubmit, children }: FilterBarProps) => (
  <search>
    <form
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      {children}
    </form>
  </search>
)

type FilterEntryProps<Value extends string> = {
  /** For screen readers; the screen shows only the chosen value. */
  readonly label: string
  readonly value: Value
  /** The value that filters nothing. */
  readonly none: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  readonly testId?: string
}

/** A filter with many values. It is highlighted while it filters. */
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
