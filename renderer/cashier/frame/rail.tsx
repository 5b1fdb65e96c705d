import { ToggleButton } from 'react-aria-components'
import type { SaleStatusName } from '../../../shared/sale/status.ts'
import { Icon, type IconName } from '../../kit/index.ts'
import { type Room, say, showRoom, useMay, useOpenConflicts, usePage, useView } from '../page/index.ts'
import { SHORTCUTS, type ShortcutName, spelledKeys, useShortcut } from '../page/shortcuts/index.ts'
import { LanguageSwitch } from '../parts/language-switch.tsx'
import { useApprovalAsked } from './lock/index.ts'
import styles from './rail.module.css'

/** The rooms in the rail. The others open from the header's pills. */
type RailRoom = Exclude<Room, 'waiting' | 'prints'>

/**
 * In the order of their keys. A room that the person may not enter stays in the list and says so, so that the keys stay
 * the same.
 */
const ROOMS: readonly {
  readonly room: RailRoom
  readonly icon: IconName
  readonly shortcut: ShortcutName
}[] = [
  { room: 'till', icon: 'cart', shortcut: 'roomTill' },
  { room: 'history', icon: 'receipt', shortcut: 'roomHistory' },
  { room: 'goods', icon: 'tag', shortcut: 'roomGoods' },
  { room: 'shift', icon: 'drawer', shortcut: 'roomShift' },
  { room: 'reports', icon: 'chart', shortcut: 'roomReports' },
  { room: 'books', icon: 'scales', shortcut: 'roomBooks' },
  { room: 'attention', icon: 'warning', shortcut: 'roomAttention' },
  { room: 'settings', icon: 'settings', shortcut: 'roomSettings' },
]

export function Rail() {
  const allowed: Partial<Record<RailRoom, boolean>> = { reports: useMay('reports'), books: useMay('books') }
  const rooms = ROOMS.filter(({ room }) => allowed[room] ?? true)
  return (
    <nav className={styles.rail} aria-label={say('rail.label')}>
      {rooms.map(({ room, icon, shortcut }) => (
        <RailButton key={room} room={room} icon={icon} shortcut={shortcut} />
      ))}
      {ROOMS.map(({ room, shortcut }) => (
        <RoomKey key={room} room={room} shortcut={shortcut} />
      ))}
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
    </nav>
  )
}

/** Renders nothing. Binds the key that opens a room from any other room. */
function RoomKey({ room, shortcut }: { readonly room: RailRoom; readonly shortcut: ShortcutName }) {
  const approving = useApprovalAsked() !== null
  useShortcut(shortcut, () => showRoom(room), !approving)
  return null
}

type RailButtonProps = {
  readonly room: RailRoom
  readonly icon: IconName
  readonly shortcut: ShortcutName
}

function RailButton({ room, icon, shortcut }: RailButtonProps) {
  const open = usePage((page) => page.room === room)
  return (
    <ToggleButton
      className={styles.button ?? ''}
      preventFocusOnPress
      isSelected={open}
      onPress={() => showRoom(room)}
      // React Aria does not pass this attribute on.
      ref={(button) => button?.setAttribute('aria-keyshortcuts', spelledKeys(SHORTCUTS[shortcut].shown))}
      data-testid={`rail-${room}`}
    >
      <Icon name={icon} />
      <span className={styles.name} data-name={say(`rail.${room}`)}>
        {say(`rail.${room}`)}
      </span>
      {room === 'attention' ? <AttentionCount /> : null}
      {room === 'till' && !open ? <CounterDot /> : null}
    </ToggleButton>
  )
}

function AttentionCount() {
  const open = useOpenConflicts()
  const count = useView((view) => view.attention) + open
  if (count === 0) return null
  return (
    <span className={styles.count} role="img" aria-label={say('rail.attention.count', { count })}>
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** The state of the sale at the counter, shown while another room is open. */
function CounterDot() {
  const status = useView(({ counter }) => counter?.status.name ?? null)
  if (status === null || !TOLD.has(status)) return null
  const paid = status === 'fulfilling' || status === 'receipt-owed' || status === 'completed'
  return (
    <span
      className={paid ? styles.paidDot : styles.waitingDot}
      role="img"
      aria-label={say(paid ? 'rail.paid' : 'rail.waiting')}
    >
      <Icon name={paid ? 'check' : 'clock'} size={12} />
    </span>
  )
}

const TOLD: ReadonlySet<SaleStatusName> = new Set<SaleStatusName>([
  'invoicing',
  'awaiting-payment',
  'partly-paid',
  'cancelling',
  'fulfilling',
  'receipt-owed',
  'completed',
])
