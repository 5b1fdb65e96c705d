import type { SaleStateName } from '../../shared/sale.ts'
import { classNames, Icon } from '../kit/index.ts'
import { STATE_SHAPES } from './figures.ts'
import styles from './state-badge.module.css'
import { useText } from './text.ts'

/** A state by word, shape and colour. */
export function StateBadge({ state }: { readonly state: SaleStateName }) {
  const say = useText()
  const { icon, tone } = STATE_SHAPES[state]
  return (
    <span className={classNames(styles.badge, styles[tone])} data-state={state}>
      <Icon name={icon} size={16} />
      {say(`state.${state}`)}
    </span>
  )
}
