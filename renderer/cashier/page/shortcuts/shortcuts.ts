import type { TextKey } from '../../../../shared/texts/index.ts'

/** On a Mac the command key does what Ctrl does elsewhere. There the system uses Ctrl for itself. */
export const ON_MAC = navigator.platform.startsWith('Mac')

type Held = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>

export const isCommand = ({ ctrlKey, metaKey }: Held, onMac = ON_MAC): boolean =>
  onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey

/** The label of a key that is pressed with it. */
export const withCommand = (key: string, onMac = ON_MAC): string => (onMac ? `⌘${key}` : `Ctrl+${key}`)

/** The same as `aria-keyshortcuts` spells it. */
export const spelledKeys = (shown: string): string => shown.replace('⌘', 'Meta+').replace('Ctrl', 'Control')

export type Shortcut = {
  /** `KeyboardEvent.code` values: key positions, independent of the layout. Empty if the shortcut is only listed. */
  readonly codes: readonly string[]
  readonly with?: 'command' | 'shift'
  /** The key's label. */
  readonly shown: string
  readonly text: TextKey
  /** The key also belongs to text fields, so it works only while no text is being typed. */
  readonly betweenWords?: true
}

/** All shortcuts. Key bindings, labels on buttons and the shortcut sheet use this table. */
export const SHORTCUTS = {
  times: { codes: [], shown: '3*', text: 'shortcut.times' },
  choose: {
    codes: [],
    shown: '↑ ↓ ← →',
    text: 'shortcut.choose',
  },
  add: { codes: ['Enter', 'NumpadEnter'], shown: 'Enter', text: 'shortcut.add' },
  clear: { codes: ['Escape'], shown: 'Esc', text: 'shortcut.clear' },
  sheet: { codes: ['F1'], shown: 'F1', text: 'shortcut.sheet' },
  question: {
    codes: ['Slash'],
    with: 'shift',
    shown: '?',
    text: 'shortcut.sheet',
    betweenWords: true,
  },
  lock: { codes: ['KeyL'], with: 'command', shown: withCommand('L'), text: 'shortcut.lock' },
  editLine: { codes: ['F2'], shown: 'F2', text: 'shortcut.editLine' },
  quantity: { codes: [], shown: '3 F2', text: 'shortcut.quantity' },
  discountLine: { codes: ['F5'], shown: 'F5', text: 'shortcut.discountLine' },
  percent: { codes: [], shown: '10 F5', text: 'shortcut.percent' },
  firstLine: { codes: ['ArrowRight'], shown: '→', text: 'shortcut.firstLine', betweenWords: true },
  lastLine: { codes: ['ArrowUp'], shown: '↑', text: 'shortcut.lastLine', betweenWords: true },
  removeLine: { codes: [], shown: 'Delete', text: 'shortcut.removeLine' },
  organisation: { codes: ['F6'], shown: 'F6', text: 'shortcut.organisation' },
  misc: { codes: ['F3'], shown: 'F3', text: 'shortcut.misc' },
  more: { codes: ['F4'], shown: 'F4', text: 'word.saleDiscountAndNote' },
  undo: {
    codes: ['KeyZ'],
    with: 'command',
    shown: withCommand('Z'),
    text: 'word.undoLastChange',
    betweenWords: true,
  },
  park: { codes: ['F8'], shown: 'F8', text: 'shortcut.park' },
  setAside: { codes: ['F9'], shown: 'F9', text: 'shortcut.setAside' },
  card: { codes: ['F11'], shown: 'F11', text: 'shortcut.card' },
  transfer: { codes: ['F7'], shown: 'F7', text: 'shortcut.transfer' },
  cash: { codes: ['F10'], shown: 'F10', text: 'shortcut.cash' },
  charge: { codes: ['F12'], shown: 'F12', text: 'word.qrPayment' },
  roomTill: { codes: ['Digit1'], with: 'command', shown: withCommand('1'), text: 'rail.till' },
  roomHistory: { codes: ['Digit2'], with: 'command', shown: withCommand('2'), text: 'rail.history' },
  roomGoods: { codes: ['Digit3'], with: 'command', shown: withCommand('3'), text: 'rail.goods' },
  roomShift: { codes: ['Digit4'], with: 'command', shown: withCommand('4'), text: 'rail.shift' },
  roomReports: { codes: ['Digit5'], with: 'command', shown: withCommand('5'), text: 'rail.reports' },
  roomBooks: { codes: ['Digit6'], with: 'command', shown: withCommand('6'), text: 'rail.books' },
  roomAttention: { codes: ['Digit7'], with: 'command', shown: withCommand('7'), text: 'rail.attention' },
  roomSettings: { codes: ['Digit8'], with: 'command', shown: withCommand('8'), text: 'rail.settings' },
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutName = keyof typeof SHORTCUTS

type Group = { readonly title: TextKey; readonly names: readonly ShortcutName[] }

/** In the order in which a sale uses them. */
export const SHORTCUT_GROUPS: readonly Group[] = [
  {
    title: 'word.goods',
    names: ['times', 'choose', 'add', 'misc', 'clear', 'question', 'sheet', 'lock'],
  },
  {
    title: 'shortcuts.group.cart',
    names: [
      'quantity',
      'percent',
      'firstLine',
      'lastLine',
      'removeLine',
      'editLine',
      'discountLine',
      'more',
      'organisation',
      'undo',
      'park',
      'setAside',
    ],
  },
  { title: 'word.payment', names: ['cash', 'card', 'transfer', 'charge'] },
  {
    title: 'shortcuts.group.rooms',
    names: [
      'roomTill',
      'roomHistory',
      'roomGoods',
      'roomShift',
      'roomReports',
      'roomBooks',
      'roomAttention',
      'roomSettings',
    ],
  },
]
