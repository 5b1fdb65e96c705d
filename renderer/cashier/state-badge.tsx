import type { SaleStatusName } from '../../shared/sale-status.ts'
import { classNames, Icon } from '../kit/index.ts'
import { STATUS_SHAPES } from './figures.ts'
import styles from './state-badge.module.css'
import { useText } from './text.ts'

/** A state by word, shape and colour. */
export function StateBadge({ state }: { readonly state: SaleStatusName }) {
  const say = useText()
  const { icon, tone } = STATUS_SHAPES[state]
  return (
    <span className={classNames(styles.badge, styles[tone])} data-state={state}>
      <Icon name={icon} size={16} />
      {say(`state.${state}`)}
    </span>
  )
}
