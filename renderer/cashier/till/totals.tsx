import { NO_MONEY } from '../../../shared/money.ts'
import type { Totals } from '../../../shared/sale.ts'
import { withSign } from '../figures.ts'
import { useText } from '../text.ts'
import styles from './cart.module.css'

/** "9,999,999 ₮" */
const LONG = 11

/** The taxes are in the prices; one that is nothing is not shown (field notes, "The printed e-receipt"). */
export function CartTotals({ totals }: { readonly totals: Totals | null }) {
  const say = useText()
  const total = withSign(totals?.total ?? NO_MONEY)
  return (
    <div className={styles.totals}>
      <dl className={styles.taxes}>
        {totals === null || totals.vat === 0 ? null : (
          <>
            <dt>{say('cart.vat')}</dt>
            <dd>{withSign(totals.vat)}</dd>
          </>
        )}
        {totals === null || totals.cityTax === 0 ? null : (
          <>
            <dt>{say('cart.cityTax')}</dt>
            <dd>{withSign(totals.cityTax)}</dd>
          </>
        )}
      </dl>
      <div className={styles.total}>
        <span>{say('cart.total')}</span>
        <b data-testid="total" data-long={total.length > LONG}>
          {total}
        </b>
      </div>
    </div>
  )
}
