import { type Money, money, NO_MONEY, sumMoney } from '../../../shared/money.ts'
import type { SeenPayment } from '../../../shared/sale.ts'
import { withSign } from '../figures.ts'
import { PaymentRows } from '../payment-rows.tsx'
import type { PayingState } from '../state.ts'
import { useText } from '../text.ts'
import styles from './paying.module.css'
import { missingOf } from './situation.ts'

/** What came in and what is missing, payment by payment. */
export function PartPayments({ state }: { readonly state: PayingState }) {
  const say = useText()
  const { cash } = state
  const { payments, paid } = cameIn(state)
  if (payments.length + cash.length === 0) return null
  return (
    <section className={styles.part} aria-label={say('paying.payments')} data-testid="part-payments">
      <PaymentRows payments={payments} cash={cash} />
      <dl className={styles.partTotals}>
        <dt>{say('paying.paid')}</dt>
        <dd>{withSign(money(paid + sumMoney(cash.map(({ amount }) => amount))))}</dd>
        <dt>{say('paying.missing')}</dt>
        <dd className={styles.missing} data-testid="missing">
          {withSign(missingOf(state.due, paid))}
        </dd>
      </dl>
    </section>
  )
}

const cameIn = (state: PayingState): { readonly payments: readonly SeenPayment[]; readonly paid: Money } =>
  'payments' in state ? state : { payments: [], paid: NO_MONEY }
