import { ToggleButton } from 'react-aria-components'
import type { SaleStateName } from '../../../shared/sale.ts'
import { Icon, type IconName } from '../../kit/index.ts'
import { LanguageSwitch } from '../language-switch.tsx'
import { type Room, showRoom, usePage, useView } from '../store.ts'
import { useText } from '../text.ts'
import { useMay } from '../use-may.ts'
import styles from './rail.module.css'

/** Those that the rail leads to; the others hang on the header's pills. */
type RailRoom = Exclude<Room, 'waiting' | 'prints'>

const ROOMS: readonly { readonly room: RailRoom; readonly icon: IconName }[] = [
  { room: 'till', icon: 'cart' },
  { room: 'history', icon: 'receipt' },
  { room: 'goods', icon: 'tag' },
  { room: 'shift', icon: 'drawer' },
  { room: 'reports', icon: 'chart' },
  { room: 'books', icon: 'scales' },
  { room: 'attention', icon: 'warning' },
  { room: 'settings', icon: 'settings' },
]

export function Rail() {
  const say = useText()
  const allowed: Partial<Record<RailRoom, boolean>> = { reports: useMay('reports'), books: useMay('books') }
  const rooms = ROOMS.filter(({ room }) => allowed[room] ?? true)
  return (
    <nav className={styles.rail} aria-label={say('rail.label')}>
      {rooms.map(({ room, icon }) => (
        <RailButton key={room} room={room} icon={icon} />
      ))}
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
    </nav>
  )
}

function RailButton({ room, icon }: { readonly room: RailRoom; readonly icon: IconName }) {
  const say = useText()
  const open = usePage((page) => page.room === room)
  return (
    <ToggleButton
      className={styles.button ?? ''}
      preventFocusOnPress
      isSelected={open}
      onPress={() => showRoom(room)}
      data-testid={`rail-${room}`}
    >
      <Icon name={icon} />
      <span className={styles.name}>{say(`rail.${room}`)}</span>
      {room === 'attention' ? <AttentionCount /> : null}
      {room === 'till' && !open ? <CounterDot /> : null}
    </ToggleButton>
  )
}

function AttentionCount() {
  const say = useText()
  const count = useView((view) => view.attention)
  if (count === 0) return null
  return (
    <span className={styles.count} role="img" aria-label={say('rail.attention.count', { count })}>
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** Seen from another room: what became of the sale at the counter. */
function CounterDot() {
  const say = useText()
  const state = useView(({ counter }) => counter?.sale.state.name ?? null)
  if (state === null || !TOLD.has(state)) return null
  const paid = state === 'receipting' || state === 'receipt-owed' || state === 'completed'
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

const TOLD: ReadonlySet<SaleStateName> = new Set<SaleStateName>([
  'invoicing',
  'awaiting-payment',
  'partly-paid',
  'cancelling',
  'receipting',
  'receipt-owed',
  'completed',
])
