export { ShortcutSheet } from './shortcut-sheet.tsx'
export { isCommand, SHORTCUTS, type ShortcutName, spelledKeys } from './shortcuts.ts'
export { pressed, useShortcut } from './use-shortcut.ts'
