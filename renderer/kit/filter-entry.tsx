import { classNames } from './class-names.ts'
import styles from './filter-entry.module.css'
import { SelectBox } from './select-box.tsx'

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
