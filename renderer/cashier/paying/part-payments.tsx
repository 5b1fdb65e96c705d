import { withSign } from '../figures.ts'
import { PaymentRows } from '../payment-rows.tsx'
import type { PayingState } from '../state.ts'
import { useText } from '../text.ts'
import styles from './paying.module.css'
import { missingOf } from './situation.ts'

/** What came in and what is missing, payment by payment. */
export function PartPayments({ state }: { readonly state: PayingState }) {
  const say = useText()
  if (state.name !== 'partly-paid' && state.name !== 'cancelling') return null
  if (state.payments.length === 0) return null
  return (
    <section className={styles.part} aria-label={say('paying.payments')} data-testid="part-payments">
      <PaymentRows payments={state.payments} />
      <dl className={styles.partTotals}>
        <dt>{say('paying.paid')}</dt>
        <dd>{withSign(state.paid)}</dd>
        <dt>{say('paying.missing')}</dt>
        <dd className={styles.missing} data-testid="missing">
          {withSign(missingOf(state.due, state.paid))}
        </dd>
      </dl>
    </section>
  )
}
