import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import { Icon, type IconName } from '../../../kit/index.ts'
import { signed } from '../../../texts/index.ts'
import { say } from '../../page/index.ts'
import styles from '../../parts/shift.module.css'

type DifferenceProps = { readonly expected: Money; readonly difference: Money }

const SHAPES = { none: 'check', over: 'plus', short: 'minus' } as const satisfies Record<string, IconName>

const kindOf = (difference: Money): keyof typeof SHAPES =>
  difference === 0 ? 'none' : difference > 0 ? 'over' : 'short'

/** The difference of a count: over, short or exact, in words, icon and colour. */
export function Difference({ expected, difference }: DifferenceProps) {
  const kind = kindOf(difference)
  return (
    <div className={styles.difference} data-kind={kind} role="status" data-testid="difference">
      <Icon name={SHAPES[kind]} size={28} />
      <div>
        <strong>{say(`shift.difference.${kind}`)}</strong>
        <span>{say('shift.expected.is', { amount: formatMoney(expected) })}</span>
      </div>
      {kind === 'none' ? null : <b>{signed(difference)}</b>}
    </div>
  )
}

/** The difference in a list: word and amount. */
export function DifferenceWords({ difference }: { readonly difference: Money }) {
  const kind = kindOf(difference)
  return (
    <span className={styles.differenceWords} data-kind={kind}>
      <Icon name={SHAPES[kind]} size={14} />
      {kind === 'none'
        ? say('shift.difference.none')
        : `${say(`shift.difference.${kind}`)} ${signed(difference)}`}
    </span>
  )
}
