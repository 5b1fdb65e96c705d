import { useLayoutEffect } from 'react'
import { useSteady } from './use-steady.ts'

/**
 * One key of the keyboard, by its place (`KeyboardEvent.code`), so that a Cyrillic layout changes nothing. A key held
 * down acts once. Whoever handled the key before says so with `preventDefault`. It is heard from the moment that what it
 * belongs to is on the screen: an ordinary effect would come a little later.
 */
export function useHotkey(code: string | undefined, act: () => void, enabled = true): void {
  const press = useSteady(act)
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
    // A focused button keeps Enter to itself: this listens before it does, and lets it have what is its own.
    const first = code === 'Enter'
    window.addEventListener('keydown', onKey, first)
    return () => window.removeEventListener('keydown', onKey, first)
  }, [code, enabled, press])
}

/** Enter belongs to the control that the keyboard went to, not to the one that a finger pressed last. */
const standsOnAControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('input, select, textarea') !== null ||
    target.closest('button[data-focus-visible]') !== null)

/**
 * For a screen that Enter leads on from: a button pressed before it came, in the rail say, lets go of the keyboard.
 */
export function useFreeKeyboard(): void {
  useLayoutEffect(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [])
}
