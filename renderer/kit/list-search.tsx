import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './list-search.module.css'

type ListSearchProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Whether the list below is the one that was asked for, not the one before it. */
  readonly answered: boolean
  /** ArrowDown: into the list. */
  readonly onWalk: () => void
  /** Enter; left out, it does nothing. */
  readonly onTake?: () => void
  readonly maxLength: number
  readonly inputRef?: Ref<HTMLInputElement>
  readonly testId?: string
}

/** The search above a list. Fast fingers: a key that leads into the list waits until what was typed is answered. */
export function ListSearch(props: ListSearchProps) {
  const { label, value, onChange, answered, onWalk, onTake, maxLength, inputRef, testId } = props
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
        data-testid={testId}
      />
    </div>
  )
}
