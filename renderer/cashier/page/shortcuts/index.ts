export { isCommand, spelledKeys } from './command-key.ts'
export { ShortcutSheet } from './shortcut-sheet.tsx'
export { SHORTCUTS, type ShortcutName } from './shortcuts.ts'
export { pressed, useShortcut } from './use-shortcut.ts'
