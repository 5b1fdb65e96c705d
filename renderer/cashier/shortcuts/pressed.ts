import { SHORTCUTS, type Shortcut, type ShortcutName } from './shortcuts.ts'

type Stroke = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Whether this stroke is that key. Shift changes nothing about a key that does not ask for it. */
export function pressed(name: ShortcutName, stroke: Stroke): boolean {
  const { codes, with: held }: Shortcut = SHORTCUTS[name]
  if (!codes.includes(stroke.code) || stroke.altKey || stroke.metaKey) return false
  if (stroke.ctrlKey !== (held === 'control')) return false
  return held === undefined || stroke.shiftKey === (held === 'shift')
}
