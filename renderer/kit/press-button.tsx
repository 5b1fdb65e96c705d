import { memo, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './press-button.module.css'

export type ButtonTone = 'main' | 'plain' | 'quiet' | 'danger' | 'sure'
export type ButtonSize = 'normal' | 'large' | 'small'

export type PressButtonProps = {
  readonly children: ReactNode
  /** Left out where the button submits its form. */
  readonly onPress?: () => void
  readonly submits?: boolean
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  /** The key that does the same, as printed on the keyboard. */
  readonly hotkey?: string
  /** Its call is under way: it keeps the focus and takes no second press. */
  readonly pending?: boolean
  readonly disabled?: boolean
  readonly label?: string
  readonly testId?: string
  readonly wide?: boolean
  /** What a screen opened by the keyboard goes on from. */
  readonly autoFocus?: boolean
}

/** A button costs more than most to draw: one whose words and `onPress` are the same is not drawn again. */
export const PressButton = memo((props: PressButtonProps) => (
  <Button
    className={classNames(
      styles.button,
      styles[props.tone ?? 'plain'],
      styles[props.size ?? 'normal'],
      props.wide && styles.wide,
    )}
    // The finger leaves the keyboard where it was: in the search box, or free for the screen's own Enter.
    preventFocusOnPress
    type={props.submits ? 'submit' : 'button'}
    {...(props.onPress === undefined ? {} : { onPress: props.onPress })}
    autoFocus={props.autoFocus ?? false}
    isPending={props.pending ?? false}
    isDisabled={props.disabled ?? false}
    {...(props.label === undefined ? {} : { 'aria-label': props.label })}
    {...(props.testId === undefined ? {} : { 'data-testid': props.testId })}
  >
    {props.children}
    {props.hotkey === undefined ? null : <kbd className={styles.key}>{props.hotkey}</kbd>}
  </Button>
))
PressButton.displayName = 'PressButton'

/** What a form with one way on ends with: Enter, or the finger. */
export const SubmitButton = (
  props: Pick<PressButtonProps, 'children' | 'pending' | 'disabled' | 'testId'>,
) => <PressButton submits wide tone="main" size="large" hotkey="Enter" {...props} />
