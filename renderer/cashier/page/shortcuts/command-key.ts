/** On a Mac the command key does what Ctrl does elsewhere. There the system uses Ctrl for itself. */
export const ON_MAC = navigator.platform.startsWith('Mac')

type Held = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>

export const isCommand = ({ ctrlKey, metaKey }: Held, onMac = ON_MAC): boolean =>
  onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey

/** The label of a key that is pressed with it. */
export const withCommand = (key: string, onMac = ON_MAC): string => (onMac ? `⌘${key}` : `Ctrl+${key}`)

/** The same as `aria-keyshortcuts` spells it. */
export const spelledKeys = (shown: string): string => shown.replace('⌘', 'Meta+').replace('Ctrl', 'Control')
