import { money } from '../../../shared/money.ts'
import type { Payment } from '../../../shared/sale.ts'
import { missingOf, sumOf } from '../../../shared/sale-account.ts'
import { withSign } from '../figures.ts'
import { PaymentRows } from '../payment-rows.tsx'
import type { PayingStatus } from '../status.ts'
import { useText } from '../text.ts'
import styles from './paying.module.css'
import { paidByQr } from './situation.ts'

/** What came in and what is missing, tender by tender and payment by payment. */
export function PartPayments({ status }: { readonly status: PayingStatus }) {
  const say = useText()
  const { tenders } = status
  const payments = paymentsOf(status)
  const paid = paidByQr(status)
  if (payments.length + tenders.length === 0) return null
  return (
    <section className={styles.part} aria-label={say('paying.payments')} data-testid="part-payments">
      <PaymentRows payments={payments} tenders={tenders} />
      <dl className={styles.partTotals}>
        <dt>{say('paying.paid')}</dt>
        <dd>{withSign(money(paid + sumOf(tenders)))}</dd>
        <dt>{say('paying.missing')}</dt>
        <dd className={styles.missing} data-testid="missing">
          {withSign(missingOf(status.due, paid))}
        </dd>
      </dl>
    </section>
  )
}

const paymentsOf = (status: PayingStatus): readonly Payment[] => ('payments' in status ? status.payments : [])
