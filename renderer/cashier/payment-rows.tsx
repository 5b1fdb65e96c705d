import type { SeenPayment } from '../../shared/sale.ts'
import { classNames } from '../kit/index.ts'
import { withSign } from './figures.ts'
import styles from './payment-rows.module.css'
import { bankName, type Say, useText } from './text.ts'

/** Payments as the last check found them. */
export function PaymentRows({ payments }: { readonly payments: readonly SeenPayment[] }) {
  const say = useText()
  return (
    <ul className={styles.rows}>
      {payments.map((payment) => (
        <li key={payment.paymentId} className={classNames(payment.status !== 'PAID' && styles.void)}>
          <span>
            <b>{howPaid(say, payment)}</b>
            <small>{say(`payment.status.${payment.status}`)}</small>
          </span>
          <span className={styles.amount}>{withSign(payment.amount)}</span>
        </li>
      ))}
    </ul>
  )
}

/** "Шилжүүлэг · Хаан банк" */
export function howPaid(say: Say, { type, bankCode, wallet }: SeenPayment): string {
  const from = bankCode === null ? wallet : bankName(say, bankCode)
  return from === null || from === '' ? say(`payment.${type}`) : `${say(`payment.${type}`)} · ${from}`
}
