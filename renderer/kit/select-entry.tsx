import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

type SelectEntryProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly error?: string | null
  readonly testId?: string
}

/** One of many, by the system's own list: a finger, a keyboard and a screen reader all know it. */
export function SelectEntry({ label, value, options, onChange, hint, error, testId }: SelectEntryProps) {
  const id = useId()
  const wrong = error !== null && error !== undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classNames(styles.input, styles.select)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={wrong}
        {...(wrong ? { 'data-invalid': true } : {})}
        aria-describedby={`${id}-words`}
        data-testid={testId}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span id={`${id}-words`} className={wrong ? styles.error : styles.hint}>
        {wrong ? error : hint}
      </span>
    </div>
  )
}
