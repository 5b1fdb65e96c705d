import { type ComponentProps, useId } from 'react'
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

/** A select with its label above. */
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

type SelectBoxProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** The browser's own select, which works by touch, by keyboard and with screen readers. */
export function SelectBox<Value extends string>({
  value,
  options,
  onChange,
  ...more
}: SelectBoxProps<Value>) {
  return (
    <select
      {...more}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
