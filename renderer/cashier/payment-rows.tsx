import { formatMoney } from '../../shared/money.ts'
import type { CashTender, SeenPayment } from '../../shared/sale.ts'
import { classNames } from '../kit/index.ts'
import { withSign } from './figures.ts'
import styles from './payment-rows.module.css'
import { bankName, type Say, useText } from './text.ts'

type PaymentRowsProps = {
  readonly payments: readonly SeenPayment[]
  readonly cash?: readonly CashTender[]
}

/** Cash as it was taken, and payments as the last check found them. */
export function PaymentRows({ payments, cash = [] }: PaymentRowsProps) {
  const say = useText()
  return (
    <ul className={styles.rows}>
      {cash.map(({ id, amount, received, change }) => (
        <li key={id} data-testid="cash-row">
          <span>
            <b>{say('paid.cash')}</b>
            {change === 0 ? null : (
              <small>
                {say('payment.cash.change', {
                  received: formatMoney(received),
                  change: formatMoney(change),
                })}
              </small>
            )}
          </span>
          <span className={styles.amount}>{withSign(amount)}</span>
        </li>
      ))}
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
