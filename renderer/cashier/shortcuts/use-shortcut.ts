import { useLayoutEffect } from 'react'
import { useSteady } from '../../kit/index.ts'
import { SHORTCUTS, type Shortcut, type ShortcutName } from './shortcuts.ts'

type Stroke = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Whether this stroke is that key. Shift changes nothing about a key that does not ask for it. */
export function pressed(name: ShortcutName, stroke: Stroke): boolean {
  const { codes, with: held }: Shortcut = SHORTCUTS[name]
  if (!codes.includes(stroke.code) || stroke.altKey || stroke.metaKey) return false
  if (stroke.ctrlKey !== (held === 'control')) return false
  return held === undefined || stroke.shiftKey === (held === 'shift')
}

/** Binds a key of the table. Held down it acts once; whoever handled it before says so with `preventDefault`. */
export function useShortcut(name: ShortcutName, act: () => void, enabled = true): void {
  const press = useSteady(act)
  useLayoutEffect(() => {
    if (!enabled) return
    const { betweenWords }: Shortcut = SHORTCUTS[name]
    const onKey = (event: KeyboardEvent) => {
      if (!pressed(name, event) || event.repeat || event.defaultPrevented) return
      if (betweenWords && isBeingTyped(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      press()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [name, enabled, press])
}

/** The search box with nothing in it has the keyboard only because somebody must. */
const isBeingTyped = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox')
    return target.value !== ''
  return target.closest('input:not([type=radio], [type=checkbox]), textarea') !== null
}
