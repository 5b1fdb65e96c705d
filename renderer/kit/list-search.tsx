import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './list-search.module.css'

type ListSearchProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Whether the list below shows the results of the typed text. */
  readonly answered: boolean
  /** Moves the focus into the list; called for ArrowDown. */
  readonly onWalk: () => void
  /** Called for Enter. If it is left out, Enter does nothing. */
  readonly onTake?: () => void
  readonly maxLength: number
  readonly inputRef?: Ref<HTMLInputElement>
}

/**
 * The search field above a list. ArrowDown and Enter wait until the list shows the results of the typed text, so that
 * fast typing opens the right row.
 */
export function ListSearch(props: ListSearchProps) {
  const { label, value, onChange, answered, onWalk, onTake, maxLength, inputRef } = props
  const [waiting, setWaiting] = useState<'walk' | 'take' | null>(null)
  useEffect(() => {
    if (waiting === null || !answered) return
    setWaiting(null)
    if (waiting === 'walk') onWalk()
    else onTake?.()
  }, [waiting, answered, onWalk, onTake])
  const type = (text: string) => {
    setWaiting(null)
    onChange(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return type('')
    if (event.key !== 'ArrowDown' && (event.key !== 'Enter' || !onTake)) return
    event.preventDefault()
    setWaiting(event.key === 'Enter' ? 'take' : 'walk')
  }
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        ref={inputRef}
        value={value}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setWaiting(null)}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
      />
    </div>
  )
}
