import type { SaleStatusName } from '../../../shared/sale/status.ts'
import { classNames, Icon, type IconName, type NoteTone, toneClass } from '../../kit/index.ts'
import { say } from '../page/index.ts'
import styles from './state-badge.module.css'

export function StateBadge({ state }: { readonly state: SaleStatusName }) {
  const { icon, tone } = STATUS_SHAPES[state]
  return (
    <span className={classNames(styles.badge, toneClass(tone))} data-state={state}>
      <Icon name={icon} size={16} />
      {say(`state.${state}`)}
    </span>
  )
}

/** Icon and colour of each status; the text catalogue has its name. */
const STATUS_SHAPES: Readonly<Record<SaleStatusName, { readonly icon: IconName; readonly tone: NoteTone }>> =
  {
    open: { icon: 'cart', tone: 'plain' },
    parked: { icon: 'clock', tone: 'plain' },
    invoicing: { icon: 'clock', tone: 'plain' },
    'awaiting-payment': { icon: 'clock', tone: 'plain' },
    'partly-paid': { icon: 'half', tone: 'warn' },
    cancelling: { icon: 'clock', tone: 'warn' },
    cancelled: { icon: 'cross', tone: 'plain' },
    moved: { icon: 'check', tone: 'plain' },
    'late-payment': { icon: 'warning', tone: 'bad' },
    fulfilling: { icon: 'check', tone: 'good' },
    'receipt-owed': { icon: 'receipt', tone: 'warn' },
    completed: { icon: 'check', tone: 'good' },
  }
