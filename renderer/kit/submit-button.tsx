import { PressButton, type PressButtonProps } from './press-button.tsx'

/** What a form with one way on ends with: Enter, or the finger. */
export const SubmitButton = (
  props: Pick<PressButtonProps, 'children' | 'pending' | 'disabled' | 'testId'>,
) => <PressButton submits wide tone="main" size="large" hotkey="Enter" {...props} />
