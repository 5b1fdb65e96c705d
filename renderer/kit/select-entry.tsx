import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { SelectBox } from './select-box.tsx'

type SelectEntryProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly error?: string | null
  readonly testId?: string
}

/** One of many, with its name above. */
export function SelectEntry({ label, value, options, onChange, hint, error, testId }: SelectEntryProps) {
  const id = useId()
  const wrong = error !== null && error !== undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <SelectBox
        id={id}
        className={classNames(styles.input, styles.select)}
        value={value}
        options={options}
        onChange={onChange}
        aria-invalid={wrong}
        {...(wrong ? { 'data-invalid': true } : {})}
        aria-describedby={`${id}-words`}
        data-testid={testId}
      />
      <span id={`${id}-words`} className={wrong ? styles.error : styles.hint}>
        {wrong ? error : hint}
      </span>
    </div>
  )
}
