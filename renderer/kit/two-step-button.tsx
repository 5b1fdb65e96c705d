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

type Sure = {
  readonly asking: boolean
  /** Asks and returns false, until a press confirms that was made when the question could be seen. */
  readonly confirmed: () => boolean
  readonly forget: () => void
}

/** Asks in place: the same press again confirms. Without `forMs` the question stays until it is forgotten. */
export function useSure(forMs?: number): Sure {
  const [asking, setAsking] = useState(false)
  const seen = useSeen(asking)
  useEffect(() => {
    if (!asking || forMs === undefined) return
    const timer = setTimeout(() => setAsking(false), forMs)
    // A button that is hidden with its room asks anew when it is shown again.
    return () => {
      clearTimeout(timer)
      setAsking(false)
    }
  }, [asking, forMs])
  return {
    asking,
    confirmed: () => {
      const isSure = seen()
      if (!isSure) setAsking(true)
      return isSure
    },
    forget: () => setAsking(false),
  }
}

/**
 * A button for actions that cannot be undone: the first press asks, the second one acts. A dialog would take longer at
 * the counter.
 */
export const TwoStepButton = memo(({ sure, onSure, code, ...button }: TwoStepProps) => {
  const { asking, confirmed, forget } = useSure(SURE_FOR_MS)
  const press = useSteady(() => {
    if (!confirmed()) return
    forget()
    onSure()
  })
  useHotkey(code, press, !button.disabled && !button.pending)
  return (
    <PressButton {...button} onPress={press} tone={asking ? 'sure' : (button.tone ?? 'danger')}>
      <span aria-live="polite">{asking ? sure : button.children}</span>
    </PressButton>
  )
})
TwoStepButton.displayName = 'TwoStepButton'
