import { memo, useEffect, useState } from 'react'
import { PressButton, type PressButtonProps } from './press-button.tsx'
import { useSeen } from './pressed-at.ts'
import { useHotkey } from './use-hotkeys.ts'
import { useSteady } from './use-steady.ts'

/** How long the button waits for the second press. */
const SURE_FOR_MS = 5000

type TwoStepProps = Omit<PressButtonProps, 'onPress' | 'submits'> & {
  readonly sure: string
  readonly onSure: () => void
  /** `KeyboardEvent.code` of the hotkey. */
  readonly code?: string
}

/**
 * A button for actions that cannot be undone: the first press asks, the second one acts. A dialog would take longer at
 * the counter.
 */
export const TwoStepButton = memo(({ sure, onSure, code, ...button }: TwoStepProps) => {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!asking) return
    const timer = setTimeout(() => setAsking(false), SURE_FOR_MS)
    // A button that is hidden with its room asks anew when it is shown again.
    return () => {
      clearTimeout(timer)
      setAsking(false)
    }
  }, [asking])
  const seen = useSeen(asking)
  const press = useSteady(() => {
    if (asking && !seen()) return
    setAsking(!asking)
    if (asking) onSure()
  })
  useHotkey(code, press, !button.disabled && !button.pending)
  return (
    <PressButton {...button} onPress={press} tone={asking ? 'sure' : (button.tone ?? 'danger')}>
      <span aria-live="polite">{asking ? sure : button.children}</span>
    </PressButton>
  )
})
TwoStepButton.displayName = 'TwoStepButton'
