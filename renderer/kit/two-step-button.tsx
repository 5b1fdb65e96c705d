import { memo, useEffect, useState } from 'react'
import { PressButton, type PressButtonProps } from './press-button.tsx'
import { pressedAfter } from './pressed-at.ts'
import { useHotkey } from './use-hotkeys.ts'
import { useSteady } from './use-steady.ts'

/** How long the button waits for the second press. */
const SURE_FOR_MS = 5000

type TwoStepProps = Omit<PressButtonProps, 'onPress' | 'submits'> & {
  readonly sure: string
  /** What is confirmed, as far as the words do not say it. */
  readonly about?: string | number | null | undefined
  readonly onSure: () => void
  /** `KeyboardEvent.code` of the hotkey. */
  readonly code?: string
}

type Sure = {
  readonly asking: boolean
  /**
   * Call it at each press. The first press shows the question and returns false. A later press returns true, unless it
   * began before the person could see the question.
   */
  readonly confirmed: () => boolean
}

/**
 * Asks in place: the same press again confirms. The question ends when `about`, what is confirmed, changes; and after `forMs`
 * if given.
 */
export function useSure(about: string, forMs?: number): Sure {
  const [asked, setAsked] = useState<{ readonly about: string; readonly at: number } | null>(null)
  if (asked !== null && asked.about !== about) setAsked(null)
  const asking = asked !== null
  useEffect(() => {
    if (!asking || forMs === undefined) return
    const timer = setTimeout(() => setAsked(null), forMs)
    // A button that is hidden with its room asks anew when it is shown again.
    return () => {
      clearTimeout(timer)
      setAsked(null)
    }
  }, [asking, forMs])
  return {
    asking,
    confirmed: () => {
      const isSure = asking && pressedAfter(asked.at)
      if (isSure) setAsked(null)
      else if (!asking) setAsked({ about, at: performance.now() })
      return isSure
    },
  }
}

/**
 * A button for actions that cannot be undone: the first press asks, the second one acts. A dialog would take longer at
 * the counter.
 */
export const TwoStepButton = memo(({ sure, about, onSure, code, ...button }: TwoStepProps) => {
  const { asking, confirmed } = useSure(`${sure} ${button.children} ${about}`, SURE_FOR_MS)
  const press = useSteady(() => {
    if (confirmed()) onSure()
  })
  useHotkey(code, press, !button.disabled && !button.pending)
  return (
    <PressButton {...button} onPress={press} tone={asking ? 'sure' : (button.tone ?? 'danger')}>
      <span aria-live="polite">{asking ? sure : button.children}</span>
    </PressButton>
  )
})
TwoStepButton.displayName = 'TwoStepButton'
