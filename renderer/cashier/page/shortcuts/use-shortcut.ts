import { useLayoutEffect } from 'react'
import { useSteady } from '../../../kit/index.ts'
import { isCommand, ON_MAC, SHORTCUTS, type Shortcut, type ShortcutName } from './shortcuts.ts'

type Stroke = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Whether a keystroke is this shortcut. Shift is ignored unless the shortcut needs it. */
export function pressed(name: ShortcutName, stroke: Stroke, onMac = ON_MAC): boolean {
  const { codes, with: held }: Shortcut = SHORTCUTS[name]
  if (!codes.includes(stroke.code) || stroke.altKey) return false
  if (held === 'command') return isCommand(stroke, onMac)
  if (stroke.ctrlKey || stroke.metaKey) return false
  return held === undefined || stroke.shiftKey === (held === 'shift')
}

/** Binds a shortcut. A held key acts once. An event that was handled already (`defaultPrevented`) is ignored. */
export function useShortcut(name: ShortcutName, action: () => void, enabled = true): void {
  const press = useSteady(action)
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

/** An empty search box does not count: it only has the focus by default. */
const isBeingTyped = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox')
    return target.value !== ''
  return target.closest('input:not([type=radio], [type=checkbox]), textarea') !== null
}
