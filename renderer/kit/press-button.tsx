import { memo, type ReactNode, useRef } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './press-button.module.css'
import { useFocusOnShow } from './use-focus-on-show.ts'

export type ButtonTone = 'main' | 'plain' | 'subtle' | 'danger' | 'sure'
export type ButtonSize = 'normal' | 'large' | 'small'

export type PressButtonProps = {
  readonly children: ReactNode
  /** Left out if the button submits its form. */
  readonly onPress?: () => void
  readonly submits?: boolean
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  /** The key that does the same, shown on the button. */
  readonly hotkey?: string
  /** Its command is running: the button keeps the focus and ignores a second press. */
  readonly pending?: boolean
  readonly disabled?: boolean
  readonly label?: string
  readonly testId?: string
  readonly wide?: boolean
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean
}

/** Memoized, because buttons are expensive to render: rendered again only if a prop changes. */
export const PressButton = memo((props: PressButtonProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnShow(props.autoFocus ?? false, button)
  return (
    <Button
      ref={button}
      className={classNames(
        styles.button,
        styles[props.tone ?? 'plain'],
        styles[props.size ?? 'normal'],
        props.wide && styles.wide,
      )}
      // A press by touch or mouse does not move the focus, so that it stays in the search box and Enter stays with the
      // screen.
      preventFocusOnPress
      type={props.submits ? 'submit' : 'button'}
      {...(props.onPress === undefined ? {} : { onPress: props.onPress })}
      isPending={props.pending ?? false}
      isDisabled={props.disabled ?? false}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      {...(props.testId === undefined ? {} : { 'data-testid': props.testId })}
    >
      {props.children}
      {props.hotkey === undefined ? null : <kbd className={styles.key}>{props.hotkey}</kbd>}
    </Button>
  )
})
PressButton.displayName = 'PressButton'

/** The submit button of a form. Enter does the same. */
export const SubmitButton = (
  props: Pick<PressButtonProps, 'children' | 'pending' | 'disabled' | 'testId'>,
) => <PressButton submits wide tone="main" size="large" hotkey="Enter" {...props} />
