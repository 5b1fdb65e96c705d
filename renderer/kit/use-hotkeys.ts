import { useEffect, useRef } from 'react'

/**
 * One key of the keyboard, by its place (`KeyboardEvent.code`), so that a Cyrillic layout changes nothing. A key held
 * down acts once. Whoever handled the key before says so with `preventDefault`.
 */
export function useHotkey(code: string | undefined, act: () => void, enabled = true): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (code === undefined || !enabled) return
    const onKey = (event: KeyboardEvent) => {
      const wanted = event.code === code || (code === 'Enter' && event.code === 'NumpadEnter')
      if (!wanted || event.repeat || event.defaultPrevented) return
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (code === 'Enter' && standsOnAControl(event.target)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [code, enabled])
}

/** Enter belongs to the control that has the focus, if one has. */
const standsOnAControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, input, select, textarea') !== null
