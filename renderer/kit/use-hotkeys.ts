import { useLayoutEffect } from 'react'
import { useSteady } from './use-steady.ts'

/**
 * Binds a key by its position (`KeyboardEvent.code`), so that it works under a Cyrillic layout. A held key acts once, and
 * a key that was handled already (`preventDefault`) does nothing. A layout effect binds it as soon as the screen is drawn.
 */
export function useHotkey(code: string | undefined, action: () => void, enabled = true): void {
  const press = useSteady(action)
  useLayoutEffect(() => {
    if (code === undefined || !enabled) return
    const onKey = (event: KeyboardEvent) => {
      const wanted = event.code === code || (code === 'Enter' && event.code === 'NumpadEnter')
      if (!wanted || event.repeat || event.defaultPrevented) return
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (code === 'Enter' && standsOnAControl(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      press()
    }
    // Enter is handled in the capture phase, before a focused button; `standsOnAControl` leaves it to the button if
    // needed.
    const first = code === 'Enter'
    window.addEventListener('keydown', onKey, first)
    return () => window.removeEventListener('keydown', onKey, first)
  }, [code, enabled, press])
}

/** Enter belongs to a control that was focused with the keyboard, not to one that was pressed last. */
const standsOnAControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('input, select, textarea') !== null ||
    target.closest('button[data-focus-visible]') !== null)

/** Removes the focus from the last pressed button, so that Enter belongs to the screen. */
export function useFreeKeyboard(): void {
  useLayoutEffect(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [])
}
