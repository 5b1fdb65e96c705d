import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from './icon.tsx'
import styles from './number-pad.module.css'
import { ButtonGrid } from './toolbar.tsx'

type Key = { readonly words: string; readonly label?: string; readonly onPress: () => void }

type NumberPadProps = {
  readonly label: string
  readonly disabled?: boolean
  readonly onType: (digit: string) => void
  /** The key left of the zero. */
  readonly corner: Omit<Key, 'words'> & { readonly words: ReactNode }
  readonly back: Omit<Key, 'words'>
  /** Keys below the digits. */
  readonly more?: readonly Key[]
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** An on-screen keypad for touch. Its keys never take the focus and are not tab stops, because keyboard users type instead. */
export function NumberPad({ label, disabled = false, onType, corner, back, more = [] }: NumberPadProps) {
  const digit = (one: string) => (
    <PadKey key={one} disabled={disabled} onPress={() => onType(one)}>
      {one}
    </PadKey>
  )
  return (
    <ButtonGrid label={label}>
      {DIGITS.map(digit)}
      <PadKey disabled={disabled} {...corner}>
        {corner.words}
      </PadKey>
      {digit('0')}
      <PadKey disabled={disabled} {...back}>
        <Icon name="backspace" />
      </PadKey>
      {more.map(({ words, ...key }) => (
        <PadKey key={words} disabled={disabled} {...key}>
          {words}
        </PadKey>
      ))}
    </ButtonGrid>
  )
}

type PadKeyProps = {
  readonly children: ReactNode
  readonly label?: string
  readonly disabled: boolean
  readonly onPress: () => void
}

const PadKey = ({ children, label, disabled, onPress }: PadKeyProps) => (
  <Button
    className={styles.key ?? ''}
    preventFocusOnPress
    excludeFromTabOrder
    isDisabled={disabled}
    onPress={onPress}
    {...(label === undefined ? {} : { 'aria-label': label })}
  >
    {children}
  </Button>
)
