import { memo } from 'react'
import { formatMoney, money } from '../../../shared/money/money.ts'
import { formatQuantity } from '../../../shared/money/quantity.ts'
import { countOf, nameOf, type SaleLine, unbroken } from '../../../shared/sale/sale.ts'
import { useText } from '../page/index.ts'
import { discountLabel, ownAmount } from './discount-words.ts'
import styles from './sale-lines.module.css'

/** The lines of a sale, read-only. */
export const SaleLines = memo(({ lines }: { readonly lines: readonly SaleLine[] }) => {
  const say = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable with the keyboard.
    <ul className={styles.lines} aria-label={say('word.goods')} tabIndex={0}>
      {lines.map((line) => (
        <li key={line.id} className={styles.line}>
          <span className={styles.quantity}>{formatQuantity(countOf(line))}</span>
          <span className={styles.words}>
            <span className={styles.name}>{unbroken(nameOf(line))}</span>
            {line.off === undefined ? null : (
              <span className={styles.discounted}>{discountLabel(say, line.discount)}</span>
            )}
            {line.note === undefined ? null : <span className={styles.note}>{line.note}</span>}
          </span>
          <span className={styles.amount}>
            {formatMoney(ownAmount(line))}
            {line.off === undefined ? null : (
              <span className={styles.off}>{formatMoney(money(-line.off))}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
})
