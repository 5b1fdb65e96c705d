import { useId } from 'react'
import { Switch } from 'react-aria-components'
import styles from './switch-entry.module.css'

type SwitchEntryProps = {
  readonly label: string
  /** What the switch does, in a sentence. */
  readonly hint: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
}

/** A switch. The whole line can be pressed, so that it is easy to hit. */
export function SwitchEntry({ label, hint, on, onChange, disabled = false }: SwitchEntryProps) {
  const id = useId()
  return (
    <Switch
      className={styles.entry ?? ''}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      isSelected={on}
      onChange={onChange}
      isDisabled={disabled}
    >
      <span className={styles.track} aria-hidden="true" />
      <span className={styles.words}>
        <b id={`${id}-label`}>{label}</b>
        <small id={`${id}-hint`}>{hint}</small>
      </span>
    </Switch>
  )
}
