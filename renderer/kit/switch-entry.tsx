import { useId } from 'react'
import styles from './switch-entry.module.css'

type SwitchEntryProps = {
  readonly label: string
  /** What the switch does, in a sentence. */
  readonly hint: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
}

/** A switch, as a native checkbox. The whole line can be pressed, so that it is easy to hit. */
export function SwitchEntry({ label, hint, on, onChange, disabled = false }: SwitchEntryProps) {
  const id = useId()
  return (
    <label className={styles.entry}>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        aria-checked={on}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        disabled={disabled}
      />
      <span className={styles.words}>
        <b id={`${id}-label`}>{label}</b>
        <small id={`${id}-hint`}>{hint}</small>
      </span>
    </label>
  )
}
