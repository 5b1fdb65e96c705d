import { useEffect, useState } from 'react'
import { PressButton, type PressButtonProps } from './press-button.tsx'
import { useHotkey } from './use-hotkeys.ts'

/** How long the second press is waited for: long enough to read it, short enough not to lie in wait. */
const SURE_FOR_MS = 5000

type TwoStepProps = Omit<PressButtonProps, 'onPress' | 'submits'> & {
  readonly sure: string
  readonly onSure: () => void
  /** `KeyboardEvent.code` of the hotkey. */
  readonly code?: string
}

/** For what cannot be taken back: the first press asks, the second does. No dialog in the way of the queue. */
export function TwoStepButton({ sure, onSure, code, ...button }: TwoStepProps) {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!asking) return
    const timer = setTimeout(() => setAsking(false), SURE_FOR_MS)
    return () => clearTimeout(timer)
  }, [asking])
  const press = () => {
    setAsking(!asking)
    if (asking) onSure()
  }
  useHotkey(code, press, !button.disabled && !button.pending)
  return (
    <PressButton {...button} onPress={press} tone={asking ? 'sure' : (button.tone ?? 'danger')}>
      <span aria-live="polite">{asking ? sure : button.children}</span>
    </PressButton>
  )
}
