export { pressed } from './pressed.ts'
export { ShortcutSheet } from './shortcut-sheet.tsx'
export { SHORTCUT_GROUPS, SHORTCUTS, type Shortcut, type ShortcutName } from './shortcuts.ts'
export { useShortcut } from './use-shortcut.ts'
