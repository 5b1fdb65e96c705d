export { pressed } from './pressed.ts'
export { ShortcutSheet } from './shortcut-sheet.tsx'
export { SHORTCUTS, type Shortcut, type ShortcutName } from './shortcuts.ts'
export { useShortcut } from './use-shortcut.ts'
